import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { callback } from '#contract/recall/callback.ts'
import { callbackdealer } from '#contract/recall/callbackdealer.ts'
import type { Values } from '#contract/schema/field.ts'
import { runAction } from '../../server/domain/records.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import { runConcurrently } from '../support/runConcurrently.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const concurrently = runConcurrently(at)
let recalls: ReturnType<typeof plantOf>
beforeAll(async () => {
  recalls = plantOf(at)
  await at.day.product('X1', [['M001', '1']])
})
const load = async (id: number) => (await at.server.call('GET', 'Sale/CallBackGet', { id }, at.token)).data
const hoursAfter = (instant: unknown, hours: number) =>
  new Date(Date.parse(String(instant)) + hours * 3_600_000).toISOString()

describe('a recall that starts', () => {
  test('freezes its lots, runs its clock from knowing of the risk, and lists who holds them, the largest first', async () => {
    const lot = await recalls.soldLot('20', { D001: '4', D002: '9' })
    const recall = await recalls.startedRecall([lot.id])
    expect(recall).toMatchObject({
      status: 'STARTED',
      startDeadline: hoursAfter(recall.knowTime, 24),
      reportDeadline: hoursAfter(recall.knowTime, 24),
      startWithinHours: 24,
      finishWithinDays: 10,
      soldQty: '13.0000',
      recalledQty: '0.0000',
      recoveryRate: '0.00',
      notifiedPercent: '0.00',
      traceSnapshotId: expect.any(Number),
      scopeSeconds: expect.any(String),
      lots: [{ producedQty: '20.0000', onHandQty: '7.0000', soldQty: '13.0000', balanceQty: '13.0000' }],
    })
    expect(await recalls.statusOf(lot)).toBe('RECALLED')
    const [snapshot] = await at.rows(sql<Values>`select query from tracesnapshot where id = ${recall.traceSnapshotId}`)
    expect(JSON.parse(String(snapshot?.query))).toEqual({ callback: recall.docNo, lotNos: [lot.lotNo] })
    const rows = await recalls.called(recall.id)
    expect(rows).toMatchObject([
      { code: 'D002', lotId: lot.id, soldQty: '9.0000', notifyTime: null },
      { code: 'D001', lotId: lot.id, soldQty: '4.0000' },
    ])
    const [dealer] = await at.rows(sql<Values>`
      select "recallContactName" as "contactName", "recallPhone" as phone from dealer where code = 'D002'`)
    expect(rows[0]).toMatchObject(dealer as Values)
  })

  test('writes into the log of the lot why, with its number', async () => {
    const lot = await recalls.soldLot('3', {})
    const recall = await recalls.startedRecall([lot.id])
    const [log] = await at.rows(
      sql<Values>`select * from lotstatuslog where "lotId" = ${lot.id} order by id desc limit 1`,
    )
    expect(log).toMatchObject({ fromStatus: 'RELEASED', toStatus: 'RECALLED' })
    expect(log?.reason).toContain(recall.docNo)
  })

  test('stops a sale that was drafted before it', async () => {
    const lot = await recalls.soldLot('5', {})
    const line = at.day.saleLine('X1', lot.id, '2', { fefoOverrideReason: '测试' })
    const draft = await at.day.sell('D001', [line], { submit: false })
    await recalls.startedRecall([lot.id])
    expect(await refusalOf(at.day.run('productsaleout.submit', { id: draft.id }))).toMatchObject({
      refusal: 'lotNotUsable',
      data: { lotNo: lot.lotNo },
    })
    expect(await recalls.ledgerSum(lot, 'DEALER')).toBe('0.0000')
  })

  test('needs a plan that was approved', async () => {
    const lot = await recalls.soldLot('2', {})
    const without = await recalls.saveRecall([lot.id])
    expect(await refusalOf(at.day.run('callback.start', { id: without.id }))).toMatchObject({
      refusal: 'invalid',
      data: { callbackPlanId: 'required' },
    })
    const draft = await at.day.run('unsafefoodcallbackplan.save', recalls.planRow([lot.id], await recalls.grade()))
    const early = await recalls.saveRecall([lot.id], { callbackPlanId: draft.id })
    expect(await refusalOf(at.day.run('callback.start', { id: early.id }))).toMatchObject({
      refusal: 'recallPlanNotApproved',
      data: { docNo: draft.docNo },
    })
    expect(await recalls.statusOf(lot)).toBe('RELEASED')
  })

  test('goes by the grade that was in force when the risk became known', async () => {
    const lot = await recalls.soldLot('2', {})
    const callbackPlanId = await recalls.approvedPlan([lot.id])
    const old = { callbackPlanId, callbackGradeId: await recalls.grade('CN2015-2') }
    const now = await recalls.saveRecall([lot.id], old)
    expect(await refusalOf(at.day.run('callback.start', { id: now.id }))).toMatchObject({ refusal: 'gradeNotInForce' })
    // Plant's day in Shanghai counts, not London's date.
    const then = await recalls.saveRecall([lot.id], { ...old, knowTime: '2026-02-10T15:30:00.000Z' })
    expect(await at.day.run('callback.start', { id: then.id })).toMatchObject({
      startWithinHours: 48,
      startDeadline: '2026-02-12T15:30:00.000Z',
    })
    const late = await recalls.saveRecall([lot.id], { ...old, knowTime: '2026-02-10T16:30:00.000Z' })
    expect(await refusalOf(at.day.run('callback.start', { id: late.id }))).toMatchObject({
      refusal: 'gradeNotInForce',
      data: { day: '2026-02-11' },
    })
  })

  test('keeps the numbers of its grade though the grade is changed later', async () => {
    const lot = await recalls.soldLot('2', {})
    const recall = await recalls.startedRecall([lot.id])
    await at.rows(sql<Values>`
      update callbackgrade set "finishWithinDays" = 99 where code = 'CN2026-1' returning id`)
    const reported = await at.day.run('callback.save', {
      ...(await recalls.recallRow([lot.id], { callbackType: 'DRILL' })),
    })
    await at.rows(sql<Values>`update callback set "noticeContent" = '公告' where id = ${recall.id} returning id`)
    const notified = await at.day.run('callback.notify', { id: recall.id })
    await at.rows(sql<Values>`
      update callbackgrade set "finishWithinDays" = 10 where code = 'CN2026-1' returning id`)
    expect(reported.finishWithinDays).toBe(99)
    expect(notified.finishWithinDays).toBe(10)
  })
})

describe('a recall drill', () => {
  test('runs the same steps and touches neither lot nor stock', async () => {
    const lot = await recalls.soldLot('8', { D001: '3' })
    const before = await at.rows(sql<Values>`select count(*)::int as n, max(id) as last from stockledger`)
    const more = { callbackType: 'DRILL', noticeContent: '演练' }
    const drill = await recalls.saveRecall([lot.id], more)
    await at.day.run('callback.start', { id: drill.id })
    expect(await recalls.called(drill.id)).toMatchObject([{ code: 'D001', soldQty: '3.0000' }])
    for (const step of ['notify', 'recover', 'dispose']) await at.day.run(`callback.${step}`, { id: drill.id })
    const row = await load(drill.id)
    await at.server.call(
      'POST',
      'Sale/CallBackSave',
      { id: drill.id, rowVersion: row.rowVersion, summary: '完成', lots: [{ ...row.lots[0], balanceReason: '演练' }] },
      at.token,
    )
    expect(await at.day.run('callback.close', { id: drill.id })).toMatchObject({ status: 'CLOSED' })
    expect(await recalls.statusOf(lot)).toBe('RELEASED')
    expect(await at.rows(sql<Values>`select count(*)::int as n, max(id) as last from stockledger`)).toEqual(before)
    await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '1', { fefoOverrideReason: '测试' })])
  })
})

describe('a recall under way', () => {
  test('is closed only when every gram has a place or a reason, with a summary', async () => {
    const lot = await recalls.soldLot('10', { D001: '4' })
    const recall = await recalls.startedRecall([lot.id])
    expect(await refusalOf(at.day.run('callback.notify', { id: recall.id }))).toMatchObject({
      data: { noticeContent: 'required' },
    })
    const save = async (more: Values) => {
      const { rowVersion } = await load(recall.id)
      return at.server.call('POST', 'Sale/CallBackSave', { id: recall.id, rowVersion, ...more }, at.token)
    }
    expect(
      await save({ noticeContent: '召回公告', disposalMethod: 'DESTROY', disposalWitness: '市场监管所 王五' }),
    ).toMatchObject({ status: 0 })
    const reported = await at.day.run('callback.notify', { id: recall.id })
    expect(reported).toMatchObject({
      noticeTime: expect.any(String),
      notifyDeadline: hoursAfter(reported.noticeTime, 24),
    })
    // Ten working days, to the end of the plant's day.
    expect(String(reported.finishDeadline)).toMatch(/T15:59:59\.000Z$/)
    await at.day.run('callback.recover', { id: recall.id })
    await at.day.run('callback.dispose', { id: recall.id })
    expect(await refusalOf(at.day.run('callback.close', { id: recall.id }))).toMatchObject({
      data: { summary: 'required' },
    })
    await save({ summary: '已完成' })
    expect(await refusalOf(at.day.run('callback.close', { id: recall.id }))).toMatchObject({
      refusal: 'recallUnaccounted',
      data: {
        lots: expect.stringMatching(new RegExp(`^${lot.lotNo} 4 `)),
        open: [{ lotId: lot.id, quantity: '4.0000' }],
      },
    })
    const english = await at.server.call('POST', 'en-US/template/close/callback', { ids: [recall.id] }, at.token)
    expect(JSON.stringify(english)).toContain(`${lot.lotNo} 4 case`)
    const { lots } = await load(recall.id)
    const partly = await save({ lots: [{ ...lots[0], onSiteQty: '3' }] })
    expect(partly.data).toMatchObject({ recoveryRate: '75.00', lots: [{ balanceQty: '1.0000' }] })
    expect(await refusalOf(at.day.run('callback.close', { id: recall.id }))).toMatchObject({
      refusal: 'recallUnaccounted',
    })
    const whole = await save({ lots: [{ ...partly.data.lots[0], onSiteQty: '4' }] })
    expect(whole.data).toMatchObject({
      recoveryRate: '100.00',
      accountedPercent: '100.00',
      lots: [{ balanceQty: '0.0000' }],
    })
    // Accounted for, but what is to be destroyed still lies here.
    expect(await refusalOf(at.day.run('callback.close', { id: recall.id }))).toMatchObject({
      refusal: 'recallUndisposed',
      data: { lots: expect.stringMatching(new RegExp(`^${lot.lotNo} 6 `)) },
    })
    await recalls.scrap(lot, '6')
    expect(await at.day.run('callback.close', { id: recall.id })).toMatchObject({
      status: 'CLOSED',
      finishTime: expect.any(String),
      lots: [{ onHandQty: '0.0000', disposedQty: '6.0000', balanceQty: '0.0000' }],
    })
    expect(await save({ title: '改' })).toMatchObject({ status: 1008 })
  })

  test('shows the figures of this moment to whoever opens it, and they agree with the ledger', async () => {
    const lot = await recalls.soldLot('10', { D001: '4' })
    const drill = await recalls.saveRecall([lot.id], { callbackType: 'DRILL' })
    await at.day.run('callback.start', { id: drill.id })
    await at.day.sell('D002', [at.day.saleLine('X1', lot.id, '2', { fefoOverrideReason: '测试' })])
    const row = await load(drill.id)
    expect(row).toMatchObject({ soldQty: '6.0000', lots: [{ soldQty: '6.0000', onHandQty: '4.0000' }] })
    expect(row.lots[0].soldQty).toBe(await recalls.ledgerSum(lot, 'DEALER'))
    expect(row.lots[0].onHandQty).toBe(await recalls.ledgerSum(lot, 'STORAGE'))
  })

  test('takes more lots in and freezes them too, and lets none go', async () => {
    const [first, second] = [await recalls.soldLot('4', { D001: '1' }), await recalls.soldLot('4', { D002: '2' })]
    const recall = await recalls.startedRecall([first.id])
    const row = await load(recall.id)
    const save = (lots: readonly Values[], rowVersion: unknown) =>
      at.server.call('POST', 'Sale/CallBackSave', { id: recall.id, rowVersion, lots }, at.token)
    const joined = await save([...row.lots, { lotId: second.id }], row.rowVersion)
    expect(joined.status, JSON.stringify(joined.data)).toBe(0)
    expect(await recalls.statusOf(second)).toBe('RECALLED')
    expect((await recalls.called(recall.id)).map(each => each.code)).toEqual(['D002', 'D001'])
    expect(await save([joined.data.lots[1]], joined.data.rowVersion)).toMatchObject({
      status: 2085,
      data: { lotNo: first.lotNo },
    })
    expect(await save([...joined.data.lots, { lotId: second.id }], joined.data.rowVersion)).toMatchObject({
      status: 1001,
      data: { 'lots.2.lotId': 'taken' },
    })
  })

  test('keeps what it started by, and is neither removed nor cancelled', async () => {
    const lot = await recalls.soldLot('2', {})
    const recall = await recalls.startedRecall([lot.id])
    const save = (more: Values) =>
      at.server.call('POST', 'Sale/CallBackSave', { id: recall.id, rowVersion: recall.rowVersion, ...more }, at.token)
    expect(await save({ knowTime: '2026-11-01T00:00:00.000Z' })).toMatchObject({ data: { knowTime: 'fixed' } })
    expect(await save({ callbackType: 'DRILL' })).toMatchObject({ data: { callbackType: 'fixed' } })
    expect(await save({ reason: '' })).toMatchObject({ data: { reason: 'required' } })
    const removed = await at.server.call('POST', 'template/delete/callback', { ids: [recall.id] }, at.token)
    expect(removed.data.rows).toMatchObject([{ ok: false, status: 1008 }])
    expect(await refusalOf(at.day.run('callback.cancel', { id: recall.id, reason: '误开' }))).toMatchObject({
      refusal: 'wrongState',
    })
  })

  test('cannot skip a step', async () => {
    const lot = await recalls.soldLot('2', {})
    const recall = await recalls.startedRecall([lot.id])
    for (const step of ['start', 'recover', 'dispose', 'close', 'restore'])
      expect(
        await refusalOf(
          at.day.run(`callback.${step}`, { id: recall.id, ...(step === 'restore' ? { reason: '试' } : {}) }),
        ),
      ).toMatchObject({
        refusal: 'wrongState',
      })
  })
})

describe('goods that come back for a recall', () => {
  test('are not taken for a recall that is being closed at the same moment', async () => {
    const lot = await recalls.soldLot('10', { D001: '4' })
    const recall = await recalls.startedRecall([lot.id])
    const warehouseId = at.day.id('warehouse', 'WH05')
    await at.day.run('stocklocation.save', { warehouseId, code: 'QC', name: '隔离区二', isQuarantine: true })
    await at.rows(sql<Values>`
      update callback set "noticeContent" = '公告', summary = '完', "disposalMethod" = 'OTHER' where id = ${recall.id}`)
    await at.rows(sql<Values>`update callbacklot set "balanceReason" = '无法联系' where "parentId" = ${recall.id}`)
    for (const step of ['notify', 'recover', 'dispose']) await at.day.run(`callback.${step}`, { id: recall.id })
    const back = await at.day.run('productstorein.save', {
      storeInType: 'RECALL_RETURN',
      callbackId: recall.id,
      dealerId: at.day.id('dealer', 'D001'),
      productId: at.day.id('product', 'X1'),
      productSpecId: at.day.id('productspec', 'X1-1'),
      lotNo: lot.lotNo,
      produceDate: at.plant.today,
      storeInTime: at.plant.script.now,
      warehouseId,
      handlerId: at.day.id('employee', 'E003'),
      packageQty: '3',
    })
    const taken = await concurrently(
      context => runAction(context, callback, 'close', recall.id, {}),
      () => refusalOf(at.day.run('productstorein.submit', { id: back.id })),
    )
    expect(taken).toMatchObject({ refusal: 'recallNotOpen' })
  })

  test('count as recovered from whoever gave them back, and no more once that is reversed', async () => {
    const lot = await recalls.soldLot('10', { D001: '4', D002: '2' })
    const recall = await recalls.startedRecall([lot.id])
    const warehouseId = at.day.id('warehouse', 'WH05')
    await at.day.run('stocklocation.save', { warehouseId, code: 'QR', name: '隔离区', isQuarantine: true })
    const [row] = await at.plant.script.prepare('productstorein', { callbackId: recall.id })
    const back = await at.day.run('productstorein.save', {
      ...row,
      storeInType: 'RECALL_RETURN',
      callbackId: recall.id,
      dealerId: at.day.id('dealer', 'D001'),
      productId: at.day.id('product', 'X1'),
      productSpecId: at.day.id('productspec', 'X1-1'),
      lotNo: lot.lotNo,
      storeInTime: at.plant.script.now,
      warehouseId,
      handlerId: at.day.id('employee', 'E003'),
      packageQty: '3',
      submit: true,
    })
    const listed = () =>
      at.rows(
        sql<Values>`select "soldQty", "recalledQty", "recoveryRate", "rowVersion" from callback where id = ${recall.id}`,
      )
    expect(await listed()).toEqual([
      { soldQty: '6.0000', recalledQty: '3.0000', recoveryRate: '50.00', rowVersion: recall.rowVersion },
    ])
    expect(await load(recall.id)).toMatchObject({
      lots: [{ soldQty: '6.0000', recalledQty: '3.0000', onHandQty: '7.0000', balanceQty: '3.0000' }],
    })
    expect(await recalls.called(recall.id)).toMatchObject([
      { code: 'D001', soldQty: '4.0000', returnedQty: '3.0000' },
      { code: 'D002', soldQty: '2.0000', returnedQty: '0.0000' },
    ])
    expect(await recalls.statusOf(lot)).toBe('RECALLED')
    await at.day.run('productstorein.reverse', { id: back.id, reason: '录错' })
    expect(await listed()).toMatchObject([{ recalledQty: '0.0000', recoveryRate: '0.00' }])
    expect(await recalls.called(recall.id)).toMatchObject([{ returnedQty: '0.0000' }, { returnedQty: '0.0000' }])
  })
})

describe('whoever is called for a recall', () => {
  const act = (action: string, id: number, more: Values = {}) =>
    at.server.call('POST', `template/${action}/callbackdealer`, { ids: [id], ...more }, at.token)
  const save = (row: Values) => at.server.call('POST', 'template/save/callbackdealer', row, at.token)

  test('is marked as notified and as having answered, with when and by whom', async () => {
    const lot = await recalls.soldLot('9', { D001: '4', D002: '3' })
    const recall = await recalls.startedRecall([lot.id])
    await recalls.signAs('E008')
    const [first] = await recalls.called(recall.id)
    const id = first?.id ?? 0
    expect((await act('acknowledged', id)).data.rows).toMatchObject([{ ok: false, data: { notifyTime: 'required' } }])
    const notified = await act('notified', id, { notifyMethod: 'SMS' })
    expect(notified.data.rows).toMatchObject([
      {
        ok: true,
        data: { notifyTime: expect.any(String), notifyMethod: 'SMS', notifiedBy: at.day.id('employee', 'E008') },
      },
    ])
    expect((await load(recall.id)).notifiedPercent).toBe('50.00')
    expect((await act('acknowledged', id, { ackPerson: '林' })).data.rows).toMatchObject([
      { ok: true, data: { ackTime: expect.any(String), ackPerson: '林' } },
    ])
  })

  test('goes by his own name, and is found by it or by whom to ask for', async () => {
    const lot = await recalls.soldLot('9', { D001: '4', D002: '3' })
    const recall = await recalls.startedRecall([lot.id])
    const where = [{ field: 'callbackId', op: 'eq', value: recall.id }]
    const found = async (q: string) =>
      (await at.server.call('POST', 'template/list/callbackdealer', { where, q }, at.token)).data.rows
    const [first] = await found('')
    const byName = await found(String(first.dealerId$label))
    expect(byName.map((row: Values) => row.id)).toEqual([first.id])
    expect(await found(`${first.dealerId$label} ${first.contactName}`)).toHaveLength(1)
    expect((await found(first.contactName)).map((row: Values) => row.id)).toContain(first.id)
    expect(await found('没有这家')).toEqual([])
  })

  test('counts among all who know, though somebody else was told at the same moment', async () => {
    const lot = await recalls.soldLot('9', { D001: '4', D002: '3' })
    const recall = await recalls.startedRecall([lot.id])
    const [first, second] = await recalls.called(recall.id)
    await concurrently(
      context => runAction(context, callbackdealer, 'notified', first?.id ?? 0, { notifyMethod: 'PHONE' }),
      () => act('notified', second?.id ?? 0, { notifyMethod: 'PHONE' }),
    )
    const [row] = await at.rows(sql<Values>`select "notifiedPercent" from callback where id = ${recall.id}`)
    expect(row).toEqual({ notifiedPercent: '100.00' })
  })

  test('reports no more than he bought, row by row and beside others', async () => {
    const lot = await recalls.soldLot('9', { D001: '4', D002: '3' })
    const recall = await recalls.startedRecall([lot.id])
    const [first, second] = await recalls.called(recall.id)
    expect(await save({ id: first?.id, stockQty: '4.5' })).toMatchObject({ data: { stockQty: 'moreThanSold' } })
    expect(await save({ id: first?.id, stockQty: '2', onwardQty: '3' })).toMatchObject({
      data: { onwardQty: 'moreThanSold' },
    })
    const both = await Promise.all([
      save({ id: first?.id, stockQty: '3', onwardQty: '1' }),
      save({ id: second?.id, stockQty: '2' }),
    ])
    expect(both.map(answer => answer.status)).toEqual([0, 0])
    expect(await save({ id: first?.id, dealerId: at.day.id('dealer', 'D003') })).toMatchObject({
      data: { dealerId: 'fixed' },
    })
  })

  test('may be a dealer who got the lot from another, once, while the recall is open', async () => {
    const lot = await recalls.soldLot('5', { D001: '1' })
    const recall = await recalls.startedRecall([lot.id])
    const row = { callbackId: recall.id, dealerId: at.day.id('dealer', 'D003'), lotId: lot.id }
    expect(await save(row)).toMatchObject({ status: 0, data: { soldQty: '0.0000', contactName: expect.any(String) } })
    expect(await save(row)).toMatchObject({ status: 1001 })
    const other = await recalls.soldLot('1', {})
    expect(await save({ ...row, lotId: other.id })).toMatchObject({ status: 1001, data: { lotId: 'missing' } })
    const draft = await recalls.saveRecall([lot.id])
    expect(await save({ ...row, callbackId: draft.id })).toMatchObject({ status: 2083 })
  })
})

describe('a recalled lot', () => {
  async function relabelled(lot: Lot) {
    const recall = await recalls.startedRecall([lot.id])
    await at.rows(sql<Values>`
      update callback set "noticeContent" = '公告', summary = '完', "disposalMethod" = 'RELABEL' where id = ${recall.id}`)
    for (const step of ['notify', 'recover', 'dispose', 'close'])
      await at.day.run(`callback.${step}`, { id: recall.id })
    await recalls.signAs('E002')
    return recall
  }
  const restores = (recall: { readonly id: number }, lot: Lot) =>
    [
      ['callback.restore', recall.id],
      ['stocklot.restore', lot.id],
    ] as const

  test('that another case names is not released by what ends its recall', async () => {
    const lot = await recalls.soldLot('3', {})
    const recall = await relabelled(lot)
    const { docNo } = await at.day.run('unqualifiedproduct.save', {
      source: 'STOCK',
      lotId: lot.id,
      qty: '3',
      unqualifiedItems: '异味',
      foundById: at.day.id('employee', 'E006'),
    })
    for (const [action, id] of restores(recall, lot))
      expect(await refusalOf(at.day.run(action, { id, reason: '标签已补正' }))).toEqual({
        refusal: 'openCase',
        data: { lotNo: lot.lotNo, docNo },
      })
    expect(await recalls.statusOf(lot)).toBe('RECALLED')
  })

  test('stays recalled while another recall of it runs, which is named', async () => {
    const lot = await recalls.soldLot('3', {})
    await at.day.run('stocklot.hold', { id: lot.id, reason: '投诉' })
    const open = await recalls.startedRecall([lot.id])
    const recall = await relabelled(lot)
    for (const [action, id] of restores(recall, lot))
      expect(await refusalOf(at.day.run(action, { id, reason: '标签已补正' }))).toEqual({
        refusal: 'recallStillOpen',
        data: { docNo: open.docNo },
      })
  })

  test('comes back with the status of before when only its label was wrong, and another person signs', async () => {
    const [released, held] = [await recalls.soldLot('3', {}), await recalls.soldLot('3', {})]
    await at.day.run('stocklot.hold', { id: held.id, reason: '投诉' })
    const recall = await recalls.startedRecall([released.id, held.id])
    const close = async (disposalMethod: string, id: number) => {
      await at.rows(sql<Values>`
        update callback set "noticeContent" = '公告', summary = '完', "disposalMethod" = ${disposalMethod}
        where id = ${id} returning id`)
      for (const step of ['notify', 'recover', 'dispose', 'close']) await at.day.run(`callback.${step}`, { id })
    }
    await close('RELABEL', recall.id)
    await recalls.signAs('E003')
    const restore = { id: recall.id, reason: '标签已补正' }
    expect(await refusalOf(at.day.run('callback.restore', restore))).toMatchObject({ refusal: 'samePerson' })
    await recalls.signAs(null)
    expect(await refusalOf(at.day.run('callback.restore', restore))).toMatchObject({ refusal: 'noEmployee' })
    await recalls.signAs('E002')
    await at.day.run('callback.restore', restore)
    expect([await recalls.statusOf(released), await recalls.statusOf(held)]).toEqual(['RELEASED', 'HOLD'])
    const destroyed = await recalls.startedRecall([released.id])
    await close('OTHER', destroyed.id)
    await recalls.signAs('E002')
    expect(await refusalOf(at.day.run('callback.restore', { ...restore, id: destroyed.id }))).toMatchObject({
      refusal: 'notRelabelled',
    })
    expect(await recalls.statusOf(released)).toBe('RECALLED')
  })
})
