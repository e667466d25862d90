import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import { withPlant } from '../support/plantServer.ts'
import type { Lot } from '../support/workday.ts'

const at = withPlant()
const gtin = '06901234567892'
let soy: Lot
let made: Lot
let sale: Values

const ask = (path: string, asked: Values, locale = 'zh-CN') =>
  at.server.call('POST', `${locale}/SafetyReview/${path}`, asked, at.token)
async function rootsOf(path: 'ReviewAsc' | 'ReviewDesc', asked: Values): Promise<readonly string[]> {
  const answer = await ask(path, asked)
  expect(answer).toMatchObject({ status: 0 })
  return (answer.data as TraceAnswer).rootLots
}

beforeAll(async () => {
  const { day, plant } = at
  await day.product('X1', [['M001', '1']])
  await day.product('X2', [['M001', '1']])
  soy = await plant.lot('M001', '60', { supplierLotNo: 'SB-1' })
  made = await day.madeFrom('X1', soy, '20', '20')
  sale = await day.sell('D001', [day.saleLine('X1', made.id, '2')])
  await at.rows(sql<Values>`update product set gtin = '6901234567892' where code = 'X1'`)
  await at.rows(sql<Values>`update productspec set barcode = '16901234567899' where "specCode" = 'X1-1'`)
})

describe('a forward trace begins', () => {
  test('with everything received on some days, under any of its receipts', async () => {
    const { day, plant } = at
    const again = await day.receive([
      day.receiptLine('M001', '5', { supplierLotNo: 'SB-1', lotId: soy.id, isNewLot: false }),
    ])
    expect(await rootsOf('ReviewAsc', { storeInDocNo: again.docNo })).toEqual([soy.lotNo])
    expect(await rootsOf('ReviewAsc', { dateFrom: plant.script.day, dateTo: plant.script.day })).toContain(soy.lotNo)
    expect(await rootsOf('ReviewAsc', { supplierLotNo: 'SB-1', dateTo: '2020-01-01' })).toEqual([])
    expect(await rootsOf('ReviewAsc', { supplyId: day.id('supply', 'S001') })).toContain(soy.lotNo)
  })

  test('with several lots traced as one, a product lot in the middle among them', async () => {
    expect(await rootsOf('ReviewAsc', { lotNos: [soy.lotNo, soy.lotNo], productLotNo: made.lotNo })).toEqual(
      [soy.lotNo, made.lotNo].sort(),
    )
  })
})

describe('a backward trace begins', () => {
  test('with what is scanned from a pack or from a case, by lot or by its day', async () => {
    expect(await rootsOf('ReviewDesc', { gs1: `]d201${gtin}10${made.lotNo}` })).toEqual([made.lotNo])
    expect(await rootsOf('ReviewDesc', { gs1: `(01)16901234567899(10)${made.lotNo}` })).toEqual([made.lotNo])
    const day = at.plant.script.day.replaceAll('-', '').slice(2)
    expect(await rootsOf('ReviewDesc', { gs1: `(01)${gtin}(11)${day}` })).toEqual([made.lotNo])
    expect(await rootsOf('ReviewDesc', { gs1: `(01)${gtin}(11)200101` })).toEqual([])
  })

  test('with the lot of a complaint, and with what a dealer was sold on some days', async () => {
    const complaint = await at.day.run('complaint.save', {
      complaintTime: new Date().toISOString(),
      complaintType: 'FOREIGN',
      productId: at.day.id('product', 'X1'),
      content: '瓶内有异物',
      contactName: '王女士',
      lotNo: made.lotNo,
    })
    expect(await rootsOf('ReviewDesc', { complaintNo: complaint.docNo })).toEqual([made.lotNo])
    const dealerId = at.day.id('dealer', 'D001')
    const { day } = at.plant.script
    expect(await rootsOf('ReviewDesc', { dealerId, dateFrom: day, dateTo: day })).toEqual([made.lotNo])
    expect(await rootsOf('ReviewDesc', { dealerId, dateFrom: '2020-01-01', dateTo: '2020-12-31' })).toEqual([])
    expect(await rootsOf('ReviewDesc', { saleOutNo: sale.docNo })).toEqual([made.lotNo])
    expect(await rootsOf('ReviewDesc', { saleOutNo: sale.docNo, productId: at.day.id('product', 'X2') })).toEqual([])
    // Before it was shipped nothing had been sold.
    expect(await rootsOf('ReviewDesc', { saleOutNo: sale.docNo, asOfSeq: 1 })).toEqual([])
  })
})

describe('what nobody knows', () => {
  test.each([
    ['ReviewAsc', { supplierLotNo: 'SB-0' }, 'supplierLotNo', 'noSuchNumber'],
    ['ReviewAsc', { storeInDocNo: 'MI-0' }, 'storeInDocNo', 'noSuchNumber'],
    ['ReviewAsc', { supplyId: 1, dateFrom: '2026-02-01', dateTo: '2026-01-01' }, 'dateTo', 'endBeforeStart'],
    ['ReviewDesc', { saleOutNo: 'SO-0' }, 'saleOutNo', 'noSuchNumber'],
    ['ReviewDesc', { complaintNo: 'CT-0' }, 'complaintNo', 'noSuchNumber'],
    ['ReviewDesc', { gs1: 'NO CODE' }, 'gs1', 'gs1'],
    ['ReviewDesc', { gs1: '(01)06901234567891(10)A' }, 'gs1', 'gs1'],
    ['ReviewDesc', { gs1: '(01)04006381333931(10)A' }, 'gs1', 'noSuchGtin'],
  ])('%s %o is refused by the name of its field', async (path, asked, field, fieldError) => {
    const answers = await Promise.all(['zh-CN', 'zh-TW', 'en-US'].map(locale => ask(path, asked, locale)))
    for (const answer of answers) expect(answer).toMatchObject({ status: 1001, data: { [field]: fieldError } })
    expect(new Set(answers.map(answer => answer.message)).size).toBe(3)
  })

  test('a lot number on a pack that is not one of its goods is refused too, and a complaint without a lot', async () => {
    const unknown = await ask('ReviewDesc', { gs1: `(01)${gtin}(10)NOBODY` })
    expect(unknown).toMatchObject({ status: refusals.lotUnknown.status, data: { lotNo: 'NOBODY' } })
    const complaint = await at.day.run('complaint.save', {
      complaintTime: new Date().toISOString(),
      complaintType: 'FOREIGN',
      productId: at.day.id('product', 'X1'),
      content: '瓶内有异物',
      contactName: '王女士',
    })
    const answer = await ask('ReviewDesc', { complaintNo: complaint.docNo })
    expect(answer).toMatchObject({ status: 1001, data: { complaintNo: 'noLot' } })
  })
})
