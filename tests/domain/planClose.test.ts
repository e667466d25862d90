import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PlanState } from '#contract/production/planState.ts'
import type { Values } from '#contract/schema/field.ts'
import { laboratoryOf } from '../support/laboratory.ts'
import { unbalancedLots } from '../support/plant.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const room = stockroomOf(at)
const kilograms = () => ({ baseUnitId: at.day.id('unit', 'kg') })
beforeAll(async () => {
  await at.day.product('K1', [['M001', '1']], kilograms())
  await at.day.product('K2', [['M001', '1']], kilograms())
  await at.day.product(
    'K3',
    [
      ['M001', '0.99'],
      ['M006', '0.01'],
    ],
    kilograms(),
  )
})

const line = (code: string, lot: Lot, qty: string): Values => ({
  materialId: at.day.id('material', code),
  lotId: lot.id,
  qty,
  fefoOverrideReason: '测试',
})
const plan = (id: number) => at.rows(sql<Values>`select * from produceplan where id = ${id}`).then(([row]) => row)

/** Finished plan of 100 kg of K1 with this much issued, charged and received. */
async function finished(output: string, used = '100', more: Values = {}, product = 'K1') {
  const lot = await at.plant.lot('M001', '100')
  const planId = await at.plant.plan(product, '100', more)
  await at.day.issue(planId, [line('M001', lot, '100')])
  await at.day.use(planId, lot.id, used)
  await at.day.produce(planId, output)
  await at.day.run('produceplan.finish', { id: planId })
  return { lot, planId }
}
const close = (id: number, more: Values = {}) => at.day.run('produceplan.close', { id, ...more })
const state = async (id: number) =>
  (await at.server.call('GET', 'Produce/GetProducePlanState', { planId: id }, at.token)).data as PlanState

describe('closing a plan', () => {
  test('waits until nothing is left in its work in progress', async () => {
    const { lot, planId } = await finished('97', '99.9997')
    expect(await refusalOf(close(planId))).toEqual({ refusal: 'workInProgressLeft', data: { lots: lot.lotNo } })
    const [rest] = await at.plant.script.prepare('usematerialrecord', { producePlanId: planId })
    expect(rest).toMatchObject({ lotId: lot.id, factAmount: '0.0003' })
    await at.day.use(planId, lot.id, String(rest?.factAmount))
    expect(await close(planId)).toMatchObject({ status: 'CLOSED', yieldRate: '97.00', lossQty: '3.0000' })
  })

  test('of which nothing is left produced is refused: what was charged went nowhere', async () => {
    const { planId } = await finished('97')
    const [receipt] = await at.rows(sql<Values>`select id from productstorein where "producePlanId" = ${planId}`)
    await at.day.run('productstorein.reverse', { id: receipt?.id, reason: '录错' })
    expect(await refusalOf(close(planId))).toMatchObject({ refusal: 'nothingProduced' })
  })

  test('asks why the loss is outside the limits of the formula', async () => {
    const { planId } = await finished('94')
    expect(await refusalOf(close(planId))).toEqual({
      refusal: 'lossUnexplained',
      data: { loss: '6.00', min: '0.00', max: '5.00' },
    })
    expect(await close(planId, { lossReason: '换产清线' })).toMatchObject({
      status: 'CLOSED',
      lossReason: '换产清线',
    })
    const gained = await finished('101')
    expect(await refusalOf(close(gained.planId))).toMatchObject({ data: { loss: '-1.00' } })
  })

  test('asks for a monitoring record of every key step in every batch', async () => {
    const step = await at.day.run('techflow.save', {
      code: 'HEAT',
      name: '灭菌',
      flowType: 'HEAT',
      isKeyControl: true,
      ccpNo: 'CCP2',
      controlItem: '温度',
      limitMin: '85',
      limitMax: '98',
      correctiveAction: '重新灭菌',
    })
    await at.day.run('techflow.approve', { id: step.id })
    const key = await at.day.run('producttechflow.save', {
      productId: at.day.id('product', 'K2'),
      stepNo: 1,
      techFlowId: step.id,
    })
    const { planId } = await finished('97', '100', { batchCount: 2 }, 'K2')
    const detecEquipmentId = await laboratoryOf(at).instrument()
    const monitor = (batchSeq: number) =>
      at.day.run('importcontrol.save', {
        producePlanId: planId,
        productTechFlowId: key.id,
        batchSeq,
        monitorTime: at.plant.script.now,
        measuredValue: '90',
        detecEquipmentId,
        monitorId: at.day.id('employee', 'E004'),
      })
    await monitor(1)
    expect(await refusalOf(close(planId))).toEqual({
      refusal: 'controlRecordsMissing',
      data: { count: 1, steps: '灭菌#2' },
    })
    await monitor(2)
    expect(await close(planId)).toMatchObject({ status: 'CLOSED' })
  })

  test('waits until every additive is checked by a second person', async () => {
    const [soy, msg] = [await at.plant.lot('M001', '100'), await at.plant.lot('M006', '2')]
    const planId = await at.plant.plan('K3', '100')
    await at.day.issue(planId, [line('M001', soy, '99'), line('M006', msg, '1')])
    await at.day.use(planId, soy.id, '99')
    const use = await at.day.use(planId, msg.id, '1')
    await at.day.produce(planId, '98')
    await at.day.run('produceplan.finish', { id: planId })
    expect(await refusalOf(close(planId))).toEqual({ refusal: 'additivesUnchecked', data: { uses: use.docNo } })
    await room.signAs('E006')
    await at.day.run('usematerialrecord.check', { id: use.id })
    expect(await close(planId)).toMatchObject({ status: 'CLOSED' })
  })

  test('waits for the inspection of what it made, unless that was judged already', async () => {
    const { planId } = await finished('97')
    await at.rows(sql<Values>`
      update qualityinspection set "inspectType" = 'RETEST'
      where "lotId" in (select id from stocklot where "producePlanId" = ${planId})`)
    const [lot] = await at.rows(sql<Values>`select id, "lotNo" from stocklot where "producePlanId" = ${planId}`)
    expect(await refusalOf(close(planId))).toEqual({ refusal: 'inspectionMissing', data: { lots: lot?.lotNo } })
  })

  test('is undone only with a reason, by who may reopen', async () => {
    const { planId } = await finished('97')
    await close(planId)
    const reopen = (token: string, reason: string | null) =>
      at.server.call('POST', 'template/reopen/produceplan', { ids: [planId], ...(reason ? { reason } : {}) }, token)
    const closer = await at.server.signInWith(['produceplan', 'produceplan.close', 'produceplan.edit'])
    expect((await reopen(closer, '补录')).status).toBe(1002)
    expect((await reopen(at.token, null)).data.rows[0].data).toEqual({ reason: 'required' })
    expect((await reopen(at.token, '补录投料')).data.rows[0].data).toMatchObject({ status: 'FINISHED' })
    const [audited] = await at.rows(sql<Values>`
      select action, reason from auditlog where entity = 'produceplan' and "entityId" = ${String(planId)}
      order by id desc limit 1`)
    expect(audited).toEqual({ action: 'STATUS', reason: '补录投料' })
  })
})

describe('what is left in a plan’s work in progress', () => {
  test('is thrown away by a second person with a reason, and stands in the balance of the plan', async () => {
    const { lot, planId } = await finished('95', '98')
    const scrap = (more: Values = {}) => at.day.run('produceplan.scrapRest', { id: planId, reason: '沾锅', ...more })
    await room.signAs('E004')
    expect(await refusalOf(scrap())).toMatchObject({ refusal: 'samePerson' })
    await room.signAs('E001')
    expect(await refusalOf(scrap({ lotId: lot.id, qty: '2.5' }))).toMatchObject({ refusal: 'shortOfStock' })
    expect(await refusalOf(scrap({ qty: '2.5' }))).toEqual({ refusal: 'invalid', data: { lotId: 'required' } })
    await scrap({ lotId: lot.id, qty: '0.5' })
    await scrap()
    expect(await refusalOf(scrap())).toMatchObject({ refusal: 'wrongState' })
    expect((await room.posted((await plan(planId))?.docNo)).map(row => [row.moveType, row.from, row.to])).toEqual([
      ['SCR', 'WIP', 'SCRAP'],
      ['SCR', 'WIP', 'SCRAP'],
    ])
    expect((await state(planId)).outcome).toMatchObject({
      used: '98.0000',
      scrapped: '2.0000',
      output: '95.0000',
      loss: '3.0000',
    })
    await close(planId)
    expect(await unbalancedLots(at.server.db)).toEqual([])
  })
})

test('the state of a plan tells what is short, what may be done next and all that blocks closing', async () => {
  const lot = await at.plant.lot('M001', '1000')
  const planId = await at.plant.plan('K2', '100')
  await at.day.issue(planId, [line('M001', lot, '60')])
  const before = await state(planId)
  expect(before.plan).toMatchObject({ id: planId, status: 'ISSUING' })
  expect(before.materials).toMatchObject([
    {
      requiredQty: '100.0000',
      issuedQty: '60.0000',
      wipQty: '60.0000',
      outstandingQty: '40.0000',
      shortageQty: '0.0000',
    },
  ])
  expect(before.proposal.reduce((sum, each) => sum + Number(each.qty), 0)).toBe(40)
  expect(before.next).toEqual(['issue', 'makeUp', 'use', 'cancel', 'scrapRest'])
  await at.day.use(planId, lot.id, '50')
  const after = await state(planId)
  expect(after.lots).toMatchObject([{ lotId: lot.id, quantity: '10.0000' }])
  expect(after.uses).toHaveLength(1)
  expect(after.issues).toHaveLength(1)
  expect(after.controls).toMatchObject([{ step: '灭菌', batchSeq: 1, records: 0 }])
  expect(after.blockers.map(blocker => [blocker.code, blocker.count])).toEqual([
    ['workInProgressLeft', 1],
    ['controlRecordsMissing', 1],
  ])
  expect(after.blockers[0]?.message).toContain(lot.lotNo)
  expect(after.blockers[0]?.records).toContainEqual({ entity: 'stocklot', id: lot.id, label: lot.lotNo })
  expect(after.notices.map(notice => notice.code)).toEqual(['healthExpired'])
})

test('only plans that are worked on are offered, and found by their number', async () => {
  const released = await at.plant.plan('K1', '100')
  const { planId: done } = await finished('97')
  await close(done)
  const offered = await at.server.call('GET', 'Produce/GetProducePlanLabelValueList', {}, at.token)
  const ids = offered.data.map((option: Values) => option.value)
  expect(ids).toContain(released)
  expect(ids).not.toContain(done)
  const { docNo } = (await plan(released)) as Values
  const found = await at.server.call('GET', 'Produce/GetProducePlanLabelValueList', { q: String(docNo) }, at.token)
  expect(found.data).toEqual([{ value: released, label: expect.stringContaining(String(docNo)) }])
})

test('the state of a plan names what was not used yet, once use has begun', async () => {
  const lot = await at.plant.lot('M001', '100')
  const planId = await at.plant.plan('K3', '100')
  await at.day.issue(planId, [line('M001', lot, '99')])
  const unused = async () => (await state(planId)).notices.find(({ code }) => code === 'notUsed')?.message
  expect(await unused()).toBeUndefined()
  await at.day.use(planId, lot.id, '99')
  expect(await unused()).toBe('尚未投料：谷氨酸钠')
})
