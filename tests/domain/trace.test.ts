import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import type { SectionName } from '#contract/trace/sectionNames.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
type Made = Lot & { readonly planId: number }
let [soy, other, bottled, canned, boxed] = [] as unknown as [Lot, Lot, Made, Made, Made]
let sales: readonly Values[] = []
let drafts: { readonly sale: Values; readonly issue: Values }
let openPlan: number

/** One soybean lot in two products, one of them in a third; partly sold. */
beforeAll(async () => {
  const { day, plant } = at
  for (const code of ['X1', 'X2']) await day.product(code, [['M001', '1']])
  await day.product('Y1', [['X1', '1']])
  soy = await plant.lot('M001', '100', { supplierLotNo: 'SB-77', expiryDate: '2027-01-01' })
  other = await plant.lot('M001', '100', { supplierLotNo: 'SB-78', expiryDate: '2027-06-01' })
  bottled = await day.madeFrom('X1', soy, '40', '40')
  canned = await day.madeFrom('X2', soy, '30', '30')
  await day.madeFrom('X2', other, '10', '10')
  const planId = await plant.plan('Y1', '10')
  const semi = { itemType: 'PRODUCT', semiProductId: day.id('product', 'X1'), lotId: bottled.id, qty: '10' }
  await day.issue(planId, [semi], { warehouseId: day.id('warehouse', 'WH05') })
  await day.use(planId, bottled.id, '10')
  const receipt = await day.produce(planId, '10')
  boxed = { id: receipt.lotId as number, lotNo: String(receipt.lotNo), planId }
  await day.run('stocklot.release', { id: boxed.id })
  sales = [
    await day.sell('D001', [day.saleLine('X1', bottled.id, '12'), day.saleLine('X2', canned.id, '5')]),
    await day.sell('D002', [day.saleLine('X1', bottled.id, '3'), day.saleLine('Y1', boxed.id, '4')]),
  ]
  const undone = await day.sell('D003', [day.saleLine('X1', bottled.id, '1')])
  await day.run('productsaleout.reverse', { id: undone.id, reason: '客户取消' })
  openPlan = await plant.plan('X1', '20')
  const line = (qty: string) => ({ materialId: day.id('material', 'M001'), lotId: soy.id, qty })
  await day.issue(openPlan, [line('15')])
  drafts = {
    sale: await day.sell('D004', [day.saleLine('X1', bottled.id, '2')], { submit: false }),
    issue: await day.issue(openPlan, [line('5')], { submit: false }),
  }
})

async function trace(path: 'ReviewAsc' | 'ReviewDesc', asked: Values): Promise<TraceAnswer> {
  const answer = await at.server.call('POST', `SafetyReview/${path}`, asked, at.token)
  expect(answer).toMatchObject({ status: 0 })
  return answer.data
}
const rowsOf = (answer: TraceAnswer, name: SectionName) => answer.sections[name]?.rows ?? []
const lotNosOf = (answer: TraceAnswer, name: SectionName) =>
  rowsOf(answer, name)
    .map(row => row.lotNo)
    .sort()

describe('a forward trace', () => {
  test('reaches exactly the lots that contain the lot asked for, each with its distance', async () => {
    const answer = await trace('ReviewAsc', { lotNos: [soy.lotNo] })
    expect(answer.counts).toEqual({ lots: 4, plans: 3, productLots: 3, dealers: 2, suppliers: 1 })
    expect(
      rowsOf(answer, 'reviewproductlot').map(row => [row.lotNo, row.level, row.producedQty, row.onHandQty]),
    ).toEqual(
      expect.arrayContaining([
        [bottled.lotNo, 1, '40.0000', '15.0000'],
        [canned.lotNo, 1, '30.0000', '25.0000'],
        [boxed.lotNo, 2, '10.0000', '6.0000'],
      ]),
    )
    expect(lotNosOf(answer, 'reviewsourcelot')).toEqual([soy.lotNo])
    expect(rowsOf(answer, 'reviewsourcelot')).toMatchObject([
      {
        supplierLotNo: 'SB-77',
        supplierName: '北大荒豆粕贸易有限公司',
        licenceValid: true,
        receivedQty: '100.0000',
        usedQty: '70.0000',
      },
    ])
  })

  test('names who holds it, how much, and whom to ring at night; a sale undone is not among them', async () => {
    const rows = rowsOf(await trace('ReviewAsc', { lotNos: [soy.lotNo] }), 'reviewdealer')
    const reported = rows.map(row => [row.dealerName, row.recallPhone, row.lotNo, row.saleOutNo, row.netQty]).sort()
    expect(reported).toEqual(
      [
        ['广州粤味商贸有限公司', '020-86541230', bottled.lotNo, sales[0]?.docNo, '12.0000'],
        ['广州粤味商贸有限公司', '020-86541230', canned.lotNo, sales[0]?.docNo, '5.0000'],
        ['深圳鲜达供应链有限公司', '0755-2889100', bottled.lotNo, sales[1]?.docNo, '3.0000'],
        ['深圳鲜达供应链有限公司', '0755-2889100', boxed.lotNo, sales[1]?.docNo, '4.0000'],
      ].sort(),
    )
  })

  test('lists everything that can still be stopped: stock, work in progress, drafts', async () => {
    const rows = rowsOf(await trace('ReviewAsc', { lotNos: [soy.lotNo] }), 'reviewstoppable')
    expect(rows.map(row => [row.kind, row.lotNo, row.qty]).sort()).toEqual(
      [
        ['STOCK', soy.lotNo, '15.0000'],
        ['STOCK', bottled.lotNo, '15.0000'],
        ['STOCK', canned.lotNo, '25.0000'],
        ['STOCK', boxed.lotNo, '6.0000'],
        ['WIP', soy.lotNo, '15.0000'],
        ['DRAFT_SALE', bottled.lotNo, '2.0000'],
        ['DRAFT_ISSUE', soy.lotNo, '5.0000'],
      ].sort(),
    )
    const numbers = rows.filter(row => String(row.kind).startsWith('DRAFT')).map(row => row.refNo)
    expect(numbers.sort()).toEqual([drafts.issue.docNo, drafts.sale.docNo].sort())
  })

  test('balances every lot to 100.00 percent, opening stock too', async () => {
    const opening = { storeInType: 'OPENING', supplyId: null, deliveryNoteNo: null }
    const { lines } = await at.day.receive([at.day.receiptLine('M002', '8')], opening)
    const answer = await trace('ReviewAsc', { lotNos: [soy.lotNo, String(lines[0]?.lotNo)] })
    const balances = rowsOf(answer, 'reviewbalance')
    const ofLots = balances.filter(row => row.scopeType === 'LOT')
    expect(ofLots.map(row => row.accountedRate)).toEqual(Array(5).fill('100.00'))
    const ofPlans = balances.filter(row => row.scopeType === 'PLAN')
    // Cases have no weight here: no loss is calculated.
    expect(ofPlans.map(row => [row.usedQty, row.lossQty])).toEqual(expect.arrayContaining([['40.0000', null]]))
    expect(ofPlans).toHaveLength(3)
    expect(rowsOf(answer, 'reviewsourcelot')).toMatchObject([{ receivedQty: '8.0000' }, { receivedQty: '100.0000' }])
  })

  test('finds its roots by the supplier’s lot, the material, the receipt, and from a product lot in the middle', async () => {
    const scope = async (asked: Values) => (await trace('ReviewAsc', asked)).rootLots
    const [stored] = await at.rows(sql<Values>`select "sourceDocNo" from stocklot where id = ${soy.id}`)
    expect(await scope({ supplierLotNo: 'SB-77' })).toEqual([soy.lotNo])
    expect(await scope({ storeInDocNo: stored?.sourceDocNo })).toEqual([soy.lotNo])
    expect(await scope({ materialId: at.day.id('material', 'M001') })).toEqual([soy.lotNo, other.lotNo])
    expect((await trace('ReviewAsc', { productLotNo: bottled.lotNo })).counts).toMatchObject({
      lots: 2,
      productLots: 2,
    })
  })

  test('of nothing, or of a lot nobody knows, is refused by name', async () => {
    const ask = (asked: Values) => at.server.call('POST', 'SafetyReview/ReviewAsc', asked, at.token)
    expect((await ask({})).status).toBe(2024)
    expect(await ask({ lotNos: [soy.lotNo, 'L-0'] })).toMatchObject({ status: 2025, data: { lotNo: 'L-0' } })
    expect((await at.server.call('POST', 'SafetyReview/ReviewDesc', {}, at.token)).status).toBe(2024)
    const unknown = await at.server.call('POST', 'SafetyReview/ReviewDesc', { productLotNos: ['P-0'] }, at.token)
    expect(unknown).toMatchObject({ status: 2025, data: { lotNo: 'P-0' } })
  })

  test('what is charged and not received yet can still be stopped: of plans that are open, batch by batch where they are recorded', async () => {
    const { day, plant } = at
    const lot = await plant.lot('M001', '100')
    const reported = async (asked: Values = {}) => {
      const rows = rowsOf(await trace('ReviewAsc', { lotNos: [lot.lotNo], ...asked }), 'reviewstoppable')
      return rows.filter(({ kind }) => kind === 'PROCESS').map(row => [row.refNo, row.lotNo, row.qty, row.unitName])
    }
    const line = (qty: string) => [
      { materialId: day.id('material', 'M001'), lotId: lot.id, qty, fefoOverrideReason: '测试' },
    ]
    const begun = async (qty: string, more: Values = {}) => {
      const id = await plant.plan('X1', qty, more)
      await day.issue(id, line(qty))
      const [plan] = await at.rows(sql<Values>`select "docNo" from produceplan where id = ${id}`)
      return { id, docNo: plan?.docNo }
    }
    const whole = await begun('10')
    expect(await reported()).toEqual([])
    const use = await day.use(whole.id, lot.id, '10')
    expect(await reported()).toEqual([[whole.docNo, lot.lotNo, '10.0000', '千克']])
    // What was corrected away is back in work, and counted there.
    await day.run('usematerialrecord.correct', { id: use.id, factAmount: '9', reason: '复秤' })
    expect(await reported()).toEqual([[whole.docNo, lot.lotNo, '9.0000', '千克']])
    const { asOfSeq } = await trace('ReviewAsc', { lotNos: [lot.lotNo], sections: [] })
    await day.produce(whole.id, '9')
    expect(await reported()).toEqual([])
    expect(await reported({ asOfSeq })).toEqual([[whole.docNo, lot.lotNo, '9.0000', '千克']])

    const batches = await begun('20', { batchCount: 2 })
    await day.use(batches.id, lot.id, '12', { batchSeq: 1 })
    await day.use(batches.id, lot.id, '8', { batchSeq: 2 })
    await day.produce(batches.id, '12', { batchSeq: 1 })
    expect(await reported()).toEqual([[batches.docNo, lot.lotNo, '8.0000', '千克']])
    // Precision PLAN: all input of the plan is in its output.
    expect(await reported({ precision: 'PLAN' })).toEqual([])
    await at.rows(sql<Values>`update produceplan set status = 'CLOSED' where id = ${batches.id}`)
    expect(await reported()).toEqual([])
  })
})

describe('a backward trace', () => {
  test('is the mirror of the forward one: every lot it finds leads forward to where it began', async () => {
    const answer = await trace('ReviewDesc', { productLotNos: [boxed.lotNo] })
    const found = [...lotNosOf(answer, 'reviewmaterial'), ...lotNosOf(answer, 'reviewproductlot')]
    expect(found.sort()).toEqual([soy.lotNo, bottled.lotNo, boxed.lotNo].sort())
    for (const lotNo of found) {
      const forward = await trace('ReviewAsc', { lotNos: [lotNo as string] })
      expect(lotNosOf(forward, 'reviewproductlot')).toContain(boxed.lotNo)
    }
    expect(
      rowsOf(answer, 'reviewuse')
        .map(row => [row.lotNo, row.qty])
        .sort(),
    ).toEqual(
      [
        [soy.lotNo, '40.0000'],
        [bottled.lotNo, '10.0000'],
      ].sort(),
    )
    expect(rowsOf(answer, 'reviewdealer')).toMatchObject([{ dealerName: '深圳鲜达供应链有限公司', netQty: '4.0000' }])
    expect(rowsOf(answer, 'reviewsibling').map(row => [row.lotNo, row.sharedLotNo])).toEqual([
      [canned.lotNo, soy.lotNo],
    ])
  })

  test('balances the lots asked for, what went into them, and the plans between', async () => {
    const rows = rowsOf(await trace('ReviewDesc', { productLotNos: [boxed.lotNo] }), 'reviewbalance')
    const reported = rows.map(row => [row.scopeType, row.refNo, row.accountedRate, row.soldQty])
    expect(reported.filter(([scope]) => scope === 'LOT').sort()).toEqual(
      [
        ['LOT', soy.lotNo, '100.00', '0'],
        ['LOT', bottled.lotNo, '100.00', '15.0000'],
        ['LOT', boxed.lotNo, '100.00', '4.0000'],
      ].sort(),
    )
    expect(reported.filter(([scope]) => scope === 'PLAN')).toHaveLength(2)
  })

  test('begins from a sale, a dealer or a product and day as well', async () => {
    const roots = async (asked: Values) => (await trace('ReviewDesc', asked)).rootLots
    expect(await roots({ saleOutNo: sales[1]?.docNo })).toEqual([bottled.lotNo, boxed.lotNo].sort())
    expect(await roots({ dealerId: at.day.id('dealer', 'D003') })).toEqual([])
    const produced = { productId: at.day.id('product', 'Y1'), produceDate: at.plant.script.day }
    expect(await roots(produced)).toEqual([boxed.lotNo])
  })
})
