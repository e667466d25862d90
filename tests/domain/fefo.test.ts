import { beforeAll, describe, expect, test } from 'vitest'
import { decimal } from '#contract/schema/decimal.ts'
import type { Values } from '#contract/schema/field.ts'
import { allocate, type Candidate, guardFirstExpired } from '../../server/domain/stock/fefo.ts'
import { withPlant } from '../support/plantServer.ts'
import { refusalOf } from '../support/workday.ts'

const candidate = (lotId: number, expiryDate: string | null, quantity: string): Candidate => ({
  lotId,
  lotNo: `L${lotId}`,
  locationId: 1,
  warehouseId: 1,
  expiryDate,
  produceDate: '2026-01-01',
  quantity,
  unitId: 1,
  supplierLotNo: null,
  supplyId: null,
})
const ordered = [candidate(1, '2027-01-01', '5'), candidate(2, '2027-02-01', '7.5'), candidate(3, null, '100')]
const picked = (lotId: number, quantity: string, reason: string | null = null) => {
  const { lotNo, expiryDate } = ordered[lotId - 1] as Candidate
  return { lotId, lotNo, expiryDate, quantity, reason }
}
const refusal = (...picks: ReturnType<typeof picked>[]) =>
  refusalOf(Promise.resolve().then(() => guardFirstExpired(ordered, picks)))

describe('splitting a need over lots', () => {
  test.each([
    ['5', [[1, '5.0000']]],
    [
      '5.0001',
      [
        [1, '5.0000'],
        [2, '0.0001'],
      ],
    ],
    [
      '112.5',
      [
        [1, '5.0000'],
        [2, '7.5000'],
        [3, '100.0000'],
      ],
    ],
    [
      '500',
      [
        [1, '5.0000'],
        [2, '7.5000'],
        [3, '100.0000'],
      ],
    ],
    ['0', []],
  ] as const)('%s takes the earliest to expire first', (need, takes) => {
    expect(allocate(ordered, decimal(need)).map(take => [take.candidate.lotId, take.quantity])).toEqual(takes)
  })
})

describe('a lot that expires earlier', () => {
  test('is passed over only for a reason', async () => {
    expect(await refusal(picked(2, '1'))).toEqual({
      refusal: 'fefoReasonMissing',
      data: { lotNo: 'L2', earlier: 'L1' },
    })
    guardFirstExpired(ordered, [picked(2, '1', '客户指定')])
  })

  test('is not passed over when the same document empties it', async () => {
    guardFirstExpired(ordered, [picked(2, '1'), picked(1, '5')])
    expect(await refusal(picked(2, '1'), picked(1, '4.9'))).toMatchObject({ refusal: 'fefoReasonMissing' })
  })

  test('comes before one that never expires', async () => {
    expect(await refusal(picked(3, '1'))).toMatchObject({ data: { lotNo: 'L3', earlier: 'L1' } })
  })
})

describe('the proposal', () => {
  const at = withPlant()
  beforeAll(() => at.day.product('X1', [['M001', '1']]))

  const proposed = async (quantity: string) => {
    const planId = await at.plant.plan('X1', quantity)
    const rows = await at.plant.script.prepare('getmaterialrecord', { producePlanId: planId })
    return { planId, lines: rows[0]?.lines as readonly Values[] }
  }

  test('offers released lots that have not expired, earliest first, and can be posted as it is', async () => {
    const late = await at.plant.lot('M001', '10', { expiryDate: '2027-09-01' })
    const early = await at.plant.lot('M001', '4', { expiryDate: '2027-03-01' })
    await at.plant.lot('M001', '10', { produceDate: '2026-01-01', expiryDate: '2026-10-01' })
    const held = await at.plant.lot('M001', '10', { expiryDate: '2027-01-01' })
    await at.day.run('stocklot.hold', { id: held.id, reason: '待查' })
    await at.day.receive([at.day.receiptLine('M001', '10', { expiryDate: '2027-01-01' })])
    const { planId, lines } = await proposed('9')
    expect(lines.map(line => [line.lotId, line.qty])).toEqual([
      [early.id, '4.0000'],
      [late.id, '5.0000'],
    ])
    expect(await at.day.issue(planId, lines)).toMatchObject({ status: 'SUBMITTED' })
  })

  test('that is changed to a later lot wants a reason, which is kept with the line', async () => {
    const early = await at.plant.lot('M001', '5', { expiryDate: '2027-02-01' })
    const late = await at.plant.lot('M001', '5', { expiryDate: '2027-12-01' })
    const { planId, lines } = await proposed('5')
    expect(lines.map(line => line.lotId)).toEqual([early.id])
    const changed = { ...lines[0], lotId: late.id }
    expect(await refusalOf(at.day.issue(planId, [changed]))).toEqual({
      refusal: 'fefoReasonMissing',
      data: { lotNo: late.lotNo, earlier: early.lotNo },
    })
    const issue = await at.day.issue(planId, [{ ...changed, fefoOverrideReason: '前批在高架' }])
    expect(issue.lines).toMatchObject([{ fefoOverrideReason: '前批在高架', lotId: late.id }])
  })

  test('of more than there is offers what there is', async () => {
    const { lines } = await proposed('5000')
    expect(lines.reduce((sum, line) => sum + Number(line.qty), 0)).toBeLessThan(5000)
    expect(lines.length).toBeGreaterThan(0)
  })
})
