import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { decimal } from '#contract/schema/decimal.ts'
import type { Values } from '#contract/schema/field.ts'
import type { SectionName } from '#contract/trace/sectionNames.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
const store = stockroomOf(at)
beforeAll(async () => {
  await store.signAs('E001')
  await store.bin('Q5', 'WH05', { isQuarantine: true })
  await at.day.product('X1', [['M001', '1']])
  await at.day.product('W1', [['M001', '1']], { baseUnitId: at.day.id('unit', 'kg') })
})

async function trace(path: 'ReviewAsc' | 'ReviewDesc', asked: Values): Promise<TraceAnswer> {
  const answer = await at.server.call('POST', `SafetyReview/${path}`, asked, at.token)
  expect(answer).toMatchObject({ status: 0 })
  return answer.data
}
const rowsOf = (answer: TraceAnswer, name: SectionName) => answer.sections[name]?.rows ?? []
const sumOf = (rows: readonly Values[], field: string) =>
  rows.reduce((sum, row) => sum.plus(decimal(row[field])), decimal(0)).toFixed(4)
const made = async (quantity = '20') => {
  const soy = await at.plant.lot('M001', quantity)
  return { soy, lot: await at.day.madeFrom('X1', soy, quantity, quantity) }
}
const sell = (dealer: string, lot: Lot, packages: string) =>
  at.day.sell(dealer, [at.day.saleLine('X1', lot.id, packages, { fefoOverrideReason: '测试' })])
const giveBack = (dealer: string, lot: Lot, packageQty: string) =>
  at.day.run('productstorein.save', {
    storeInType: 'DEALER_RETURN',
    storeInTime: at.plant.script.now,
    productId: at.day.id('product', 'X1'),
    productSpecId: at.day.id('productspec', 'X1-1'),
    lotNo: lot.lotNo,
    packageQty,
    dealerId: at.day.id('dealer', dealer),
    warehouseId: at.day.id('warehouse', 'WH05'),
    handlerId: at.day.id('employee', 'E003'),
    submit: true,
  })

describe('a trace', () => {
  test('tells what came back once, however many sales it may have come from', async () => {
    const { soy, lot } = await made()
    await sell('D001', lot, '5')
    await sell('D001', lot, '7')
    await sell('D002', lot, '1')
    await giveBack('D001', lot, '6')
    const answer = await trace('ReviewAsc', { lotNos: [soy.lotNo] })
    const rows = rowsOf(answer, 'reviewdealer').filter(row => row.dealerId === at.day.id('dealer', 'D001'))
    expect(rows.map(row => [row.qty, row.returnedQty, row.netQty]).sort()).toEqual([
      ['5.0000', '5.0000', '0.0000'],
      ['7.0000', '1.0000', '6.0000'],
    ])
    expect(answer.counts.dealers).toBe(2)
    expect(sumOf(rowsOf(answer, 'reviewdealer'), 'netQty')).toBe('7.0000')
    expect(rowsOf(answer, 'reviewproductlot')).toMatchObject([{ soldQty: '7.0000', returnedQty: '6.0000' }])
  })

  test('ends where goods go round in a circle, and counts each lot once', async () => {
    const { soy, lot } = await made('10')
    const [first] = await at.rows(sql<Values>`select "producePlanId" from lotlink where "outLotId" = ${lot.id}`)
    // Cycle of links, as typing errors have made them.
    await at.rows(sql<Values>`insert into lotlink ("customerId", "inLotId", "outLotId", "producePlanId", "batchSeq",
      "usedQuantity", "linkPrecision") select "customerId", "outLotId", "inLotId", "producePlanId", 0, 1, 'PLAN'
      from lotlink where "outLotId" = ${lot.id} and "producePlanId" = ${Number(first?.producePlanId)}`)
    const forward = await trace('ReviewAsc', { lotNos: [soy.lotNo] })
    expect(forward.counts).toMatchObject({ lots: 2, productLots: 1 })
    const back = await trace('ReviewDesc', { productLotNos: [lot.lotNo] })
    expect(back.counts.lots).toBe(2)
  })

  test('shows a charge that was corrected as both records, the shares of a material in a plan being a hundred percent', async () => {
    const [a, b] = [await at.plant.lot('M001', '30'), await at.plant.lot('M001', '10')]
    const planId = await at.plant.plan('X1', '40')
    const line = (lot: Lot, qty: string): Values => ({
      materialId: at.day.id('material', 'M001'),
      lotId: lot.id,
      qty,
      fefoOverrideReason: '测试',
    })
    await at.day.issue(planId, [line(a, '30'), line(b, '10')])
    const use = await at.day.use(planId, a.id, '30')
    await at.day.use(planId, b.id, '10')
    await at.day.produce(planId, '38')
    await at.day.run('usematerialrecord.correct', { id: use.id, factAmount: '28', reason: '复秤' })
    const answer = await trace('ReviewAsc', { lotNos: [a.lotNo, b.lotNo] })
    const uses = rowsOf(answer, 'reviewuse')
    expect(uses.map(row => row.qty).sort()).toEqual(['-2.0000', '10.0000', '30.0000'])
    expect(Math.abs(uses.reduce((sum, row) => sum + Number(row.shareRate), 0) - 100)).toBeLessThan(0.03)
    expect(new Set(uses.map(row => row.productName))).toEqual(new Set(['产品X1']))
  })

  test('says of a plan what it took, made and lost, in kilograms', async () => {
    const soy = await at.plant.lot('M001', '100')
    const planId = await at.plant.plan('W1', '100')
    await at.day.issue(planId, [
      { materialId: at.day.id('material', 'M001'), lotId: soy.id, qty: '100', fefoOverrideReason: '测试' },
    ])
    await at.day.use(planId, soy.id, '100')
    await at.day.produce(planId, '94')
    const plan = rowsOf(await trace('ReviewAsc', { lotNos: [soy.lotNo] }), 'reviewbalance').find(
      row => row.scopeType === 'PLAN',
    )
    expect(plan).toMatchObject({ usedQty: '100.0000', outputQty: '94.0000', lossQty: '6.0000', lossRate: '6.00' })
  })

  test('holds the books against what was counted', async () => {
    const soy = await at.plant.lot('M001', '50')
    await at.day.run('stockcount.save', {
      countTime: at.plant.script.now,
      warehouseId: at.day.id('warehouse', 'WH01'),
      counterId: at.day.id('employee', 'E002'),
      submit: true,
      lines: [{ lotId: soy.id, locationId: await store.defaultBin('WH01'), countedQuantity: '49', reason: '破袋' }],
    })
    const [row] = rowsOf(await trace('ReviewAsc', { lotNos: [soy.lotNo] }), 'reviewbalance')
    expect(row).toMatchObject({
      countedQty: '49.0000',
      physicalRate: '98.00',
      accountedRate: '100.00',
      countDiffQty: '1.0000',
      physicalStatus: 'PASS',
    })
    const other = await at.plant.lot('M001', '5')
    const [uncounted] = rowsOf(await trace('ReviewAsc', { lotNos: [other.lotNo] }), 'reviewbalance')
    expect(uncounted).toMatchObject({ countedQty: null, physicalRate: null, physicalStatus: null })
  })

  test('says whether the plant takes what was counted for near enough, by its own settings', async () => {
    const lots = { '98.00': 'PASS', '97.00': 'LIMITED', '95.00': 'LIMITED', '94.00': 'FAIL', '106.00': 'FAIL' }
    const reported = async (lotNos: readonly string[]) => {
      const rows = rowsOf(await trace('ReviewAsc', { lotNos }), 'reviewbalance')
      return Object.fromEntries(rows.map(row => [String(row.physicalRate), row.physicalStatus]))
    }
    const counted: string[] = []
    for (const countedQuantity of ['98', '97', '95', '94', '106']) {
      const lot = await at.plant.lot('M001', '100')
      counted.push(lot.lotNo)
      await at.day.run('stockcount.save', {
        countTime: at.plant.script.now,
        warehouseId: at.day.id('warehouse', 'WH01'),
        counterId: at.day.id('employee', 'E002'),
        submit: true,
        lines: [{ lotId: lot.id, locationId: await store.defaultBin('WH01'), countedQuantity, reason: '盘点' }],
      })
    }
    expect(await reported(counted)).toEqual(lots)
    const set = (green: string, amber: string) =>
      at.rows(sql<Values>`update setting set value = case key when 'balanceGreen' then ${green} else ${amber} end
        where key in ('balanceGreen', 'balanceAmber')`)
    await set('1.5', '6')
    expect(await reported(counted)).toEqual({ ...lots, '98.00': 'LIMITED', '94.00': 'LIMITED', '106.00': 'LIMITED' })
    await set('2', '5')
  })

  test('says of water that nobody tracks it by lot, instead of missing its proofs', async () => {
    const { day, plant } = at
    const planId = await plant.plan('F101', '100')
    const soy = await plant.lot('M001', '26')
    const [row] = await plant.script.prepare('getmaterialrecord', { producePlanId: planId })
    const water = (row?.lines as Values[] | undefined)?.find(line => line.materialId === day.id('material', 'W001'))
    await day.issue(planId, [
      { ...water },
      { materialId: day.id('material', 'M001'), lotId: soy.id, qty: '26', fefoOverrideReason: '测试' },
    ])
    await day.use(planId, soy.id, '26')
    await day.use(planId, Number(water?.lotId), String(water?.qty))
    const { lotNo } = await day.produce(planId, '10')
    const back = await trace('ReviewDesc', { productLotNos: [String(lotNo)] })
    const proofs = rowsOf(back, 'reviewmaterial').map(row => [row.lotNo, row.licenceValid, row.iqcVerdict])
    expect(proofs).toContainEqual(['W001', 'UNTRACKED', 'UNTRACKED'])
    expect(proofs.find(([number]) => number === soy.lotNo)?.[1]).toBe('VALID')
    const forward = await trace('ReviewAsc', { lotNos: ['W001', soy.lotNo] })
    const sources = rowsOf(forward, 'reviewsourcelot').map(row => [row.lotNo, row.isUntracked])
    expect(new Map(sources as [string, unknown][])).toEqual(
      new Map<string, unknown>([
        ['W001', true],
        [soy.lotNo, null],
      ]),
    )
  })

  test('loses no row for what was never written down', async () => {
    const { soy, lot } = await made('8')
    await sell('D001', lot, '3')
    await at.rows(sql<Values>`update stocklot set "supplyId" = null, "supplierLotNo" = null, "expiryDate" = null,
      "sourceDocNo" = null, "unitId" = null, "producePlanId" = null where id in (${soy.id}, ${lot.id})`)
    await at.rows(
      sql<Values>`update usematerialrecord set "techStepNo" = null, "equipmentId" = null where "lotId" = ${soy.id}`,
    )
    const forward = await trace('ReviewAsc', { lotNos: [soy.lotNo] })
    expect(forward.counts).toMatchObject({ lots: 2, productLots: 1, dealers: 1, suppliers: 0 })
    expect(forward.accountedRate).toBe('100.00')
    expect(rowsOf(forward, 'reviewsourcelot')).toMatchObject([
      { supplierName: null, storeInDate: null, licenceValid: null },
    ])
    expect(rowsOf(forward, 'reviewproductlot')).toMatchObject([{ lotNo: lot.lotNo, planNo: null, expiryDate: null }])
    for (const name of ['reviewuse', 'reviewdealer', 'reviewstoppable'] as const)
      expect([name, rowsOf(forward, name).length]).toEqual([name, 1])
    const back = await trace('ReviewDesc', { productLotNos: [lot.lotNo] })
    expect(rowsOf(back, 'reviewmaterial').map(row => row.lotNo)).toEqual([soy.lotNo])
  })
})
