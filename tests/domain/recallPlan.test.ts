import { beforeAll, describe, expect, test } from 'vitest'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
let recalls: ReturnType<typeof plantOf>
beforeAll(async () => {
  recalls = plantOf(at)
  await at.day.product('X1', [['M001', '1']])
})

describe('a recall plan', () => {
  test('says how much of its lots was sold, and starts with who the producer is', async () => {
    const lot = await recalls.soldLot('9', { D001: '4', D002: '1' })
    const plan = await at.day.run('unsafefoodcallbackplan.save', recalls.planRow([lot.id], await recalls.grade()))
    expect(plan).toMatchObject({ totalQty: '5.0000', status: 'DRAFT', approverId: null })
    const [fresh] = await at.plant.script.prepare('unsafefoodcallbackplan', {})
    expect(fresh).toMatchObject({ producerInfo: expect.stringContaining('SC10337021200158'), phone: '0532-86661234' })
  })

  test('is approved when all its items are there, and not by whom it makes responsible', async () => {
    const lot = await recalls.soldLot('2', {})
    const row = recalls.planRow([lot.id], await recalls.grade())
    const missing = await at.day.run('unsafefoodcallbackplan.save', { ...row, obligations: null, expectedEffect: null })
    await recalls.signAs('E002')
    expect(await refusalOf(at.day.run('unsafefoodcallbackplan.approve', { id: missing.id }))).toMatchObject({
      refusal: 'invalid',
      data: { obligations: 'required', expectedEffect: 'required' },
    })
    const { id } = await at.day.run('unsafefoodcallbackplan.save', row)
    await recalls.signAs('E003')
    expect(await refusalOf(at.day.run('unsafefoodcallbackplan.approve', { id }))).toMatchObject({
      refusal: 'samePerson',
    })
    await recalls.signAs('E002')
    expect(await at.day.run('unsafefoodcallbackplan.approve', { id })).toMatchObject({
      status: 'APPROVED',
      approverId: at.day.id('employee', 'E002'),
    })
    const changed = await at.server.call(
      'POST',
      'Other/CallBackPlanSave',
      { id, rowVersion: 2, recallArea: '全国' },
      at.token,
    )
    expect(changed.status).toBe(1008)
  })

  test('is reported, executed, and begins a recall with its lots, grade, reason, area and notice', async () => {
    const lot = await recalls.soldLot('6', { D001: '2' })
    const id = await recalls.approvedPlan([lot.id])
    const reported = await at.day.run('unsafefoodcallbackplan.report', { id, reportTo: '青岛市市场监管局' })
    expect(reported).toMatchObject({ reportTo: '青岛市市场监管局', reportTime: expect.any(String) })
    await at.day.run('unsafefoodcallbackplan.execute', { id })
    const [recall] = await at.plant.script.prepare('callback', { callbackPlanId: id })
    expect(recall).toMatchObject({
      callbackPlanId: id,
      callbackGradeId: await recalls.grade(),
      responsibleId: at.day.id('employee', 'E003'),
      reason: '检出致病菌',
      scopeArea: '山东',
      noticeContent: '召回公告',
      lots: [{ lotId: lot.id, lotId$label: lot.lotNo, soldQty: '2.0000', balanceQty: '2.0000' }],
    })
    const { id: recallId } = await at.day.run('callback.save', recall ?? {})
    expect(await at.day.run('callback.start', { id: recallId })).toMatchObject({ status: 'STARTED' })
    expect(await refusalOf(at.day.run('unsafefoodcallbackplan.close', { id }))).toMatchObject({
      refusal: 'recallStillOpen',
    })
  })

  test('ends when nothing of it is open any more', async () => {
    const lot = await recalls.soldLot('2', {})
    const id = await recalls.approvedPlan([lot.id])
    await at.day.run('unsafefoodcallbackplan.execute', { id })
    const recall = await recalls.saveRecall([lot.id], { callbackPlanId: id })
    expect(await refusalOf(at.day.run('unsafefoodcallbackplan.close', { id }))).toMatchObject({
      data: { docNo: recall.docNo },
    })
    await at.day.run('callback.cancel', { id: recall.id, reason: '误开' })
    expect(await at.day.run('unsafefoodcallbackplan.close', { id })).toMatchObject({ status: 'CLOSED' })
  })
})
