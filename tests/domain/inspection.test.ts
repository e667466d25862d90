import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { productstorein } from '#contract/production/productstorein.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { stocklot } from '#contract/stock/stocklot.ts'
import { loadRecord } from '../../server/domain/records.ts'
import { laboratoryOf } from '../support/laboratory.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const room = stockroomOf(at)
const lab = laboratoryOf(at)
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  await at.day.product('X3', [['M003', '1']])
})
beforeEach(() => room.signAs('E006'))

const item = (more: Values = {}): Values => ({ itemName: '水分', limitMax: '12.50', unitName: '%', ...more })
const good = item({ resultValue: '12.50' })
const bad = item({ resultValue: '12.51' })

/** Fills in what the receipt opened. */
async function fill(lot: Lot, items: readonly Values[], more: Values = {}): Promise<number> {
  const [open] = await lab.inspectionsOf(lot)
  const id = open?.id as number
  await lab.change('qualityinspection', id, {
    standardNo: 'GB 1354',
    inspectorId: at.day.id('employee', 'E006'),
    items,
    ...more,
  })
  return id
}
const run = (action: string, id: number, more: Values = {}) =>
  at.day.run(`qualityinspection.${action}`, { id, ...more })

async function judge(lot: Lot, items: readonly Values[]): Promise<number> {
  const id = await fill(lot, items)
  await run('judge', id)
  return id
}

/** Released by somebody else than who inspected. */
async function release(id: number, more: Values = {}) {
  await room.signAs('E001')
  return run('release', id, more)
}

describe('the inspection of a lot', () => {
  test('is opened by the receipt of an inspected material, once, and names the receipt', async () => {
    const receipt = await at.day.receive([at.day.receiptLine('M001', '10')])
    const lot = { id: receipt.lines[0]?.lotId as number }
    expect(await lab.inspectionsOf(lot)).toMatchObject([
      { inspectType: 'IQC', status: 'PENDING', sourceDocNo: receipt.docNo, docNo: expect.stringMatching(/^QI\d{8}-/) },
    ])
  })

  test('is opened by a receipt from production as the final one', async () => {
    const made = await at.day.madeFrom('X1', await at.plant.lot('M001', '5'), '5', '5')
    expect(await lab.inspectionsOf(made)).toMatchObject([{ inspectType: 'FQC' }])
  })

  test('is withdrawn with the receipt that opened it', async () => {
    const receipt = await at.day.receive([at.day.receiptLine('M001', '10')])
    await at.day.run('materialstorein.reverse', { id: receipt.id, reason: '录错' })
    expect(await lab.inspectionsOf({ id: receipt.lines[0]?.lotId as number })).toMatchObject([{ status: 'CLOSED' }])
  })

  test('goes from pending over testing and judged to released, and releases its lot', async () => {
    const lot = await lab.received()
    const id = await fill(lot, [good])
    expect(await run('test', id)).toMatchObject({ status: 'TESTING' })
    const verdict = await run('judge', id)
    expect(verdict).toMatchObject({ status: 'JUDGED', verdict: 'PASS', certificateNo: expect.stringMatching(/^HG/) })
    expect(await lab.statusOf(lot)).toBe('PENDING')
    const released = await release(id)
    expect(released).toMatchObject({ status: 'RELEASED', releaserId: at.day.id('employee', 'E001') })
    expect(await lab.statusOf(lot)).toBe('RELEASED')
  })

  test('is released by another than its inspector only', async () => {
    const id = await judge(await lab.received(), [good])
    await room.signAs('E006')
    expect(await refusalOf(run('release', id))).toEqual({
      refusal: 'samePerson',
      data: { first: '放行人', second: '检验员', fieldErrors: { inspectorId: 'samePerson' } },
    })
  })

  test('is released by nobody who is no employee', async () => {
    const id = await judge(await lab.received(), [good])
    await room.signAs(null)
    expect(await refusalOf(run('release', id))).toMatchObject({ refusal: 'noEmployee' })
  })

  test('fails by its limits, whatever verdict was typed', async () => {
    const lot = await lab.received()
    const id = await judge(lot, [good, { ...bad, verdict: 'PASS' }])
    const [inspection] = await lab.inspectionsOf(lot)
    expect(inspection).toMatchObject({ verdict: 'FAIL', certificateNo: null })
    const items = await at.rows(sql<Values>`select verdict from qualityitem where "parentId" = ${id} order by id`)
    expect(items).toEqual([{ verdict: 'PASS' }, { verdict: 'FAIL' }])
  })

  test('keeps the typed verdict of what is told in words', async () => {
    const lot = await lab.received()
    await judge(lot, [good, { itemName: '气味', resultText: '异味', verdict: 'FAIL' }])
    expect(await lab.inspectionsOf(lot)).toMatchObject([{ verdict: 'FAIL' }])
  })

  test('is not judged before every item has its result, each named', async () => {
    const lot = await lab.received()
    const id = await fill(lot, [good, item(), { itemName: '气味' }])
    expect(await refusalOf(run('judge', id))).toEqual({
      refusal: 'invalid',
      data: { 'items.1.resultValue': 'required', 'items.2.verdict': 'required' },
    })
  })

  test('of nothing is not judged', async () => {
    const [open] = await lab.inspectionsOf(await lab.received('M008'))
    await lab.change('qualityinspection', open?.id as number, {
      standardNo: 'GB 1',
      inspectorId: at.day.id('employee', 'E006'),
    })
    expect(await refusalOf(run('judge', open?.id as number))).toEqual({
      refusal: 'invalid',
      data: { items: 'required' },
    })
  })

  test('that fails holds its lot and opens a nonconformity over what there is of it', async () => {
    const lot = await lab.received('M001', '12')
    await release(await judge(lot, [bad]))
    expect(await lab.statusOf(lot)).toBe('HOLD')
    const found = await at.rows(sql<Values>`select * from unqualifiedproduct where "lotId" = ${lot.id}`)
    expect(found).toMatchObject([{ status: 'OPEN', source: 'INCOMING', qty: '12.0000', unqualifiedItems: '水分' }])
  })

  test('that fails a safety item rejects its lot', async () => {
    const lot = await lab.received()
    await release(await judge(lot, [{ ...bad, isSafetyItem: true }]))
    expect(await lab.statusOf(lot)).toBe('REJECTED')
  })

  test('that fails is not closed to get around its verdict', async () => {
    const id = await judge(await lab.received(), [bad])
    expect(await refusalOf(run('close', id, { reason: '算了' }))).toMatchObject({ refusal: 'wrongState' })
  })

  test('starts with the items and the basis of the last one of its kind, without the results', async () => {
    await judge(await lab.received('M002'), [item({ resultValue: '11', isSafetyItem: true })])
    const [next] = await lab.inspectionsOf(await lab.received('M002'))
    expect(next).toMatchObject({ standardNo: 'GB 1354', status: 'PENDING' })
    const items = await at.rows(sql<Values>`select * from qualityitem where "parentId" = ${next?.id}`)
    expect(items).toMatchObject([
      { itemName: '水分', limitMax: '12.50', isSafetyItem: true, resultValue: null, verdict: null },
    ])
  })

  test('uses its sample up once, from the bin that holds the lot, when testing begins', async () => {
    const lot = await lab.received('M001', '10')
    const id = await fill(lot, [good], { sampleQty: '0.5' })
    expect((await room.lies(lot.id)).STORAGE).toBe('10.0000')
    await run('test', id)
    await run('judge', id)
    expect((await room.lies(lot.id)).STORAGE).toBe('9.5000')
    const [{ docNo } = {}] = await lab.inspectionsOf(lot)
    expect(await room.posted(docNo)).toMatchObject([
      { moveType: 'TST', from: 'STORAGE', to: 'LAB', quantity: '0.5000' },
    ])
  })

  test.each(['SUPPLIER', 'PROCESS', 'ADJUST'])('takes its sample from a bin, never from %s', async locationType => {
    const lot = await lab.received('M001', '10')
    const [place] = await at.rows(sql<Values>`select id from stocklocation where "locationType" = ${locationType}`)
    const id = await fill(lot, [good], { sampleQty: '0.5', locationId: place?.id })
    expect(await refusalOf(run('test', id))).toEqual({ refusal: 'invalid', data: { locationId: 'reference' } })
    expect(await room.lies(lot.id)).toEqual({ STORAGE: '10.0000' })
  })

  test('does not change its sample once that has left the store', async () => {
    const lot = await lab.received()
    const id = await fill(lot, [good], { sampleQty: '0.5' })
    await run('test', id)
    const changed = lab.change('qualityinspection', id, { sampleQty: '1' })
    expect(await refusalOf(changed)).toEqual({ refusal: 'invalid', data: { sampleQty: 'fixed' } })
    const same = { sampleQty: '0.5', standardNo: 'GB 1355' }
    expect(await lab.change('qualityinspection', id, same)).toMatchObject({ standardNo: 'GB 1355' })
  })

  test('of a lot under inspection is refused, a retest is not', async () => {
    const lot = await lab.received()
    const more = { lotId: lot.id, sampleQty: '0', standardNo: 'GB 1', inspectorId: at.day.id('employee', 'E006') }
    const again = at.day.run('qualityinspection.save', { inspectType: 'IQC', ...more })
    expect(await refusalOf(again)).toEqual({ refusal: 'invalid', data: { lotId: 'inspected' } })
    expect(await at.day.run('qualityinspection.save', { inspectType: 'RETEST', ...more })).toMatchObject({
      lotId: lot.id,
    })
  })

  test('in the process needs no lot', async () => {
    const id = (
      await at.day.run('qualityinspection.save', {
        inspectType: 'IPQC',
        sampleQty: '0',
        standardNo: 'Q/HX 1',
        inspectorId: at.day.id('employee', 'E006'),
        items: [good],
      })
    ).id
    await run('judge', id)
    expect(await release(id)).toMatchObject({ status: 'RELEASED' })
  })

  test('that a receipt opened is not deleted', async () => {
    const [open] = await lab.inspectionsOf(await lab.received())
    const removed = await at.server.call('POST', 'template/delete/qualityinspection', { ids: [open?.id] }, at.token)
    expect(removed.data.rows[0].status).toBe(1008)
  })

  test('measured with an instrument whose calibration has run out is refused by its name', async () => {
    const lot = await lab.received()
    const instrument = await lab.instrument(false)
    const measured = fill(lot, [{ ...good, detecEquipmentId: instrument }])
    expect(await refusalOf(measured)).toMatchObject({ refusal: 'instrumentOverdue', data: { date: '—' } })
  })
})

describe('a lot under inspection', () => {
  test('is not released by hand past it: the inspection is named', async () => {
    const lot = await lab.received()
    await judge(lot, [good])
    const [{ docNo } = {}] = await lab.inspectionsOf(lot)
    expect(await refusalOf(at.day.run('stocklot.release', { id: lot.id }))).toEqual({
      refusal: 'releaseByInspection',
      data: { lotNo: lot.lotNo, docNo },
    })
  })

  test('is released before its result where its material allows that, for a reason, until it fails', async () => {
    await lab.change('material', at.day.id('material', 'M002'), { allowUrgentRelease: true })
    const received = (supplierLotNo: string) => lab.received('M002', '10', { supplierLotNo })
    const [lot, judged] = [await received('U1'), await received('U2')]
    const id = await fill(lot, [bad])
    await judge(judged, [good])
    await room.signAs('E001')
    const released = (of: Lot, more: Values = {}) => at.day.run('stocklot.release', { id: of.id, ...more })
    expect(await refusalOf(released(lot))).toEqual({ refusal: 'invalid', data: { reason: 'required' } })
    expect(await refusalOf(released(judged, { reason: '急用' }))).toMatchObject({ refusal: 'releaseByInspection' })
    expect(await released(lot, { reason: '急用' })).toMatchObject({
      qualityStatus: 'RELEASED',
      statusReason: '紧急放行：急用',
    })
    expect((await lab.inspectionsOf(lot))[0]).toMatchObject({ status: 'PENDING' })
    await room.signAs('E006')
    await run('judge', id)
    await release(id)
    expect(await lab.statusOf(lot)).toBe('HOLD')
    await lab.change('material', at.day.id('material', 'M002'), { allowUrgentRelease: false })
  })

  test('of which nothing is asked is released by hand, and the bare inspection ends with it', async () => {
    const lot = await lab.received('M007')
    await room.signAs('E001')
    await at.day.run('stocklot.release', { id: lot.id })
    expect(await lab.inspectionsOf(lot)).toMatchObject([
      { status: 'RELEASED', verdict: 'PASS', releaserId: at.day.id('employee', 'E001') },
    ])
  })

  test('that is rejected by hand has no inspection left to release it', async () => {
    const lot = await lab.received()
    await at.day.run('stocklot.reject', { id: lot.id, reason: '霉变' })
    expect(await lab.inspectionsOf(lot)).toMatchObject([{ status: 'CLOSED', verdict: 'FAIL' }])
  })

  test('that more goods of came in for is judged again before anything of it is sold', async () => {
    const planId = await at.plant.plan('X3', '10')
    const lot = await at.plant.lot('M003', '10')
    await at.day.issue(planId, [
      { materialId: at.day.id('material', 'M003'), lotId: lot.id, qty: '10', fefoOverrideReason: '测试' },
    ])
    await at.day.use(planId, lot.id, '10')
    const made = { id: (await at.day.produce(planId, '5')).lotId as number }
    await at.day.run('stocklot.release', { id: made.id })
    expect(await lab.statusOf(made)).toBe('RELEASED')
    await at.day.produce(planId, '5')
    expect(await lab.statusOf(made)).toBe('PENDING')
    expect(await lab.inspectionsOf(made)).toMatchObject([{ status: 'RELEASED' }, { status: 'PENDING' }])
    expect(await refusalOf(at.day.sell('D001', [at.day.saleLine('X3', made.id, '1')]))).toMatchObject({
      refusal: 'lotNotUsable',
    })
  })

  test('that passed before more of it came in is to be judged again', async () => {
    const first = await lab.received('M001', '10', { supplierLotNo: 'SAME', produceDate: '2026-10-02' })
    const id = await judge(first, [good])
    await lab.received('M001', '5', { supplierLotNo: 'SAME', produceDate: '2026-10-02', lotId: first.id })
    expect(await lab.inspectionsOf(first)).toMatchObject([{ id, status: 'TESTING', verdict: null }])
  })

  test('out of a hold is released with a reason', async () => {
    const lot = await lab.received()
    const id = await judge(lot, [good])
    await at.day.run('stocklot.hold', { id: lot.id, reason: '待查' })
    expect(await refusalOf(release(id))).toEqual({ refusal: 'invalid', data: { reason: 'required' } })
    await release(id, { reason: '复核无误' })
    expect(await lab.statusOf(lot)).toBe('RELEASED')
  })

  test('names the inspection that releases it, as does its receipt; a bare one releases nothing', async () => {
    const openOf = async (entity: Entity, id: number) =>
      (await at.plant.inside(context => loadRecord(context, entity, id))).openInspectionId
    const lot = await lab.received('M008')
    expect(await openOf(stocklot, lot.id)).toBeNull()
    const inspection = await fill(lot, [good])
    expect(await openOf(stocklot, lot.id)).toBe(inspection)
    await run('judge', inspection)
    await release(inspection)
    expect(await openOf(stocklot, lot.id)).toBeNull()
    const planId = await at.plant.plan('X3', '10')
    const { id: lotId } = await at.plant.lot('M003', '10')
    const line = { materialId: at.day.id('material', 'M003'), lotId, qty: '10', fefoOverrideReason: '测试' }
    await at.day.issue(planId, [line])
    await at.day.use(planId, lotId, '10')
    const receipt = await at.day.produce(planId, '5')
    expect(await openOf(productstorein, receipt.id)).toBeNull()
    const final = await fill({ id: receipt.lotId as number, lotNo: '' }, [good])
    expect(await openOf(productstorein, receipt.id)).toBe(final)
    await at.day.run('stocklot.reject', { id: receipt.lotId as number, reason: '异物' })
    await at.rows(sql`update qualityinspection set status = 'JUDGED' where id = ${final} returning id`)
    expect(await openOf(productstorein, receipt.id)).toBeNull()
  })
})
