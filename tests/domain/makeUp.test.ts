import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { unbalancedLots } from '../support/plant.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const room = stockroomOf(at)
beforeAll(() => at.day.product('X1', [['M001', '1']]))

const material = (code: string) => at.day.id('material', code)
const issueLine = (lot: Lot, qty: string): Values => ({
  materialId: material('M001'),
  lotId: lot.id,
  qty,
  fefoOverrideReason: '测试',
})

/** Plan for 40 kg, all issued from a larger lot; E001 is the operator. */
async function issued() {
  await room.signAs('E001')
  const lot = await at.plant.lot('M001', '100')
  const planId = await at.plant.plan('X1', '40')
  await at.day.issue(planId, [issueLine(lot, '40')])
  return { lot, planId }
}
const makeUp = (planId: number, lot: Lot, qty: string, more: Values = {}) =>
  at.day.run('materialmakeup.save', {
    producePlanId: planId,
    makeUpTime: at.plant.script.now,
    materialId: material('M001'),
    lotId: lot.id,
    qty,
    reasonType: 'SPILL',
    reason: '倾倒时洒漏',
    fefoOverrideReason: '测试',
    applicantId: at.day.id('employee', 'E004'),
    submit: true,
    ...more,
  })
const line = async (planId: number) =>
  (
    await at.rows(sql<Values>`
      select "issuedQty", "makeUpQty", "wipQty" from produceplanmaterial where "parentId" = ${planId} order by "lineNo"`)
  )[0]

describe('a make-up', () => {
  test('adds to the plan’s work in progress, is signed by who approves it and shows how far it is over', async () => {
    const { lot, planId } = await issued()
    const made = await makeUp(planId, lot, '3')
    expect(made).toMatchObject({
      status: 'SUBMITTED',
      overRate: '7.50',
      approverId: at.day.id('employee', 'E001'),
      unitId: at.day.id('unit', 'kg'),
    })
    expect(await room.posted(made.docNo)).toMatchObject([{ moveType: 'MUP', from: 'STORAGE', to: 'WIP' }])
    expect(await line(planId)).toEqual({ issuedQty: '40.0000', makeUpQty: '3.0000', wipQty: '43.0000' })
    expect(await makeUp(planId, lot, '1')).toMatchObject({ overRate: '10.00' })
    expect(await unbalancedLots(at.server.db)).toEqual([])
  })

  test('is not approved by the one who asked, nor by somebody without an employee record', async () => {
    const { lot, planId } = await issued()
    expect(await refusalOf(makeUp(planId, lot, '1', { applicantId: at.day.id('employee', 'E001') }))).toEqual({
      refusal: 'samePerson',
      data: { first: '批准人', second: '申请人', fieldErrors: { applicantId: 'samePerson' } },
    })
    await room.signAs(null)
    expect(await refusalOf(makeUp(planId, lot, '1'))).toMatchObject({ refusal: 'noEmployee' })
  })

  test('of a material that is not on the plan is refused', async () => {
    const { planId } = await issued()
    const sugar = await at.plant.lot('M004', '10')
    const refused = makeUp(planId, sugar, '1', { materialId: material('M004') })
    expect(await refusalOf(refused)).toMatchObject({ refusal: 'makeUpNotOnPlan', data: { item: '白砂糖' } })
  })

  test('names one item: what was chosen before its type was changed goes', async () => {
    const { planId } = await issued()
    const both = { materialId: material('M001'), semiProductId: at.day.id('product', 'X1') }
    const save = (row: Values) => at.day.run('materialmakeup.save', row)
    const draft = await save({ producePlanId: planId, itemType: 'PRODUCT', ...both })
    expect(draft).toMatchObject({ materialId: null, semiProductId: both.semiProductId })
    const { id, rowVersion } = draft
    expect(await save({ id, rowVersion, itemType: 'MATERIAL', ...both })).toMatchObject({
      materialId: both.materialId,
      semiProductId: null,
    })
    expect(await save({ itemType: 'MATERIAL', ...both })).toMatchObject({ producePlanId: null, semiProductId: null })
  })

  test('of a substitute the formula names is how that gets into the plan', async () => {
    await room.signAs('E001')
    const group = (code: string, amount: string) => ({
      materialId: material(code),
      unitId: at.day.id('unit', 'kg'),
      amount,
      substituteGroup: 'A',
    })
    await at.day.product('X3', [['M001', '1']])
    const lines = [group('M001', '1'), group('M004', '1')]
    const row = at.day.formulaRow('X3', [], { versionNo: 'V2', lines })
    const formula = await at.day.run('productformula.save', row)
    await at.day.run('productformula.approve', { id: formula.id })
    const [soy, sugar] = [await at.plant.lot('M001', '20'), await at.plant.lot('M004', '20')]
    const planId = await at.plant.plan('X3', '10', { formulaId: formula.id })
    await at.day.issue(planId, [issueLine(soy, '5')])
    const direct = at.day.issue(planId, [{ ...issueLine(sugar, '5'), materialId: material('M004') }])
    expect(await refusalOf(direct)).toMatchObject({ refusal: 'issueOverRequired', data: { required: '0.0000' } })
    const made = await makeUp(planId, sugar, '5', { materialId: material('M004') })
    expect(made).toMatchObject({ status: 'SUBMITTED', overRate: null })
  })

  test('takes only lots that may be issued, and says why an earlier one is skipped', async () => {
    const { planId } = await issued()
    const early = await at.plant.lot('M001', '5', { produceDate: '2026-10-01' })
    const late = await at.plant.lot('M001', '5', { produceDate: '2026-11-10' })
    expect(await refusalOf(makeUp(planId, late, '1', { fefoOverrideReason: null }))).toMatchObject({
      refusal: 'fefoReasonMissing',
      data: { lotNo: late.lotNo },
    })
    await at.day.run('stocklot.hold', { id: early.id, reason: '待复检' })
    expect(await refusalOf(makeUp(planId, early, '1'))).toMatchObject({ refusal: 'lotNotUsable' })
    const foreign = await at.plant.lot('M004', '5')
    expect(await refusalOf(makeUp(planId, foreign, '1'))).toMatchObject({ refusal: 'lotWrongItem' })
    expect(await refusalOf(makeUp(planId, late, '5.5'))).toMatchObject({ refusal: 'shortOfStock' })
  })

  test('waits until the plan has been issued to', async () => {
    await room.signAs('E001')
    const lot = await at.plant.lot('M001', '5')
    const planId = await at.plant.plan('X1', '4')
    expect(await refusalOf(makeUp(planId, lot, '1'))).toMatchObject({ refusal: 'planNotOpen' })
  })

  test('is reversed while its goods still lie in the work in progress', async () => {
    const { lot, planId } = await issued()
    const made = await makeUp(planId, lot, '3')
    await at.day.run('materialmakeup.reverse', { id: made.id, reason: '录错' })
    expect(await line(planId)).toMatchObject({ makeUpQty: '0.0000', wipQty: '40.0000' })
    const second = await makeUp(planId, lot, '3')
    await at.day.use(planId, lot.id, '43')
    const refused = at.day.run('materialmakeup.reverse', { id: second.id, reason: '录错' })
    expect(await refusalOf(refused)).toMatchObject({ refusal: 'blockedByUse' })
  })

  test('begun from a plan proposes the material that is short with the lot that expires first', async () => {
    await room.signAs('E004')
    const { planId, lot } = await issued()
    await room.signAs('E004')
    await at.day.issue(planId, [issueLine(lot, '10')], { issueType: 'RETURN' })
    const [row] = await at.plant.script.prepare('materialmakeup', { producePlanId: planId })
    expect(row).toMatchObject({
      materialId: material('M001'),
      qty: '10.0000',
      lotId: expect.any(Number),
      locationId: expect.any(Number),
      applicantId: at.day.id('employee', 'E004'),
    })
  })
})
