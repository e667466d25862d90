import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { evidenceOf } from '../support/evidence.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'

const at = withPlant()
const room = stockroomOf(at)
const proofs = evidenceOf(at)
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
})
beforeEach(() => room.signAs('E001'))

describe('the materials of a product lot', () => {
  test('are told with what of them went into it, not with what was used of them elsewhere', async () => {
    const soy = await at.plant.lot('M001', '100')
    const lot = await at.day.madeFrom('X1', soy, '40', '40')
    await at.day.madeFrom('X1', soy, '30', '30')
    expect(await proofs.rows(lot, 'reviewmaterial')).toMatchObject([
      { lotNo: soy.lotNo, level: 1, usedQty: '40.0000', receivedQty: '100.0000', onHandQty: '30.0000' },
    ])
  })

  test('are told as they stood when it was asked, a later correction left out', async () => {
    const lot = await proofs.made()
    const { asOfSeq } = await proofs.ask(lot)
    const [use] = await at.rows(sql<Values>`select id from usematerialrecord where "producePlanId" = ${lot.planId}`)
    await at.day.run('usematerialrecord.correct', { id: use?.id, factAmount: '8', reason: '称重有误' })
    expect(await proofs.rows(lot, 'reviewmaterial')).toMatchObject([{ usedQty: '8.0000' }])
    expect(await proofs.rows(lot, 'reviewmaterial', { asOfSeq })).toMatchObject([{ usedQty: '10.0000' }])
  })

  test('came under a licence that held to the end of its last day, had run out the day before, or is not recorded', async () => {
    const lot = await proofs.made()
    const licence = async (more: Values) => {
      const standing = { licenseNo: 'SC1', licenseExpireDate: '2028-12-31', supplierType: 'FARMER', ...more }
      await proofs.lab.change('supply', at.day.id('supply', 'S001'), standing)
      const [row] = await proofs.rows(lot, 'reviewmaterial')
      return row?.licenceValid
    }
    expect(await licence({ licenseExpireDate: proofs.day(0) })).toBe('VALID')
    expect(await licence({ licenseExpireDate: proofs.day(-1) })).toBe('INVALID')
    expect(await licence({ licenseExpireDate: null })).toBe('UNKNOWN')
    expect(await licence({ licenseNo: null })).toBe('UNKNOWN')
    expect(await licence({})).toBe('VALID')
  })

  test('are judged by their incoming inspection, and where there was none it is said so', async () => {
    const lot = await proofs.made()
    const [inspected] = await proofs.rows(lot, 'reviewmaterial')
    const [iqc] = await proofs.lab.inspectionsOf({ id: inspected?.lotId as number })
    expect(inspected).toMatchObject({
      iqcNo: iqc?.docNo,
      iqcVerdict: 'PASS',
      certificateNo: 'COA',
      supplierLotNo: 'SL1',
    })
    const inspect = (isInspected: boolean) =>
      proofs.lab.change('material', at.day.id('material', 'M001'), { isInspected })
    await inspect(false)
    const soy = await proofs.lab.received('M001', '10')
    await inspect(true)
    const other = await at.day.madeFrom('X1', soy, '10', '10')
    expect(await proofs.rows(other, 'reviewmaterial')).toMatchObject([{ iqcNo: null, iqcVerdict: 'UNKNOWN' }])
  })
})

describe('the inspection of a product lot', () => {
  const finished = { productType: 'FINISHED', ingredientList: '大豆、水', standardNo: 'GB 2717' }
  /** A lot of a finished product, whose inspection waits. */
  async function waiting(code: string) {
    await at.day.product(code, [['M001', '1']], finished)
    const soy = await at.plant.lot('M001', '10')
    const planId = await at.plant.plan(code, '10')
    const line = { materialId: at.day.id('material', 'M001'), lotId: soy.id, qty: '10', fefoOverrideReason: '测试' }
    await at.day.issue(planId, [line])
    await at.day.use(planId, soy.id, '10')
    const { lotId, lotNo } = await at.day.produce(planId, '10')
    return { id: lotId as number, lotNo: String(lotNo), productId: at.day.id('product', code) }
  }
  const evidence = async (lot: { readonly lotNo: string }, type: string) =>
    (await proofs.rows(lot, 'reviewinspection')).filter(row => row.evidenceType === type)

  test('is told item by item with limits and verdict, and waits for its verdict until there is one', async () => {
    const lot = await waiting('F8')
    expect(await evidence(lot, 'FQC')).toMatchObject([{ verdict: 'UNKNOWN', itemVerdict: null, inspectorName: null }])
    const [open] = await proofs.lab.inspectionsOf(lot)
    const balance = await proofs.lab.instrument()
    const items = [
      { itemName: '全氮', limitMin: '1.50', resultValue: '1.62', unitName: 'g/100mL', detecEquipmentId: balance },
      { itemName: '大肠菌群', limitMax: '10', resultValue: '11', isSafetyItem: true },
    ]
    const filled = { standardNo: 'GB 2717', inspectorId: at.day.id('employee', 'E006'), items }
    await proofs.lab.change('qualityinspection', open?.id as number, filled)
    await at.day.run('qualityinspection.judge', { id: open?.id })
    const common = { verdict: 'FAIL', inspectorName: '杨帆', docNo: open?.docNo, testDay: proofs.day(0) }
    expect(await evidence(lot, 'FQC')).toMatchObject([
      {
        ...common,
        itemName: '全氮',
        limitMin: '1.50',
        resultValue: '1.62',
        itemVerdict: 'PASS',
        calibrationValid: 'VALID',
      },
      { ...common, itemName: '大肠菌群', isSafetyItem: true, itemVerdict: 'FAIL', calibrationValid: null },
    ])
  })

  test('has a laboratory’s report that held on the day, the last that had run out, or none', async () => {
    const { productId, ...lot } = await waiting('F9')
    const reported = async () =>
      (await evidence(lot, 'THIRD_PARTY')).map(row => [row.docNo, row.reportValid, row.verdict, row.itemName])
    const report = (reportNo: string, from: number, until: number | null, more = {}) =>
      at.day.run('thirdreport.save', {
        ...{ reportNo, productId, agencyName: '市质检院', issueDate: proofs.day(from) },
        ...{ validUntil: until === null ? null : proofs.day(until), ...more },
      })
    expect(await reported()).toEqual([[null, 'UNKNOWN', 'UNKNOWN', null]])
    await report('R1', -800, -400)
    await report('R2', -366, -1)
    expect(await reported()).toEqual([['R2', 'INVALID', 'PASS', null]])
    await report('R3', -30, null)
    expect(await reported()).toEqual([['R3', 'UNKNOWN', 'PASS', null]])
    await report('R4', -365, 0, { items: [{ itemName: '铅', resultText: '未检出' }] })
    expect(await reported()).toEqual([['R4', 'VALID', 'PASS', '铅']])
    await report('R5', 0, 300, { lotId: lot.id, conclusion: 'FAIL' })
    expect(await reported()).toEqual([
      ['R4', 'VALID', 'PASS', '铅'],
      ['R5', 'VALID', 'FAIL', null],
    ])
  })

  test('that nobody ever opened is a gap that is shown', async () => {
    const lot = await proofs.made()
    await at.rows(sql<Values>`update productstorein set "inspectionId" = null where "lotId" = ${lot.id}`)
    await at.rows(sql<Values>`delete from qualityinspection where "lotId" = ${lot.id}`)
    expect(await evidence(lot, 'FQC')).toMatchObject([{ docNo: null, verdict: 'UNKNOWN' }])
  })
})

describe('the surroundings of a product lot', () => {
  test('are the consumables issued to its line that day, and those of which the line is not stated', async () => {
    await proofs.machine({ workshop: '灌装一线' })
    await proofs.machine({ workshop: '酿造车间' })
    const lot = await proofs.made({ workshop: '灌装一线' })
    const detergent = { code: 'CS1', name: '清洗剂', consumableType: 'CLEANING', unitId: at.day.id('unit', 'kg') }
    const { id } = await at.day.run('consumables.save', detergent)
    const moved = (direction: string, lotNo: string, more: Values = {}) =>
      at.day.run('consumablesout.save', {
        ...{ consumablesId: id, direction, qty: '1', outDate: proofs.day(0), department: '生产部', lotNo },
        ...{
          employeeId: at.day.id('employee', 'E004'),
          handlerId: at.day.id('employee', 'E002'),
          purpose: '清洗',
          ...more,
        },
      })
    await moved('IN', 'IN', { qty: '50' })
    await moved('OUT', 'LINE', { area: '灌装一线' })
    await moved('OUT', 'NOWHERE')
    await moved('OUT', 'ELSEWHERE', { area: '酿造车间' })
    await moved('OUT', 'YESTERDAY', { area: '灌装一线', outDate: proofs.day(-1) })
    const undone = await moved('OUT', 'UNDONE', { area: '灌装一线' })
    await at.day.run('consumablesout.reverse', { id: undone.id, reason: '录错' })
    const rows = await proofs.rows(lot, 'reviewenvironment')
    expect(rows.map(row => [row.lotNo, row.lineMatch, row.qty, row.consumablesName, row.employeeName])).toEqual([
      ['LINE', 'LINE', '1.0000', '清洗剂', '刘洋'],
      ['NOWHERE', 'UNKNOWN', '1.0000', '清洗剂', '刘洋'],
    ])
  })
})
