/** Invariants of stock under concurrency and under manual SQL. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { unbalancedLots } from '../support/plant.ts'
import { withPlant } from '../support/plantServer.ts'

const shared = withPlant()
const post = (path: string, sent: Values) => shared.server.call('POST', path, sent, shared.token)
const get = (path: string, sent: Record<string, string>) => shared.server.call('GET', path, sent, shared.token)
const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(shared.server.db)).rows[0]?.n

const planRow = (more: Values = {}): Values => ({
  productId: shared.day.id('product', 'F101'),
  productSpecId: shared.day.id('productspec', 'F101-1'),
  formulaId: shared.day.id('productformula', 'F101'),
  plannedQty: '10',
  leaderId: shared.day.id('employee', 'E004'),
  ...more,
})

test('the database itself refuses a balance below zero', async () => {
  const { id } = await shared.plant.lot('M001', '5')
  const below = sql`update stockbalance set quantity = -0.0001 where "lotId" = ${id}`.execute(shared.server.db)
  await expect(below).rejects.toThrow('stockbalance_notNegative')
})

test('asking what a plan needs writes nothing; its standing lot comes with the release, once', async () => {
  const draft = (await post('template/save/produceplan', planRow())).data
  const before = [await count('stocklot'), await count('lotstatuslog')]
  const asked = await get('Produce/GetProduceMateriaList', { planId: String(draft.id) })
  expect(asked.data.proposal.filter((line: Values) => line.lotId$label === 'W001')).toEqual([])
  expect([await count('stocklot'), await count('lotstatuslog')]).toEqual(before)
  const others = await Promise.all(Array.from({ length: 6 }, () => post('template/save/produceplan', planRow())))
  const plans = [draft.id, ...others.map(({ data }) => data.id)]
  const released = await Promise.all(plans.map(id => post('template/release/produceplan', { ids: [id] })))
  expect(released.map(({ data }) => data.rows[0].status)).toEqual(plans.map(() => 0))
  expect(new Set(released.map(({ data }) => data.rows[0].data.lotNo)).size).toBe(plans.length)
  const { rows } = await sql`select 1 from stocklot where "lotNo" = 'W001'`.execute(shared.server.db)
  expect(rows).toHaveLength(1)
})

test('a lot number out of the row, typed by hand, is passed over and not stumbled over for ever', async () => {
  const first = (await post('template/save/produceplan', planRow({ submit: true }))).data
  const [, day, serial] = /^(.*-)(\d+)$/.exec(first.lotNo) as unknown as [string, string, string]
  const typed = `${day}${String(Number(serial) + 1).padStart(3, '0')}`
  expect(await post('template/save/produceplan', planRow({ lotNo: typed, submit: true }))).toMatchObject({ status: 0 })
  const next = await post('template/save/produceplan', planRow({ submit: true }))
  expect(next).toMatchObject({ status: 0, data: { lotNo: `${day}${String(Number(serial) + 2).padStart(3, '0')}` } })
})

test('two plans that give one lot number to a product at once: one of them is told it is taken', async () => {
  const ready = async () => {
    const plan = await shared.plant.plan('F101', '10')
    for (const material of ['M001', 'M002', 'M003', 'M005']) await shared.plant.lot(material, '20')
    const [row] = (await post('template/prepare/getmaterialrecord', { producePlanId: plan })).data.rows
    const issuerId = shared.day.id('employee', 'E002')
    const issue = await post('template/save/getmaterialrecord', { ...row, producePlanId: plan, issuerId, submit: true })
    expect(issue).toMatchObject({ status: 0 })
    const [use] = (await post('template/prepare/usematerialrecord', { producePlanId: plan })).data.rows
    expect(await post('template/save/usematerialrecord', { ...use, producePlanId: plan })).toMatchObject({ status: 0 })
    return plan
  }
  const plans = [await ready(), await ready()]
  const receipt = (producePlanId: number): Values => ({
    ...{ producePlanId, lotNo: 'SAME', produceDate: shared.plant.today, packageQty: '1', batchSeq: 1, submit: true },
    productId: shared.day.id('product', 'F101'),
    productSpecId: shared.day.id('productspec', 'F101-1'),
    warehouseId: shared.day.id('warehouse', 'WH04'),
    handlerId: shared.day.id('employee', 'E003'),
  })
  const answers = await Promise.all(plans.map(plan => post('template/save/productstorein', receipt(plan))))
  expect(answers.map(({ status }) => status).sort()).toEqual([0, 2005])
  expect(await unbalancedLots(shared.server.db)).toEqual([])
})

test('the places of the ledger are nobody’s to make, change or remove', async () => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from stocklocation where "locationType" = 'WIP'`.execute(shared.server.db)
  const wip = rows[0] as { id: number; name: string }
  const made = { code: 'W2', name: 'w2', locationType: 'WIP', isQuarantine: false, status: 'ENABLED' }
  const change = { id: wip.id, locationType: 'STORAGE' }
  expect(await post('template/save/stocklocation', made)).toMatchObject({ data: { locationType: 'option' } })
  expect(await post('template/save/stocklocation', { ...made, locationType: 'STORAGE' })).toMatchObject({
    data: { warehouseId: 'required' },
  })
  expect(await post('template/save/stocklocation', change)).toMatchObject({ data: { locationType: 'fixed' } })
  expect((await post('template/delete/stocklocation', { ids: [wip.id] })).data.rows[0]).toMatchObject({ status: 1004 })
})

test('a document dated some minutes ahead can be reversed at once', async () => {
  const ahead = new Date(Date.now() + 4 * 60_000).toISOString()
  const receipt = await post('template/save/materialstorein', {
    storeInDate: ahead,
    supplyId: shared.day.id('supply', 'S001'),
    deliveryNoteNo: 'DN1',
    warehouseId: shared.day.id('warehouse', 'WH01'),
    receiverId: shared.day.id('employee', 'E002'),
    lines: [shared.day.receiptLine('M006', '3')],
    submit: true,
  })
  const reversed = await post('template/reverse/materialstorein', { ids: [receipt.data.id], reason: '录错' })
  expect(reversed.data.rows[0]).toMatchObject({ status: 0 })
  expect(await unbalancedLots(shared.server.db)).toEqual([])
})
