import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import { questionFields, traceOptions } from '#contract/trace/trace.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
const gtin = '06901234567892'
const longAgo = '2020-01-01'
let today: string
let soy: Lot
let wheat: Lot
let again: Values
let undone: { readonly docNo: unknown; readonly lotNo: string; readonly stood: number }
let early: Lot
let late: Lot
let kept: Lot
let sale: Values

const ask = (path: string, asked: Values, locale = 'zh-CN') =>
  at.server.call('POST', `${locale}/SafetyReview/${path}`, asked, at.token)
async function rootsOf(path: 'ReviewAsc' | 'ReviewDesc', asked: Values): Promise<readonly string[]> {
  const answer = await ask(path, asked)
  expect([asked, answer.status, answer.message]).toEqual([asked, 0, expect.anything()])
  return (answer.data as TraceAnswer).rootLots
}
async function lastRow(): Promise<number> {
  const [row] = await at.rows(sql<Values>`select max(id) as id from stockledger`)
  return Number(row?.id)
}
const id = (entity: string, key: string) => at.day.id(entity, key)
const lotOf = ({ lines: [line] }: { readonly lines: readonly Values[] }): Lot => ({
  id: Number(line?.lotId),
  lotNo: String(line?.lotNo),
})
const numbers = (...lots: readonly Lot[]) => lots.map(lot => lot.lotNo).sort()

/**
 * Two materials of two suppliers, one received twice, one receipt reversed; three product lots: yesterday's and today's
 * sold, one in stock.
 */
beforeAll(async () => {
  const { day, plant } = at
  today = plant.script.day
  await day.product('X1', [['M001', '1']])
  await day.product('X2', [['M001', '1']])
  soy = await plant.lot('M001', '60', { supplierLotNo: 'SB-1' })
  const grain = await day.receive([day.receiptLine('M002', '5', { supplierLotNo: 'WH-1' })], {
    supplyId: id('supply', 'S002'),
  })
  wheat = lotOf(grain)
  early = await day.madeFrom('X1', soy, '10', '10')
  late = await day.madeFrom('X1', soy, '10', '10')
  kept = await day.madeFrom('X1', soy, '10', '10')
  await at.rows(sql<Values>`update stocklot set "produceDate" = "produceDate" - 1 where id = ${early.id}`)
  await at.rows(sql<Values>`update product set gtin = '6901234567892' where code = 'X1'`)
  sale = await day.sell('D001', [day.saleLine('X1', early.id, '2'), day.saleLine('X1', late.id, '2')])
  await day.sell('D002', [day.saleLine('X1', late.id, '1')])
  const wrong = await day.receive([day.receiptLine('M001', '5', { supplierLotNo: 'SB-9' })])
  undone = { docNo: wrong.docNo, lotNo: lotOf(wrong).lotNo, stood: await lastRow() }
  await day.run('materialstorein.reverse', { id: wrong.id, reason: '重复入库' })
  again = await day.receive([day.receiptLine('M001', '5', { supplierLotNo: 'SB-1', lotId: soy.id, isNewLot: false })])
})

describe('forwards', () => {
  test('lots that are named are those of them that the supplier, the material and the receipt are of too', async () => {
    const lotNos = [soy.lotNo, wheat.lotNo]
    const narrowed = (asked: Values) => rootsOf('ReviewAsc', { lotNos, productLotNo: early.lotNo, ...asked })
    expect(await narrowed({})).toEqual(numbers(soy, wheat, early))
    expect(await narrowed({ supplyId: id('supply', 'S001') })).toEqual(numbers(soy))
    expect(await narrowed({ materialId: id('material', 'M002') })).toEqual(numbers(wheat))
    expect(await narrowed({ supplierLotNo: 'SB-1' })).toEqual(numbers(soy))
    expect(await narrowed({ storeInDocNo: again.docNo })).toEqual(numbers(soy))
    expect(await narrowed({ dateFrom: today, dateTo: today })).toEqual(numbers(soy, wheat))
    expect(await narrowed({ dateFrom: today, materialId: id('material', 'M001') })).toEqual(numbers(soy))
  })

  test('a receipt that was undone begins nothing, but for whoever asks of the time when it stood', async () => {
    const { docNo, lotNo, stood } = undone
    expect(await rootsOf('ReviewAsc', { storeInDocNo: docNo })).toEqual([])
    expect(await rootsOf('ReviewAsc', { storeInDocNo: docNo, asOfSeq: stood })).toEqual([lotNo])
    expect(await rootsOf('ReviewAsc', { dateFrom: today })).not.toContain(lotNo)
    expect(await rootsOf('ReviewAsc', { dateFrom: today, asOfSeq: stood })).toContain(lotNo)
  })

  test('a receipt later than the moment of the question begins nothing, though its lot was there', async () => {
    expect(await rootsOf('ReviewAsc', { storeInDocNo: again.docNo })).toEqual([soy.lotNo])
    expect(await rootsOf('ReviewAsc', { storeInDocNo: again.docNo, asOfSeq: undone.stood })).toEqual([])
  })

  test('a day begins and ends by the clock of the plant', async () => {
    const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    const yesterday = dayBefore(today)
    // in London it was the day before
    for (const storeInDate of [`${yesterday}T00:30:00+08:00`, `${yesterday}T23:30:00+08:00`]) {
      const line = at.day.receiptLine('M001', '1', { supplierLotNo: storeInDate })
      const lot = lotOf(await at.day.receive([line], { storeInDate: new Date(storeInDate).toISOString() }))
      expect(await rootsOf('ReviewAsc', { dateFrom: yesterday, dateTo: yesterday })).toContain(lot.lotNo)
      expect(await rootsOf('ReviewAsc', { dateTo: dayBefore(yesterday) })).not.toContain(lot.lotNo)
      expect(await rootsOf('ReviewAsc', { dateFrom: today })).not.toContain(lot.lotNo)
    }
  })
})

describe('backwards', () => {
  test('lots that are named, scanned or complained of are those of them that were sold so and made so', async () => {
    const complaint = await at.day.run('complaint.save', {
      complaintTime: new Date().toISOString(),
      complaintType: 'FOREIGN',
      productId: id('product', 'X1'),
      content: '瓶内有异物',
      contactName: '王女士',
      lotNo: late.lotNo,
    })
    const dealerId = id('dealer', 'D002')
    const productLotNos = [early.lotNo, kept.lotNo]
    const named = { productLotNos, gs1: `(01)${gtin}(10)${late.lotNo}` }
    expect(await rootsOf('ReviewDesc', named)).toEqual(numbers(early, late, kept))
    expect(await rootsOf('ReviewDesc', { ...named, saleOutNo: sale.docNo })).toEqual(numbers(early, late))
    expect(await rootsOf('ReviewDesc', { ...named, dealerId })).toEqual(numbers(late))
    expect(await rootsOf('ReviewDesc', { ...named, produceDate: today })).toEqual(numbers(late, kept))
    expect(await rootsOf('ReviewDesc', { ...named, dateFrom: today })).toEqual(numbers(early, late))
    expect(await rootsOf('ReviewDesc', { productLotNos, complaintNo: complaint.docNo, dealerId })).toEqual(
      numbers(late),
    )
    expect(await rootsOf('ReviewDesc', { complaintNo: complaint.docNo, productId: id('product', 'X1') })).toEqual(
      numbers(late),
    )
  })

  test('what a dealer was sold of a product made on a day is that of this day', async () => {
    const asked = { dealerId: id('dealer', 'D001'), productId: id('product', 'X1') }
    expect(await rootsOf('ReviewDesc', asked)).toEqual(numbers(early, late))
    expect(await rootsOf('ReviewDesc', { ...asked, produceDate: today })).toEqual(numbers(late))
    expect(await rootsOf('ReviewDesc', { saleOutNo: sale.docNo, produceDate: today })).toEqual(numbers(late))
    expect(await rootsOf('ReviewDesc', { ...asked, produceDate: longAgo })).toEqual([])
  })

  test('days of sale find what was sold then, of a product or at all, and not what was only made', async () => {
    const productId = id('product', 'X1')
    expect(await rootsOf('ReviewDesc', { productId })).toEqual(numbers(early, late, kept))
    expect(await rootsOf('ReviewDesc', { productId, dateFrom: today })).toEqual(numbers(early, late))
    expect(await rootsOf('ReviewDesc', { productId, produceDate: today, dateTo: today })).toEqual(numbers(late))
    expect(await rootsOf('ReviewDesc', { productId, dateTo: longAgo })).toEqual([])
    expect(await rootsOf('ReviewDesc', { dateFrom: today, dateTo: today })).toEqual(numbers(early, late))
    expect(await rootsOf('ReviewDesc', { dateFrom: longAgo, dateTo: longAgo })).toEqual([])
  })
})

describe('lots that are named and fit nothing else that is said', () => {
  const misfits = () =>
    ({
      asc: {
        names: { lotNos: [wheat.lotNo] },
        fields: {
          supplierLotNo: 'SB-1',
          supplyId: id('supply', 'S001'),
          materialId: id('material', 'M001'),
          storeInDocNo: again.docNo,
          dateFrom: '2099-01-01',
          dateTo: longAgo,
        },
        alsoNames: ['productLotNo'],
      },
      desc: {
        names: { productLotNos: [kept.lotNo] },
        fields: {
          productId: id('product', 'X2'),
          produceDate: longAgo,
          saleOutNo: sale.docNo,
          dealerId: id('dealer', 'D001'),
          dateFrom: '2099-01-01',
          dateTo: longAgo,
        },
        alsoNames: ['complaintNo', 'gs1'],
      },
    }) as const

  test.each(['asc', 'desc'] as const)('are refused by the field they do not fit, whichever it is (%s)', async way => {
    const { names, fields, alsoNames } = misfits()[way]
    const path = way === 'asc' ? 'ReviewAsc' : 'ReviewDesc'
    const all = [...Object.keys(names), ...Object.keys(fields), ...alsoNames, ...Object.keys(traceOptions)]
    expect(all.sort()).toEqual(Object.keys(questionFields[way]).sort())
    for (const [field, value] of Object.entries(fields)) {
      const answer = await ask(path, { ...names, [field]: value })
      expect([field, answer.status, answer.data]).toEqual([field, 1001, { [field]: 'lotDiffers' }])
    }
  })

  test('the fields that fit are not blamed, and where only together they fit none, all of them are', async () => {
    const dealerId = id('dealer', 'D002')
    const wrong = await ask('ReviewDesc', { productLotNos: [late.lotNo], dealerId, produceDate: longAgo })
    expect(wrong).toMatchObject({ status: 1001, data: { produceDate: 'lotDiffers' } })
    expect(wrong.data).not.toHaveProperty('dealerId')
    const apart = { productLotNos: [early.lotNo, kept.lotNo], produceDate: today, saleOutNo: sale.docNo }
    const answers = await Promise.all(['zh-CN', 'zh-TW', 'en-US'].map(locale => ask('ReviewDesc', apart, locale)))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 1001, data: { produceDate: 'lotDiffers', saleOutNo: 'lotDiffers' } })
    expect(new Set(answers.map(answer => answer.message)).size).toBe(3)
  })

  test('a number that nobody knows is refused beside names too', async () => {
    const unknown = await ask('ReviewAsc', { lotNos: [soy.lotNo], storeInDocNo: 'MI-0' })
    expect(unknown).toMatchObject({ status: 1001, data: { storeInDocNo: 'noSuchNumber' } })
  })
})

test('a day of production alone names no product, and finds nothing', async () => {
  const answer = await ask('ReviewDesc', { produceDate: today })
  expect(answer.status).toBe(refusals.nothingToTrace.status)
})
