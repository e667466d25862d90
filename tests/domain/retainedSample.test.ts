import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { brokenIdentities } from '../support/identities.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const store = stockroomOf(at)
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  await store.signAs('E001')
})
afterEach(async () => expect(await brokenIdentities(at.server.db)).toEqual([]))

const goods = async (quantity = '10') => at.day.madeFrom('X1', await at.plant.lot('M001', quantity), quantity, quantity)
const retain = (lot: Lot, more: Values = {}) =>
  at.day.run('retainsample.save', {
    productId: at.day.id('product', 'X1'),
    lotId: lot.id,
    sampleTime: at.plant.script.now,
    sampleQty: '2',
    samplerId: at.day.id('employee', 'E006'),
    storageLocation: '留样室 A-1',
    ...more,
  })
type Sample = Awaited<ReturnType<typeof retain>>
const look = (usedQty: string, more: Values = {}): Values => ({
  observeDate: at.plant.script.day,
  appearance: '正常',
  usedQty,
  observerId: at.day.id('employee', 'E006'),
  ...more,
})
const save = (row: Values) => at.server.call('POST', 'template/save/retainsample', row, at.token)
/** Adds observations to what is stored of a sample. */
async function observe(sample: Sample, ...added: Values[]) {
  const { data } = await at.server.call('GET', 'template/edit/retainsample', { id: sample.id }, at.token)
  return save({ id: sample.id, rowVersion: data.rowVersion, observations: [...data.observations, ...added] })
}
const remove = async (sample: Sample) =>
  (await at.server.call('POST', 'template/delete/retainsample', { ids: [sample.id] }, at.token)).data.rows[0]
const keptUntil = (sample: Sample, day: string) =>
  sql`update retainsample set "retainUntil" = ${day} where id = ${sample.id}`.execute(at.server.db)
const stockOutOf = async (sample: Sample) =>
  (await at.rows(sql<Values>`select * from productstoreout where id = ${sample.productStoreOutId}`))[0]

describe('a retained sample', () => {
  test('is taken from store when it is saved, and stands among the product stock-outs', async () => {
    const lot = await goods()
    const sample = await retain(lot)
    const [stored] = await at.rows(sql<Values>`select * from stocklot where id = ${lot.id}`)
    expect(sample).toMatchObject({
      status: 'RETAINED',
      usedQty: '0.0000',
      unitId: stored?.unitId,
      produceDate: stored?.produceDate,
      retainUntil: stored?.expiryDate,
    })
    const out = await stockOutOf(sample)
    expect(out).toMatchObject({ outType: 'RETAIN_SAMPLE', status: 'SUBMITTED', handlerId: sample.samplerId })
    expect(await store.posted(out?.docNo)).toMatchObject([
      { moveType: 'SMP', from: 'STORAGE', to: 'SAMPLE', quantity: '2.0000' },
    ])
    const lines = await at.rows(
      sql<Values>`select "availableQty", qty from productstoreoutline where "parentId" = ${out?.id}`,
    )
    expect(lines).toEqual([{ availableQty: '10.0000', qty: '2.0000' }])
    const listed = await at.server.call('POST', 'template/list/productstoreoutrecord', { q: lot.lotNo }, at.token)
    expect(listed.data.rows).toMatchObject([{ outType: 'RETAIN_SAMPLE', docNo: out?.docNo, qty: '2.0000' }])
  })

  test('is as much as the product says where nothing else is said, and offered so', async () => {
    const lot = await goods()
    const [row] = await at.plant.script.prepare('retainsample', { lotId: lot.id })
    expect(row).toMatchObject({ productId: at.day.id('product', 'X1'), sampleQty: '2.0000' })
    expect(await retain(lot, { sampleQty: null })).toMatchObject({ sampleQty: '2.0000' })
  })

  test('is kept until its lot expires, but two years at most, and no shorter by hand', async () => {
    const [short, long] = [await goods(), await goods()]
    await sql`update stocklot set "produceDate" = '2026-02-28', "expiryDate" = '2030-02-28' where id = ${long.id}`.execute(
      at.server.db,
    )
    expect(await retain(long)).toMatchObject({ retainUntil: '2028-02-28' })
    expect(await refusalOf(retain(short, { retainUntil: at.plant.script.day }))).toEqual({
      refusal: 'invalid',
      data: { retainUntil: 'retainTooShort' },
    })
    expect(await retain(short, { retainUntil: '2031-01-01' })).toMatchObject({ retainUntil: '2031-01-01' })
  })

  test('of the routine kind is one per lot; others may follow', async () => {
    const lot = await goods()
    const { docNo } = await retain(lot)
    expect(await refusalOf(retain(lot))).toEqual({ refusal: 'sampleKept', data: { lotNo: lot.lotNo, docNo } })
    await retain(lot, { purpose: 'STABILITY' })
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '6.0000', SAMPLE: '4.0000' })
  })

  test('of the routine kind taken twice at the same moment is taken once', async () => {
    const lot = await goods()
    const outcomes = await Promise.allSettled([retain(lot), retain(lot)])
    expect(outcomes.map(each => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '8.0000', SAMPLE: '2.0000' })
  })

  test.each([
    ['of more than there is', { sampleQty: '10.5' }, { refusal: 'shortOfStock' }],
    ['of nothing', { sampleQty: '0' }, { refusal: 'invalid', data: { sampleQty: 'positive' } }],
    ['taken in the future', { sampleTime: '2999-01-01T00:00:00.000Z' }, { refusal: 'backdatedTooFar' }],
  ])('%s is refused', async (_, more, refusal) => {
    expect(await refusalOf(retain(await goods(), more))).toMatchObject(refusal)
  })

  test('of a lot of another product, or from where the lot does not lie, is refused at the field', async () => {
    const lot = await goods()
    expect(await refusalOf(retain(lot, { productId: at.day.id('product', 'F201') }))).toEqual({
      refusal: 'invalid',
      data: { lotId: 'reference' },
    })
    expect(await refusalOf(retain(lot, { warehouseId: at.day.id('warehouse', 'WH01') }))).toEqual({
      refusal: 'invalid',
      data: { warehouseId: 'noStockHere' },
    })
  })

  test('stays as it was posted: what and how much cannot be changed', async () => {
    const { id, rowVersion } = await retain(await goods())
    const changed = await save({ id, rowVersion, sampleQty: '3' })
    expect([changed.status, changed.data]).toEqual([1001, { sampleQty: 'fixed' }])
    expect(await save({ id, rowVersion, storageLocation: 'B-2' })).toMatchObject({ status: 0 })
  })
})

describe('what is used of a sample', () => {
  test('goes to the laboratory, each time what is new', async () => {
    const lot = await goods()
    const sample = await retain(lot, { observations: [look('0.5')] })
    expect(sample).toMatchObject({ status: 'PARTLY_USED', usedQty: '0.5000' })
    expect((await observe(sample, look('0'))).data).toMatchObject({ usedQty: '0.5000' })
    expect((await observe(sample, look('0.75'))).data).toMatchObject({ usedQty: '1.2500', status: 'PARTLY_USED' })
    expect(await store.posted(sample.docNo)).toMatchObject([
      { moveType: 'TST', from: 'SAMPLE', to: 'LAB', quantity: '0.5000' },
      { moveType: 'TST', from: 'SAMPLE', to: 'LAB', quantity: '0.7500' },
    ])
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '8.0000', SAMPLE: '0.7500' })
  })

  test('is no more than the sample holds, though the store holds other samples of the lot', async () => {
    const lot = await goods()
    const sample = await retain(lot)
    await retain(lot, { purpose: 'STABILITY' })
    await observe(sample, look('1.5'))
    const more = await observe(sample, look('0.6'))
    expect([more.status, more.data]).toEqual([1001, { 'observations.1.usedQty': 'moreThanSample' }])
  })

  test('stays as it was posted, and is of no day to come', async () => {
    const sample = await retain(await goods(), { observations: [look('0.5')] })
    const [line] = sample.observations as unknown as Values[]
    const saved = (observations: unknown) => save({ id: sample.id, rowVersion: sample.rowVersion, observations })
    expect((await saved([{ ...line, usedQty: '0.4' }])).data).toEqual({ 'observations.0.usedQty': 'fixed' })
    expect((await saved([])).data).toEqual({ observations: 'fixed' })
    expect((await saved([line, look('0.1', { observeDate: '2999-01-01' })])).data).toEqual({
      'observations.1.observeDate': 'future',
    })
  })
})

describe('a sample comes to its end', () => {
  const dispose = (sample: Sample, given: Values = {}) =>
    at.day.run('retainsample.dispose', { id: sample.id, ...given })

  test('due from the day after it was to be kept, by the calendar alone, and lists filter by it', async () => {
    const [due, kept] = [await retain(await goods()), await retain(await goods())]
    const today = at.plant.today
    await keptUntil(due, '2026-01-01')
    await keptUntil(kept, today)
    const listed = async (status: string) => {
      const where = [{ field: 'status', op: 'eq', value: status }]
      const { data } = await at.server.call('POST', 'template/list/retainsample', { where, size: 200 }, at.token)
      return data.rows.map((row: Values) => row.id)
    }
    expect(await listed('DUE')).toContain(due.id)
    expect(await listed('DUE')).not.toContain(kept.id)
    expect(await listed('RETAINED')).toContain(kept.id)
    expect(await at.rows(sql<Values>`select status from retainsample where id = ${due.id}`)).toEqual([
      { status: 'RETAINED' },
    ])
    await dispose(due)
    expect(await listed('DISPOSED')).toContain(due.id)
  })

  test('disposed of when it is due: what is left of it is scrapped', async () => {
    const lot = await goods()
    const sample = await retain(lot, { observations: [look('0.5')] })
    await keptUntil(sample, '2026-01-01')
    expect(await dispose(sample, { disposalMethod: 'HARMLESS' })).toMatchObject({
      status: 'DISPOSED',
      disposalMethod: 'HARMLESS',
      disposalById: at.day.id('employee', 'E001'),
      disposalTime: expect.any(String),
    })
    expect((await store.posted(sample.docNo)).at(-1)).toMatchObject({
      moveType: 'SCR',
      from: 'SAMPLE',
      to: 'SCRAP',
      quantity: '1.5000',
    })
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '8.0000' })
    expect(await refusalOf(dispose(sample))).toMatchObject({ refusal: 'wrongState' })
  })

  test('before its time only for a reason', async () => {
    const sample = await retain(await goods())
    expect(await refusalOf(dispose(sample))).toEqual({ refusal: 'invalid', data: { reason: 'beforeRetainUntil' } })
    await dispose(sample, { reason: '容器破裂' })
    expect((await store.posted(sample.docNo)).at(-1)).toMatchObject({ moveType: 'SCR', reason: '容器破裂' })
  })

  test('removed it goes back into store, and its stock-out is reversed with it', async () => {
    const lot = await goods()
    const sample = await retain(lot)
    const out = await stockOutOf(sample)
    expect(await refusalOf(at.day.run('productstoreout.reverse', { id: out?.id, reason: '录错' }))).toEqual({
      refusal: 'bySampleOnly',
      data: { docNo: out?.docNo },
    })
    expect(await remove(sample)).toMatchObject({ ok: true })
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '10.0000' })
    expect(await stockOutOf(sample)).toMatchObject({ status: 'REVERSED' })
    await retain(lot)
  })

  test('but not once something of it was used', async () => {
    const sample = await retain(await goods(), { observations: [look('0.5')] })
    expect(await remove(sample)).toMatchObject({ ok: false, status: 2068 })
  })
})
