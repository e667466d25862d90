/** Concurrency on few lots and one plan: refusals allowed, defects and lost kilograms not. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { unbalancedLots } from '../support/plant.ts'
import { withPlant } from '../support/plantServer.ts'
import { sized } from '../support/soak.ts'

const shared = withPlant()
const clients = sized(10, 30, 'CLIENTS')
const rounds = sized(6, 40, 'ROUNDS')
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T
const post = (path: string, sent: Values) => shared.server.call('POST', path, sent, shared.token)

test('issues, returns, charges, holds, releases and reversals in any order keep the books', {
  timeout: 600_000,
}, async () => {
  const id = shared.day.id
  const lots = await Promise.all(
    ['M001', 'M002', 'M003'].flatMap(code => [shared.plant.lot(code, '9'), shared.plant.lot(code, '9')]),
  )
  const plans = [await shared.plant.plan('F101', '40'), await shared.plant.plan('F101', '40')]
  const { rows: facts } = await sql<Values & { id: number }>`
    select id, "materialId", "rowVersion" from stocklot where id = any(${lots.map(lot => lot.id)})`.execute(
    shared.server.db,
  )
  const line = () => {
    const lot = pick(facts)
    return { materialId: lot.materialId, lotId: lot.id, qty: pick(['0.3', '0.7', '1.0001']), fefoOverrideReason: 'x' }
  }
  const issue = (more: Values = {}) =>
    post('template/save/getmaterialrecord', {
      producePlanId: pick(plans),
      warehouseId: id('warehouse', 'WH01'),
      issuerId: id('employee', 'E002'),
      receiverId: id('employee', 'E004'),
      lines: Array.from({ length: 1 + Math.floor(Math.random() * 3) }, line),
      submit: true,
      ...more,
    })
  const reverse = async (name: string) => {
    const { data } = await post(`template/list/${name}`, { where: [{ field: 'status', op: 'eq', value: 'SUBMITTED' }] })
    return post(`template/reverse/${name}`, { ids: [(pick(data.rows) as Values | undefined)?.id ?? 1], reason: 'x' })
  }
  const operations: readonly (() => Promise<{ status: number; data: { rows?: readonly Values[] } | null }>)[] = [
    issue,
    issue,
    () => issue({ issueType: 'RETURN' }),
    () =>
      post('template/save/usematerialrecord', {
        ...{ producePlanId: pick(plans), batchSeq: 1, operatorId: id('employee', 'E004'), factAmount: '0.2' },
        lotId: pick(facts).id,
      }),
    () => reverse('getmaterialrecord'),
    () => reverse('usematerialrecord'),
    () => post('template/hold/stocklot', { ids: [pick(facts).id], reason: 'x' }),
    () => post('template/release/stocklot', { ids: facts.map(lot => lot.id), reason: 'x' }),
    () => post('template/save/material', { id: pick(facts).materialId, remark: String(Math.random()) }),
    () => post('template/list/stocklot', {}),
  ]
  const statuses = new Map<number, number>()
  const client = async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { status, data } = await pick(operations)()
      for (const found of data?.rows?.some(row => 'ok' in row) ? data.rows.map(row => Number(row.status)) : [status])
        statuses.set(found, (statuses.get(found) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  expect([...statuses.keys()].filter(status => status >= 500 && status < 1000)).toEqual([])
  expect(statuses.get(0) ?? 0).toBeGreaterThan(rounds)
  expect(await unbalancedLots(shared.server.db)).toEqual([])
  const { rows: figures } = await sql`
    select x.id from produceplanmaterial x join produceplan p on p.id = x."parentId"
    where x."wipQty" <> (select coalesce(sum(b.quantity), 0) from stockbalance b join stocklot l on l.id = b."lotId"
      where b."producePlanId" = p.id and l."materialId" is not distinct from x."materialId")`.execute(shared.server.db)
  expect(figures).toEqual([])
})
