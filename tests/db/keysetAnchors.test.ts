import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Context } from '../../server/db/connection/context.ts'
import { idsDeepInside } from '../../server/db/query/keysetAnchors.ts'
import { list, mayBeSorted } from '../../server/db/query/list.ts'
import { orderOf } from '../../server/db/query/where.ts'
import { scope } from '../../server/db/schema/columns.ts'
import { openPlant, type Plant } from './storeFixture.ts'

const { auditlog, unit } = entities
const size = 100

type Sort = readonly (readonly [string, 'asc' | 'desc'])[]

let plant: Plant

const inOnePiece = 10_000

/** Rows of two organisations in turn, ten per moment, in short statements. */
async function addLogs(count: number): Promise<void> {
  for (let from = 0; from < count; from += inOnePiece)
    await sql`insert into auditlog ("customerId", at, action, entity, "entityId")
      select case when n % 7 = 0 then ${sql.lit(plant.other.customerId)} else ${sql.lit(plant.ctx.customerId)} end,
        timestamptz '2026-01-01' + (n / 10) * interval '1 minute', 'CREATE', 'unit', n::text
      from generate_series(${sql.lit(from + 1)}::integer, ${sql.lit(Math.min(from + inOnePiece, count))}::integer) as n
    `.execute(plant.db)
}

beforeAll(async () => {
  plant = await openPlant()
  await addLogs(40_000)
  await sql`insert into unit ("customerId", code, name, "unitType", "factorNumerator", "factorDenominator", decimals, status)
    select ${sql.raw(String(plant.ctx.customerId))}, 'U' || n, 'U' || n, 'MASS', 1, 1, 0, 'ENABLED'
    from generate_series(1, 25000) as n`.execute(plant.db)
})
afterAll(() => plant.close())

async function idsOf(ctx: Context, table: string, order: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where "customerId" = ${ctx.customerId} order by ${sql.raw(order)}`.execute(
    ctx.tx,
  )
  return rows.map(({ id }) => Number(id))
}

const anchorsSought = (
  ctx: Context,
  entity: typeof auditlog | typeof unit,
  sort: Sort,
  { where = scope(ctx, entity) } = {},
) =>
  idsDeepInside(ctx, entity, {
    where,
    order: orderOf(entity, sort),
    filtered: false,
    offset: 20_000,
    size,
    total: { total: 1_000_000 },
  })

/** Repeats until the remembered signposts find a page. */
const anchorsOf = (ctx: Context, entity: typeof auditlog | typeof unit, sort: Sort) =>
  vi.waitFor(async () => expect(await anchorsSought(ctx, entity, sort)).not.toBeNull(), {
    timeout: 10_000,
    interval: 50,
  })

async function pagesAgree(entity: typeof auditlog | typeof unit, sort: Sort, order: string): Promise<void> {
  const expected = await idsOf(plant.ctx, entity.name, order)
  const last = Math.ceil(expected.length / size)
  for (const page of [1, 200, 201, 202, 225, 250, 251, 275, last - 1, last, last + 1]) {
    const { rows } = await list(plant.ctx, entity, { page, size, sort })
    expect(
      rows.map(({ id }) => id),
      `page ${page}`,
    ).toEqual(expected.slice((page - 1) * size, page * size))
  }
}

describe('a page deep inside a long list', () => {
  it.each([
    ['the newest first', [['id', 'desc']], 'id desc'],
    ['the oldest first', [['id', 'asc']], 'id'],
    ['by a moment that many share', [['at', 'desc']], 'at desc, id desc'],
    ['by a text', [['entityId', 'asc']], '"entityId", id'],
    [
      'by two fields, one up and one down',
      [
        ['entity', 'asc'],
        ['id', 'desc'],
      ],
      'entity, id desc',
    ],
  ] satisfies [string, Sort, string][])('holds what stands there, %s', async (_title, sort, order) => {
    await pagesAgree(auditlog, sort, order)
    if (sort.every(([, direction]) => direction === sort[0]?.[1])) await anchorsOf(plant.ctx, auditlog, sort)
    await pagesAgree(auditlog, sort, order)
  })

  it('holds what stands there after rows came', async () => {
    const sort: Sort = [['id', 'desc']]
    await anchorsOf(plant.ctx, auditlog, sort)
    await addLogs(333)
    await pagesAgree(auditlog, sort, 'id desc')
    await pagesAgree(auditlog, [['id', 'asc']], 'id')
  })

  it('holds what stands there after rows went, once what was remembered is too old', async () => {
    const sort: Sort = [['id', 'asc']]
    await pagesAgree(unit, sort, 'id')
    await anchorsOf(plant.ctx, unit, sort)
    await sql`delete from unit where code like 'U1%9'`.execute(plant.db)
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000)
    try {
      await pagesAgree(unit, sort, 'id')
    } finally {
      clock.mockRestore()
    }
  })
})

it('an open transaction does not make what is remembered grow old', async () => {
  const sort: Sort = [['id', 'desc']]
  // A question that nothing is remembered of yet.
  const where = sql`${scope(plant.ctx, auditlog)} and true`
  const page = () => anchorsSought(plant.ctx, auditlog, sort, { where })
  await plant.db.connection().execute(async writer => {
    await sql`begin`.execute(writer)
    await sql`select pg_current_xact_id()`.execute(writer)
    await sql`select pg_current_xact_id()`.execute(plant.db)
    const first = page()
    await delay(300)
    await sql`commit`.execute(writer)
    await first
  })
  await vi.waitFor(async () => expect(await page()).not.toBeNull(), { timeout: 10_000, interval: 50 })
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000)
  try {
    expect(await page()).not.toBeNull()
  } finally {
    clock.mockRestore()
  }
})

describe('the order of a very long list', () => {
  const may = (sort: Sort, total: number) => () => mayBeSorted(auditlog, { sort }, orderOf(auditlog, sort), { total })

  it('is refused by what would have to be worked out for every row', () => {
    expect(may([['byUserId', 'asc']], 200_000)).not.toThrow()
    expect(may([['byUserId', 'asc']], 200_001)).toThrow('tooManyToSort')
  })

  it('counts what is stored but read otherwise among the worked out', () => {
    const { productstorein, productstoreinrecord, retainsample, lotlink } = entities
    const isStored = (entity: Entity, name: string) => orderOf(entity, [[name, 'asc']])[0]?.isStored
    expect(isStored(productstorein, 'expiryDate')).toBe(false)
    expect(isStored(productstoreinrecord, 'expiryDate')).toBe(false)
    expect(isStored(retainsample, 'status')).toBe(false)
    expect(isStored(lotlink, 'batchSeq')).toBe(false)
    expect(isStored(productstorein, 'produceDate')).toBe(true)
  })

  it('is refused by a column that no index has, and given by one that has an index', () => {
    expect(may([['reason', 'asc']], 2_000_000)).not.toThrow()
    expect(may([['reason', 'asc']], 2_000_001)).toThrow('tooManyToSort')
    expect(may([['at', 'asc']], 9_000_000)).not.toThrow()
    expect(may([['entity', 'desc']], 9_000_000)).not.toThrow()
    expect(may([], 9_000_000)).not.toThrow()
  })
})
