/** Fields of a row saved from its list, which knows no lines. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { refusals } from '#contract/schema/answer.ts'
import { type Entity, hasPage } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { readyRows } from '../support/readyRows.ts'
import { freeText } from '../support/sampleRows.ts'

const at = withPlant()
const { prepare, newRow } = readyRows(at)
const call = (path: string, body: unknown) => at.server.call('POST', path, body, at.token)

beforeAll(prepare)

const documents = Object.values<Entity>(entities)
  .filter(entity => hasPage(entity) && entity.document)
  .map(entity => [entity.name, entity] as const)

async function listed(name: string, id: unknown): Promise<Values> {
  const where = [{ field: 'id', op: 'eq', value: id }]
  const { data } = await call(`template/list/${name}`, { where })
  return data.rows[0]
}

async function linesOf(entity: Entity, id: unknown): Promise<Values> {
  const parts = Object.entries(entity.lines).map(async ([name, line]) => {
    const rows = await at.rows(
      sql<Values>`select to_jsonb(l) as row from ${sql.table(line.name)} l where "parentId" = ${id} order by l.id`,
    )
    return [name, rows] as const
  })
  return Object.fromEntries(await Promise.all(parts))
}

const trailOf = async (name: string, id: unknown) =>
  at.rows(sql<{ changes: string }>`
    select changes from auditlog where entity = ${name} and "entityId" = ${String(id)} order by auditlog.id`)

describe.each(documents)('%s', (name, entity) => {
  test('takes a field from its list, and its lines stay as they are', async () => {
    const field = freeText(entity) ?? ''
    const saved = await call(`template/save/${name}`, await newRow(entity))
    expect(saved.status, saved.message).toBe(0)
    const { id } = saved.data
    const lines = await linesOf(entity, id)
    expect(Object.values(lines)).not.toContainEqual([])
    const trail = await trailOf(name, id)
    const row = await listed(name, id)
    const again = await call(`template/save/${name}`, { rows: [{ ...row, [field]: '从列表填写' }] })
    expect(again.data.rows).toMatchObject([{ ok: true }])
    expect(await linesOf(entity, id)).toEqual(lines)
    const now = await listed(name, id)
    const own = ({ rowVersion, updatedAt, ...rest }: Values) => rest
    expect(own(now)).toEqual(own({ ...row, [field]: '从列表填写' }))
    const written = (await trailOf(name, id)).slice(trail.length)
    expect(written.map(({ changes }) => String(changes).split('\n').length)).toEqual([1])
    expect(String(written[0]?.changes)).toMatch(new RegExp(`^${field}: `))
  })
})

test('a count keeps the book quantities it was counted against', async () => {
  const { id: lotId } = await at.plant.lot('M001', '10')
  const [place] = await at.rows(sql<{ locationId: number; warehouseId: number }>`
    select b."locationId", p."warehouseId" from stockbalance b join stocklocation p on p.id = b."locationId"
    where b."lotId" = ${lotId} and p."locationType" = 'STORAGE'`)
  const head = await newRow(entities.stockcount)
  const line = { lotId, locationId: place?.locationId, countedQuantity: '9', reason: '少' }
  const saved = await call('template/save/stockcount', { ...head, warehouseId: place?.warehouseId, lines: [line] })
  expect(saved.data.lines[0].bookQuantity).toBe('10.0000')
  await at.rows(
    sql`update stockbalance set quantity = 8 where "lotId" = ${lotId} and "locationId" = ${place?.locationId}`,
  )
  const { id, rowVersion } = saved.data
  const noted = await call('template/save/stockcount', { id, rowVersion, remark: '复核' })
  expect(noted.data.lines[0].bookQuantity).toBe('10.0000')
  const whole = await call('template/save/stockcount', noted.data)
  expect(whole.data.lines[0].bookQuantity).toBe('8.0000')
})

test('a plan makes its needs anew only where what they follow from was changed', async () => {
  const saved = await call('template/save/produceplan', await newRow(entities.produceplan))
  const { id, rowVersion, lines } = saved.data
  const noted = await call('template/save/produceplan', { id, rowVersion, workshop: '二车间' })
  expect(noted.data.lines).toEqual(lines)
  const more = await call('template/save/produceplan', { id, rowVersion: noted.data.rowVersion, plannedQty: '777' })
  expect(more.status, more.message).toBe(0)
  expect(more.data.lines).not.toEqual(lines)
})

describe('a lot', () => {
  const save = (row: Values, token = at.token) => at.server.call('POST', 'template/save/stocklot', row, token)

  test('takes a remark from its list, which the trail names', async () => {
    const { id } = await at.plant.lot('M001', '10')
    const row = await listed('stocklot', id)
    const noted = await save({ ...row, remark: '外包装轻微破损' })
    expect(noted).toMatchObject({ status: 0, data: { remark: '外包装轻微破损', onHandQty: row.onHandQty } })
    expect((await trailOf('stocklot', id)).at(-1)?.changes).toBe('remark: — → 外包装轻微破损')
    expect(await save({ ...row, remark: '晚了' })).toMatchObject({ status: refusals.stale.status })
  })

  test('takes nothing else, and names it; nobody adds one', async () => {
    const { id } = await at.plant.lot('M001', '10')
    const row = await listed('stocklot', id)
    for (const change of [{ lotNo: 'X' }, { expiryDate: '2099-01-01' }, { supplierLotNo: 'Y' }])
      expect(await save({ ...row, remark: '改', ...change })).toMatchObject({
        status: refusals.invalid.status,
        data: { [Object.keys(change)[0] ?? '']: 'fixed' },
      })
    // What the server keeps is never taken from what was sent.
    await save({ ...row, remark: '记', onHandQty: '999', qualityStatus: 'RELEASED' })
    expect(await listed('stocklot', id)).toMatchObject({
      remark: '记',
      onHandQty: row.onHandQty,
      qualityStatus: row.qualityStatus,
    })
    const { id: _, ...fresh } = row
    expect(await save({ ...fresh, lotNo: 'NEW-1' })).toMatchObject({ status: refusals.notPermitted.status })
    const looking = await at.server.signInWith(['stocklot'])
    const now = await listed('stocklot', id)
    expect(await save({ ...now, remark: '改' }, looking)).toMatchObject({ status: refusals.notPermitted.status })
  })
})
