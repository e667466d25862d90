import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { productstorein } from '#contract/production/productstorein.ts'
import type { Values } from '#contract/schema/field.ts'
import { saveRecord } from '../../server/domain/records.ts'
import { laboratoryOf } from '../support/laboratory.ts'
import { withPlant } from '../support/plantServer.ts'
import { runConcurrently } from '../support/runConcurrently.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
const concurrently = runConcurrently(at)
const room = stockroomOf(at)
const lab = laboratoryOf(at)
let step = 0
let watched = 0
let thermometer = 0
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  await at.day.product('X2', [['M001', '1']])
  thermometer = await lab.instrument()
  step = await keyStep('X1', { limitMin: '85', limitMax: '95', limitUnit: '℃' })
  watched = await keyStep('X1', { stepNo: 2 }, { isKeyControl: false, limitMin: null, limitMax: null })
})
beforeEach(() => room.signAs('E001'))

async function keyStep(product: string, more: Values, flowMore: Values = {}): Promise<number> {
  const code = `T${Math.random().toString(36).slice(2, 8)}`
  const flow = await at.day.run('techflow.save', {
    code,
    name: `杀菌${code}`,
    flowType: 'PREP',
    isKeyControl: true,
    ccpNo: 'CCP1',
    controlItem: '中心温度',
    correctiveAction: '复杀',
    versionNo: '1.0',
    limitMin: '80',
    limitMax: '99',
    ...flowMore,
  })
  await at.day.run('techflow.approve', { id: flow.id })
  const row = { productId: at.day.id('product', product), stepNo: 1, techFlowId: flow.id, ...more }
  return (await at.day.run('producttechflow.save', row)).id
}

const monitor = (planId: number, more: Values = {}) =>
  at.day.run('importcontrol.save', {
    producePlanId: planId,
    productTechFlowId: step,
    monitorTime: at.plant.script.now,
    monitorId: at.day.id('employee', 'E004'),
    detecEquipmentId: thermometer,
    measuredValue: '90',
    ...more,
  })
const deviation = { measuredValue: '80', correctiveAction: '复杀', affectedQty: '5', disposition: 'RELEASE' }
const verify = (id: number) => at.day.run('importcontrol.verify', { id })

/** Plan of X1 with this many batches, everything charged. */
async function charged(batchCount = 1): Promise<number> {
  const lot = await at.plant.lot('M001', '10')
  const planId = await at.plant.plan('X1', '10', { batchCount })
  const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: '10', fefoOverrideReason: '测试' }
  await at.day.issue(planId, [line])
  await at.day.use(planId, lot.id, '10')
  return planId
}
const produced = async (planId: number, packages: string, more: Values = {}) => ({
  id: (await at.day.produce(planId, packages, more)).lotId as number,
})

describe('monitoring a critical control point', () => {
  test('keeps the limits as they were, whatever becomes of the product’s later', async () => {
    const { id } = await monitor(await charged())
    await lab.change('producttechflow', step, { limitMin: '60' })
    const again = await lab.change('importcontrol', id, { remark: '复核' })
    await lab.change('producttechflow', step, { limitMin: '85' })
    expect(again).toMatchObject({
      ccpNo: 'CCP1',
      controlItem: '中心温度',
      limitMin: '85.00',
      limitMax: '95.00',
      limitUnit: '℃',
      result: 'PASS',
    })
  })

  test.each([
    ['85', 'PASS'],
    ['95', 'PASS'],
  ])('of %s passes: the limits themselves are within', async (measuredValue, result) => {
    expect(await monitor(await charged(), { measuredValue })).toMatchObject({ result })
  })

  test('out of its limits asks for what was done, how much it concerns and what becomes of it', async () => {
    const planId = await charged()
    expect(await refusalOf(monitor(planId, { measuredValue: '84.99' }))).toEqual({
      refusal: 'invalid',
      data: { correctiveAction: 'deviation', affectedQty: 'deviation', disposition: 'deviation' },
    })
    expect(await monitor(planId, deviation)).toMatchObject({ result: 'DEVIATION' })
  })

  test('with limits wants a measured value and the instrument it was measured with', async () => {
    const planId = await charged()
    expect(await refusalOf(monitor(planId, { measuredValue: null }))).toEqual({
      refusal: 'invalid',
      data: { measuredValue: 'required' },
    })
    expect(await refusalOf(monitor(planId, { detecEquipmentId: null }))).toEqual({
      refusal: 'invalid',
      data: { detecEquipmentId: 'required' },
    })
  })

  test('without limits is told in words', async () => {
    const more = { productTechFlowId: watched, measuredValue: null, detecEquipmentId: null }
    const planId = await charged()
    expect(await refusalOf(monitor(planId, more))).toEqual({ refusal: 'invalid', data: { measuredText: 'required' } })
    expect(await monitor(planId, { ...more, measuredText: '金属探测正常' })).toMatchObject({ result: 'PASS' })
  })

  test('with an instrument that is stopped or out of date is refused', async () => {
    const stopped = await lab.instrument()
    await lab.change('detecequipment', stopped, { status: 'STOPPED' })
    const planId = await charged()
    expect(await refusalOf(monitor(planId, { detecEquipmentId: stopped }))).toMatchObject({
      refusal: 'instrumentNotUsable',
      data: { status: '停用' },
    })
    const overdue = await lab.instrument(false)
    expect(await refusalOf(monitor(planId, { detecEquipmentId: overdue }))).toMatchObject({
      refusal: 'instrumentOverdue',
    })
  })

  test('at a step of another product is refused', async () => {
    const planId = await at.plant.plan('X2', '5')
    expect(await refusalOf(monitor(planId))).toEqual({ refusal: 'invalid', data: { productTechFlowId: 'reference' } })
  })

  test('is verified by another than who monitored, and not changed after', async () => {
    const { id } = await monitor(await charged())
    await room.signAs('E004')
    expect(await refusalOf(verify(id))).toEqual({
      refusal: 'samePerson',
      data: { first: '验证人', second: '监控人', fieldErrors: { monitorId: 'samePerson' } },
    })
    await room.signAs('E001')
    expect(await verify(id)).toMatchObject({
      verifierId: at.day.id('employee', 'E001'),
      verifyTime: expect.any(String),
    })
    expect(await refusalOf(lab.change('importcontrol', id, { measuredValue: '91' }))).toMatchObject({
      refusal: 'wrongState',
    })
    expect(await refusalOf(verify(id))).toMatchObject({ refusal: 'wrongState' })
  })
})

describe('a deviation', () => {
  test('holds the lot its batch makes from the first receipt', async () => {
    const planId = await charged()
    const { docNo } = await monitor(planId, deviation)
    const lot = await produced(planId, '5')
    expect(await lab.statusOf(lot)).toBe('HOLD')
    expect(await refusalOf(at.day.run('stocklot.release', { id: lot.id, reason: '没事' }))).toMatchObject({
      refusal: 'openCase',
      data: { docNo },
    })
  })

  test('found while its batch is being received holds the lot all the same', async () => {
    const planId = await charged()
    const [row] = await at.plant.script.prepare('productstorein', { producePlanId: planId })
    const receipt = {
      ...row,
      producePlanId: planId,
      storeInTime: at.plant.script.now,
      warehouseId: at.day.id('warehouse', 'WH05'),
      handlerId: at.day.id('employee', 'E003'),
      packageQty: '5',
    }
    let lotId = 0
    await concurrently(
      async context => {
        lotId = Number((await saveRecord(context, productstorein, receipt, true)).lotId)
      },
      () => monitor(planId, deviation),
    )
    expect(await lab.statusOf({ id: lotId })).toBe('HOLD')
  })

  test('of one batch leaves the lots of the others', async () => {
    const planId = await charged(2)
    await monitor(planId, { ...deviation, batchSeq: 2 })
    const first = await produced(planId, '5', { batchSeq: 1 })
    expect(await lab.statusOf(first)).toBe('PENDING')
    const second = await produced(planId, '5', { batchSeq: 2, lotNo: `B${planId}` })
    expect(await lab.statusOf(second)).toBe('HOLD')
  })

  test.each(['HOLD', 'SCRAP'])('to be disposed of as %s freezes what its batch has made already', async disposition => {
    const planId = await charged()
    const lot = await produced(planId, '5')
    await at.day.run('stocklot.release', { id: lot.id })
    await monitor(planId, { ...deviation, disposition })
    expect(await lab.statusOf(lot)).toBe('HOLD')
  })

  test('that is verified lets its lot be released, with a reason; one to be scrapped does not', async () => {
    const planId = await charged()
    const held = await monitor(planId, { ...deviation, disposition: 'HOLD' })
    const lot = await produced(planId, '5')
    await verify(held.id)
    await at.day.run('stocklot.release', { id: lot.id, reason: '评估合格' })
    expect(await lab.statusOf(lot)).toBe('RELEASED')
    const scrapped = await charged()
    const { id } = await monitor(scrapped, { ...deviation, disposition: 'SCRAP' })
    const frozen = await produced(scrapped, '5')
    await verify(id)
    expect(await refusalOf(at.day.run('stocklot.release', { id: frozen.id, reason: '没事' }))).toMatchObject({
      refusal: 'openCase',
    })
  })

  test('is not deleted', async () => {
    const { id } = await monitor(await charged(), deviation)
    const removed = await at.server.call('POST', 'template/delete/importcontrol', { ids: [id] }, at.token)
    expect(removed.data.rows[0].status).toBe(1008)
    expect(await at.rows(sql<Values>`select result from importcontrol where id = ${id}`)).toEqual([
      { result: 'DEVIATION' },
    ])
  })
})
