import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import { stockroomOf } from '../support/stockroom.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
const store = stockroomOf(at)
let recalls: ReturnType<typeof plantOf>
let quarantine = 0
beforeAll(async () => {
  recalls = plantOf(at)
  await at.day.product('X1', [['M001', '1']])
  await at.day.product('X3', [['M001', '1']], { baseUnitId: at.day.id('unit', 'kg') })
  await at.day.product('X4', [['M001', '0.001']], { baseUnitId: at.day.id('unit', 'g') })
  await recalls.signAs('E001')
  quarantine = await store.bin('Q5', 'WH05', { isQuarantine: true })
})

const load = async (id: number) => (await at.server.call('GET', 'Sale/CallBackGet', { id }, at.token)).data
const contactsOf = async (id: number) =>
  (await at.server.call('GET', 'Sale/CallBackState', { id }, at.token)).data.contacts as readonly Values[]
const sell = (code: string, lot: Lot, dealer: string, packages: string) =>
  at.day.sell(dealer, [at.day.saleLine(code, lot.id, packages, { fefoOverrideReason: '测试' })])
/** Production of this many kilograms of material into base units of a product. */
const made = async (code: string, kilograms: string, quantity: string) =>
  at.day.madeFrom(code, await at.plant.lot('M001', kilograms), kilograms, quantity)
/** Ordinary sales return, not one of a recall. */
const giveBack = (lot: Lot, dealer: string, packageQty: string) =>
  at.day.run('productstorein.save', {
    storeInType: 'DEALER_RETURN',
    storeInTime: at.plant.script.now,
    dealerId: at.day.id('dealer', dealer),
    productId: at.day.id('product', 'X1'),
    productSpecId: at.day.id('productspec', 'X1-1'),
    lotNo: lot.lotNo,
    packageQty,
    warehouseId: at.day.id('warehouse', 'WH05'),
    locationId: quarantine,
    handlerId: at.day.id('employee', 'E003'),
    submit: true,
  })

describe('the sums of a recall', () => {
  test('tell what came back of what was sold, whatever unit lots have that were never sold', async () => {
    const [cases, kilograms] = [await recalls.soldLot('10', { D001: '4' }), await made('X3', '5', '5')]
    const recall = await recalls.saveRecall([cases.id, kilograms.id], { callbackType: 'DRILL' })
    const { rowVersion, lots } = await load(recall.id)
    const saved = await at.server.call(
      'POST',
      'Sale/CallBackSave',
      { id: recall.id, rowVersion, lots: [{ ...lots[0], onSiteQty: '1' }, lots[1]] },
      at.token,
    )
    expect(saved.data).toMatchObject({
      soldQty: '4.0000',
      recalledQty: '0.0000',
      recoveryRate: '25.00',
      // Cases and kilograms do not add up.
      accountedPercent: null,
    })
  })

  test('are in kilograms where units differ and all of them are masses, and none where one is not', async () => {
    const [kilograms, grams] = [await made('X3', '5', '5'), await made('X4', '5', '5000')]
    await sell('X3', kilograms, 'D001', '3')
    await sell('X4', grams, 'D002', '2000')
    const recall = await recalls.saveRecall([kilograms.id, grams.id], { callbackType: 'DRILL' })
    const { rowVersion, lots } = await load(recall.id)
    const saved = await at.server.call(
      'POST',
      'Sale/CallBackSave',
      { id: recall.id, rowVersion, lots: [lots[0], { ...lots[1], onSiteQty: '1000' }] },
      at.token,
    )
    expect(saved.data).toMatchObject({
      soldQty: '5.0000',
      recalledQty: '0.0000',
      recoveryRate: '20.00',
      accountedPercent: '60.00',
    })
    const cases = await recalls.soldLot('10', { D001: '4' })
    const mixed = await recalls.saveRecall([kilograms.id, cases.id], { callbackType: 'DRILL' })
    expect(await load(mixed.id)).toMatchObject({ soldQty: null, recoveryRate: null, accountedPercent: null })
  })

  test('of a drill tell of the lot that is farthest from accounted for, never of cases and kilograms together', async () => {
    const [cases, kilograms] = [await made('X1', '10', '10'), await made('X3', '90', '90')]
    await at.day.run('stockcount.save', {
      countTime: at.plant.script.now,
      warehouseId: at.day.id('warehouse', 'WH05'),
      counterId: at.day.id('employee', 'E002'),
      submit: true,
      lines: [{ lotId: cases.id, locationId: await store.defaultBin('WH05'), countedQuantity: '9', reason: '破损' }],
    })
    const drill = await recalls.saveRecall([cases.id, kilograms.id], {
      callbackType: 'DRILL',
      noticeContent: '演练',
      summary: '完',
    })
    for (const step of ['start', 'notify', 'recover', 'dispose', 'close'])
      await at.day.run(`callback.${step}`, { id: drill.id })
    const [measured] = await at.rows(sql<Values>`
      select "ledgerPercent", "physicalPercent" from callbackdrill where "callbackId" = ${drill.id}`)
    expect(measured).toEqual({ ledgerPercent: '100.00', physicalPercent: '90.00' })
  })
})

test('a recall that starts is timed by the trace of its lots, to all that contains them', async () => {
  const soy = await at.plant.lot('M001', '20')
  const [one, other] = [await at.day.madeFrom('X1', soy, '5', '5'), await at.day.madeFrom('X1', soy, '6', '6')]
  await sell('X1', one, 'D001', '1')
  await sell('X1', other, 'D002', '1')
  const drill = await recalls.saveRecall([soy.id], { callbackType: 'DRILL' })
  const started = await at.day.run('callback.start', { id: drill.id })
  const [snapshot] = await at.rows(sql<Values>`
    select "lotCount", "dealerCount", "accountedRate" from tracesnapshot where id = ${started.traceSnapshotId}`)
  expect(snapshot).toMatchObject({ lotCount: 3, dealerCount: 2, accountedRate: '100.00' })
  expect(started.lots).toHaveLength(1)
})

test('a dealer who holds of a lot because his return was undone is called after all', async () => {
  const lot = await made('X1', '10', '10')
  await sell('X1', lot, 'D001', '4')
  const back = await giveBack(lot, 'D001', '4')
  const recall = await recalls.startedRecall([lot.id], { noticeContent: '召回公告' })
  expect(await recalls.called(recall.id)).toEqual([])
  await at.day.run('productstorein.reverse', { id: back.id, reason: '录错' })
  await at.day.run('callback.notify', { id: recall.id })
  expect(await recalls.called(recall.id)).toMatchObject([{ code: 'D001', soldQty: '4.0000' }])
})

describe('a dealer who has nothing left of a recalled lot', () => {
  test('has returned it, whether it came back as any other return or was never sold after all', async () => {
    const lot = await made('X1', '20', '20')
    await sell('X1', lot, 'D003', '1')
    await giveBack(lot, 'D003', '1')
    await sell('X1', lot, 'D001', '4')
    const undone = await sell('X1', lot, 'D002', '2')
    const recall = await recalls.startedRecall([lot.id], { noticeContent: '召回公告' })
    // Returned his earlier purchase, then bought from another dealer: he is called.
    const [d001, d002, d003] = ['D001', 'D002', 'D003'].map(code => at.day.id('dealer', code))
    await at.day.run('callbackdealer.save', { callbackId: recall.id, dealerId: d003, lotId: lot.id })
    await giveBack(lot, 'D001', '4')
    await at.day.run('productsaleout.reverse', { id: undone.id, reason: '录错' })
    // Reads show it at once; the rows follow with the next transition.
    const seen = await contactsOf(recall.id)
    expect(new Map(seen.map(each => [each.dealerId, [each.netQty, each.status]]))).toEqual(
      new Map([
        [d001, ['0.0000', 'RETURNED']],
        [d002, ['0.0000', 'RETURNED']],
        [d003, ['0.0000', 'NOT_NOTIFIED']],
      ]),
    )
    expect(await at.day.run('callback.notify', { id: recall.id })).toMatchObject({ notifiedPercent: '66.67' })
    const rows = await recalls.called(recall.id)
    const of = (code: string) => rows.find(row => row.code === code) as Values & { readonly id: number }
    const gone = { soldQty: '0.0000', returnedQty: '0.0000', status: 'RETURNED', lastShippedAt: expect.any(String) }
    expect([of('D001'), of('D002')]).toMatchObject([gone, gone])
    expect(of('D003')).toMatchObject({ soldQty: '0.0000', status: 'NOT_NOTIFIED', lastShippedAt: null })
    // A call does not put him back on the list.
    await at.day.run('callbackdealer.called', { id: of('D001').id, outcome: 'LEFT_MESSAGE', notifyMethod: 'PHONE' })
    await at.day.run('callback.recover', { id: recall.id })
    expect((await recalls.called(recall.id)).find(row => row.code === 'D001')).toMatchObject({ status: 'RETURNED' })
  })
})
