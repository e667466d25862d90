import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { closeDatabase, openDatabase, withDatabase } from '../../server/db/connection/open.ts'
import { recountRestored, restoreCounts } from '../../server/db/query/count.ts'
import { list } from '../../server/db/query/list.ts'
import { openPlant, type Plant } from './storeFixture.ts'

const many = 20_000
let plant: Plant
beforeAll(async () => {
  plant = await openPlant()
})
afterAll(() => plant.close())

test('a long count is there after a start, follows new rows, and is counted anew in the background', async () => {
  const { ctx, db } = plant
  const { auditlog } = entities
  const add = (rows: number) =>
    sql`insert into auditlog ("customerId", at, action, entity, "entityId")
    select ${ctx.customerId}, now(), 'VIEW', 'unit', '1' from generate_series(1, ${rows}::int)`.execute(db)
  const total = async (tx = db) => (await list({ ...ctx, tx }, auditlog, { size: 1 })).total
  const stored = async () => (await sql<{ total: number }>`select total from listtotal`.execute(db)).rows
  for (let part = 0; part < 5; part += 1) await add(many / 5)
  expect(await total()).toBe(many)
  await expect.poll(stored).toEqual([{ total: many }])
  await add(1)
  await withDatabase(plant.connection, async restarted => {
    await sql`update listtotal set total = total - 1, settled = true`.execute(db)
    await restoreCounts(restarted)
    // Wrong by the one of the test: nothing was counted.
    expect(await total(restarted)).toBe(many)
    await recountRestored({ ...ctx, tx: restarted }, auditlog)
    expect(await total(restarted)).toBe(many + 1)
  })
  await expect.poll(stored).toEqual([{ total: many + 1 }])
})

test('a database for reads stores none: a refused write would drop its connections', async () => {
  const { ctx, connection, db } = plant
  await sql`delete from listtotal`.execute(db)
  const standby = openDatabase(connection, { isStandby: true })
  try {
    expect((await list({ ...ctx, tx: standby }, entities.auditlog, { size: 1 })).total).toBe(many + 1)
    await delay(200)
    expect((await sql`select from listtotal`.execute(db)).rows).toEqual([])
  } finally {
    await closeDatabase(standby)
  }
})
