import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
let recalls: ReturnType<typeof plantOf>
beforeAll(async () => {
  recalls = plantOf(at)
  await at.day.product('X1', [['M001', '1']])
  await recalls.signAs('E001')
})

const state = async (id: number) => (await at.server.call('GET', 'Sale/CallBackState', { id }, at.token)).data
const called = (id: unknown, outcome: string, more: Values = {}) =>
  at.day.run('callbackdealer.called', { id, outcome, notifyMethod: 'PHONE', ...more })
const noticesOf = (id: number) =>
  at.rows(sql<Values>`select * from callbacknotice where "callbackId" = ${id} order by id`)

describe('the list of whom a recall calls', () => {
  test('stands by what each dealer has not given back, all his lots together, with the number he has today', async () => {
    const [first, second] = [
      await recalls.soldLot('20', { D001: '5', D002: '7' }),
      await recalls.soldLot('20', { D001: '4', D003: '1' }),
    ]
    const recall = await recalls.startedRecall([first.id, second.id])
    await at.rows(sql<Values>`update dealer set "recallPhone" = '020-11111111' where code = 'D003' returning id`)
    const { contacts, dealers, mail } = await state(recall.id)
    const [d001, d002, d003] = ['D001', 'D002', 'D003'].map(code => at.day.id('dealer', code))
    expect(contacts.map((each: Values) => [each.dealerId, each.lotId, each.netQty])).toEqual([
      [d001, first.id, '5.0000'],
      [d001, second.id, '4.0000'],
      [d002, first.id, '7.0000'],
      [d003, second.id, '1.0000'],
    ])
    expect(contacts.at(-1)).toMatchObject({ phoneNow: '020-11111111', lastShippedAt: expect.any(String) })
    expect(contacts[0].phoneNow).toBeNull()
    expect(dealers).toEqual({ all: 3, notified: 0, acknowledged: 0 })
    expect(mail).toEqual({ isConfigured: false, outcomes: {} })
  })

  test('is told of a draft before it starts, of those who hold of its lots now', async () => {
    const lot = await recalls.soldLot('20', { D001: '5', D002: '7' })
    const draft = await recalls.saveRecall([lot.id])
    const { contacts, expected } = await state(draft.id)
    expect(contacts).toEqual([])
    const [d001, d002] = ['D001', 'D002'].map(code => at.day.id('dealer', code))
    expect(expected.map((each: Values) => [each.dealerId, each.lotNo, each.netQty])).toEqual([
      [d002, lot.lotNo, '7.0000'],
      [d001, lot.lotNo, '5.0000'],
    ])
    expect(expected[0]).toMatchObject({ contactName: expect.any(String), phone: expect.any(String) })
    const started = await recalls.startedRecall([(await recalls.soldLot('9', { D001: '5' })).id])
    expect((await state(started.id)).expected).toEqual([])
  })

  test('is not there for a recall that does not exist', async () => {
    const answer = await at.server.call('GET', 'Sale/CallBackState', { id: 999_999 }, at.token)
    expect(answer.status).toBe(1005)
  })
})

describe('a call to a dealer', () => {
  test('tells him of all his lots, and notes who said what', async () => {
    const lots = [await recalls.soldLot('9', { D001: '5' }), await recalls.soldLot('9', { D001: '4' })]
    const recall = await recalls.startedRecall(lots.map(lot => lot.id))
    const [one, other] = await recalls.called(recall.id)
    await called(one?.id, 'REACHED', { ackPerson: '彭勇', reply: '已下架', stockQty: '3', onwardQty: '2' })
    expect(await recalls.called(recall.id)).toMatchObject([
      { status: 'SOLD_ONWARD', ackPerson: '彭勇', reply: '已下架', stockQty: '3.0000', onwardQty: '2.0000' },
      { status: 'ACKNOWLEDGED', ackPerson: '彭勇', notifyMethod: 'PHONE', stockQty: null },
    ])
    expect(await noticesOf(recall.id)).toMatchObject([
      { outcome: 'REACHED', person: '彭勇', said: '已下架', byId: at.day.id('employee', 'E002'), address: one?.phone },
    ])
    await called(other?.id, 'REACHED', { stockQty: '4' })
    expect((await recalls.called(recall.id))[1]).toMatchObject({ status: 'STOCK_REPORTED', ackPerson: '彭勇' })
    expect(await state(recall.id)).toMatchObject({ dealers: { all: 1, notified: 1, acknowledged: 1 } })
    const [row] = await at.rows(sql<Values>`select "notifiedPercent" from callback where id = ${recall.id}`)
    expect(Number(row?.notifiedPercent)).toBe(100)
  })

  test('that nobody answers is noted each time and tells him nothing; a message left does', async () => {
    const recall = await recalls.startedRecall([(await recalls.soldLot('9', { D001: '5' })).id])
    const [row] = await recalls.called(recall.id)
    for (const outcome of ['NO_ANSWER', 'NO_ANSWER', 'DEAD_PHONE']) await called(row?.id, outcome, { stockQty: '1' })
    expect(await recalls.called(recall.id)).toMatchObject([
      { status: 'NOT_NOTIFIED', notifyTime: null, stockQty: null, phoneDead: true },
    ])
    await called(row?.id, 'LEFT_MESSAGE', { notifyMethod: 'SMS' })
    expect(await recalls.called(recall.id)).toMatchObject([
      { status: 'NOTIFIED', notifyMethod: 'SMS', ackTime: null, notifyTime: expect.any(String) },
    ])
    const reported = (await noticesOf(recall.id)).map(({ outcome, notifyMethod }) => [outcome, notifyMethod])
    expect(reported).toEqual([
      ['NO_ANSWER', 'PHONE'],
      ['NO_ANSWER', 'PHONE'],
      ['DEAD_PHONE', 'PHONE'],
      ['LEFT_MESSAGE', 'SMS'],
    ])
    expect((await state(recall.id)).contacts[0]).toMatchObject({ outcome: 'LEFT_MESSAGE', phoneDead: true })
  })

  test('that reaches him shows that his number works, and a new number is not the dead one', async () => {
    const lots = [await recalls.soldLot('9', { D001: '5' }), await recalls.soldLot('9', { D001: '4' })]
    const recall = await recalls.startedRecall(lots.map(lot => lot.id))
    const [row, other] = await recalls.called(recall.id)
    const dead = async () => (await recalls.called(recall.id)).map(({ phoneDead }) => phoneDead)
    await called(row?.id, 'DEAD_PHONE')
    expect(await dead()).toEqual([true, true])
    await at.day.run('callbackdealer.save', { id: other?.id, phone: '13800002222' })
    expect(await dead()).toEqual([true, false])
    await called(row?.id, 'DEAD_PHONE')
    await called(row?.id, 'REACHED')
    expect(await dead()).toEqual([false, false])
  })

  test('leaves in the audit trail what it changed of his other lots, and that it was made', async () => {
    const lots = [await recalls.soldLot('9', { D001: '5' }), await recalls.soldLot('9', { D001: '4' })]
    const recall = await recalls.startedRecall(lots.map(lot => lot.id))
    const [row, other] = await recalls.called(recall.id)
    await called(row?.id, 'REACHED', { ackPerson: '彭勇' })
    const [notice] = await noticesOf(recall.id)
    const audited = (entity: string, id: unknown) =>
      at.rows(sql<Values>`select changes from auditlog where entity = ${entity} and "entityId" = ${String(id)}`)
    expect(await audited('callbackdealer', other?.id)).toEqual([
      { changes: expect.stringContaining('status: NOT_NOTIFIED → ACKNOWLEDGED') },
    ])
    expect(await audited('callbacknotice', notice?.id)).toEqual([
      { changes: expect.stringContaining('outcome: — → REACHED') },
    ])
  })

  test('with more than he bought is refused and noted nowhere, as is one before the start', async () => {
    const lot = await recalls.soldLot('9', { D001: '5' })
    const recall = await recalls.startedRecall([lot.id])
    const [row] = await recalls.called(recall.id)
    expect(await refusalOf(called(row?.id, 'REACHED', { stockQty: '4', onwardQty: '2' }))).toMatchObject({
      data: { onwardQty: 'moreThanSold' },
    })
    expect(await noticesOf(recall.id)).toEqual([])
    await at.rows(sql<Values>`update callback set status = 'CLOSED' where id = ${recall.id} returning id`)
    expect(await refusalOf(called(row?.id, 'REACHED'))).toMatchObject({ refusal: 'recallOver' })
  })
})

describe('the clocks of the home page', () => {
  const deadlines = async () => {
    const { data } = await at.server.call('POST', 'Home/GetSysInfo', {}, at.token)
    return data.deadlines as readonly Values[]
  }

  test('begin with the start that is due, go on to the report, and show an accident until it is reported', async () => {
    const lot = await recalls.soldLot('9', { D001: '5' })
    const draft = await recalls.saveRecall([lot.id], { callbackPlanId: await recalls.approvedPlan([lot.id]) })
    const ofRecall = async () =>
      (await deadlines()).find(each => each.entity === 'callback' && each.id === draft.id) as Values
    expect(await ofRecall()).toMatchObject({ what: 'startDeadline', from: draft.knowTime, at: draft.startDeadline })
    await at.day.run('callback.start', { id: draft.id })
    expect(await ofRecall()).toMatchObject({ what: 'reportDeadline', isDrill: false })
    const accident = await at.day.run('unsafefoodaccident.save', {
      title: '疑似中毒',
      occurTime: '2026-11-20T03:00:00.000Z',
      knowTime: '2026-11-20T04:00:00.000Z',
      place: '食堂',
      emergencyMeasures: '封存',
      victimCount: 1,
      callbackId: draft.id,
      reporterId: at.day.id('employee', 'E003'),
    })
    const shown = async () => (await deadlines()).filter(each => each.entity === 'unsafefoodaccident')
    expect(await shown()).toMatchObject([
      { id: accident.id, what: 'reportDeadline', from: '2026-11-20T04:00:00.000Z', at: '2026-11-20T06:00:00.000Z' },
    ])
    await at.server.call(
      'POST',
      'template/save/unsafefoodaccident',
      { id: accident.id, reportTime: '2026-11-20T05:00:00.000Z', reportTo: '监管局' },
      at.token,
    )
    expect(await shown()).toEqual([])
  })

  test('have no report to the authority for a drill', async () => {
    const drill = await recalls.saveRecall([(await recalls.soldLot('3', {})).id], { callbackType: 'DRILL' })
    await at.day.run('callback.start', { id: drill.id })
    expect((await deadlines()).filter(each => each.entity === 'callback' && each.id === drill.id)).toEqual([])
  })
})

describe('the clock of notifying', () => {
  test('is met where no dealer has any of the lots, and runs again once one has', async () => {
    const drill = await recalls.saveRecall([(await recalls.soldLot('3', {})).id], {
      callbackType: 'DRILL',
      noticeContent: '演练',
    })
    for (const step of ['start', 'notify']) await at.day.run(`callback.${step}`, { id: drill.id })
    const nearest = async () => {
      const { data } = await at.server.call('POST', 'Home/GetSysInfo', {}, at.token)
      return (data.deadlines as readonly Values[]).find(each => each.entity === 'callback' && each.id === drill.id)
    }
    expect(await nearest()).toMatchObject({ what: 'finishDeadline' })
    const sold = await recalls.soldLot('9', { D001: '5' })
    const { lots, rowVersion } = (await at.server.call('GET', 'Sale/CallBackGet', { id: drill.id }, at.token)).data
    const joined = { id: drill.id, rowVersion, lots: [...lots, { lotId: sold.id }] }
    expect(await at.server.call('POST', 'Sale/CallBackSave', joined, at.token)).toMatchObject({
      status: 0,
      data: { notifiedPercent: '0.00' },
    })
    expect(await nearest()).toMatchObject({ what: 'notifyDeadline' })
  })
})

test('an accident begun from a recall knows its lots and since when the risk is known', async () => {
  const lot = await recalls.soldLot('9', { D001: '5' })
  const recall = await recalls.startedRecall([lot.id])
  const [row] = await at.plant.script.prepare('unsafefoodaccident', { callbackId: recall.id })
  expect(row).toMatchObject({ callbackId: recall.id, lotIds: [lot.id], knowTime: recall.knowTime })
})
