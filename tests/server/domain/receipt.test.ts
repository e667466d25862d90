import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Values } from '../../../src/contract/schema/field.ts'
import { withPlant } from '../../support/plantServer.ts'
import { refusalOf } from '../../support/workday.ts'

const at = withPlant()

const lotsOf = (docNo: unknown) =>
  at.rows(sql<Values>`select * from stocklot where "sourceDocNo" = ${docNo} order by id`)

describe('a receipt of materials', () => {
  test('makes one pending lot per line, with what the law asks to be recorded', async () => {
    const receipt = await at.day.receive([
      at.day.receiptLine('M001', '120', { supplierLotNo: 'SB-1', certificateNo: 'COA-1' }),
      at.day.receiptLine('M002', '80.5'),
    ])
    expect(receipt).toMatchObject({ status: 'SUBMITTED', docNo: expect.stringMatching(/^MI\d{8}-\d{4}$/) })
    const lots = await lotsOf(receipt.docNo)
    expect(lots).toMatchObject([
      { onHandQty: '120.0000', qualityStatus: 'PENDING', supplierLotNo: 'SB-1', certificateNo: 'COA-1' },
      { onHandQty: '80.5000', qualityStatus: 'PENDING' },
    ])
    expect(receipt.lines.map(line => line.lotNo)).toEqual(lots.map(lot => lot.lotNo))
    const moved = await at.rows(sql<Values>`
      select "moveType", quantity, "docLineNo" from stockledger where "docNo" = ${receipt.docNo} order by id`)
    expect(moved).toEqual([
      { moveType: 'RCV', quantity: '120.0000', docLineNo: 1 },
      { moveType: 'RCV', quantity: '80.5000', docLineNo: 2 },
    ])
  })

  test('works the quantity out of the packages where only those are given', async () => {
    const line = at.day.receiptLine('M001', '', { packageQty: '3', baseQty: null })
    expect((await at.day.receive([line])).lines).toMatchObject([{ baseQty: '150.0000' }])
  })

  test('computes the expiry from the shelf life, clamped to the end of the month; the printed date wins', async () => {
    const receipt = await at.day.receive([
      at.day.receiptLine('M005', '1', { produceDate: '2026-08-31' }),
      at.day.receiptLine('M005', '1', { produceDate: '2026-08-31', expiryDate: '2027-01-15' }),
      at.day.receiptLine('P001', '1000'),
    ])
    expect(receipt.lines.map(line => line.expiryDate)).toEqual(['2027-02-28', '2027-01-15', null])
  })

  test('amounts and the total follow from quantity and price', async () => {
    const receipt = await at.day.receive([
      at.day.receiptLine('M001', '120.5', { unitPrice: '4.55' }),
      at.day.receiptLine('M002', '10', { unitPrice: '0.01' }),
    ])
    expect(receipt.lines.map(line => line.amount)).toEqual(['548.28', '0.10'])
    expect(receipt.totalAmount).toBe('548.38')
  })

  test('is released at once when the material is not inspected', async () => {
    await at.day.run('material.save', { ...material('M100'), isInspected: false }, 'M100')
    await at.day.run('materialspec.save', spec('M100'), 'M100-1')
    const receipt = await at.day.receive([at.day.receiptLine('M100', '5', { certificateNo: null })])
    expect(await lotsOf(receipt.docNo)).toMatchObject([{ qualityStatus: 'RELEASED' }])
  })

  test('of opening stock needs no supplier and comes from the count', async () => {
    const line = at.day.receiptLine('M001', '7', { certificateNo: null })
    const opening = { storeInType: 'OPENING', supplyId: null, deliveryNoteNo: null }
    const receipt = await at.day.receive([line], opening)
    const moved = await at.rows(sql<Values>`
      select g."moveType", f."locationType" from stockledger g join stocklocation f on f.id = g."fromLocationId"
      where g."docNo" = ${receipt.docNo}`)
    expect(moved).toEqual([{ moveType: 'ADJ', locationType: 'ADJUST' }])
  })

  test('may be kept as an incomplete draft, which moves nothing', async () => {
    const bare = { materialId: at.day.id('material', 'M001') }
    const draft = await at.day.receive([bare], { submit: false, supplyId: null })
    expect(draft).toMatchObject({ status: 'DRAFT', lines: [{ produceDate: null, expiryDate: null }] })
    expect(await lotsOf(draft.docNo)).toEqual([])
    expect(await refusalOf(at.day.run('materialstorein.submit', { id: draft.id }))).toEqual({
      refusal: 'invalid',
      data: expect.objectContaining({ supplyId: 'required', 'lines.0.supplierLotNo': 'required' }),
    })
  })

  test.each([
    ['a production date in the future', { produceDate: '2099-01-01' }, { 'lines.0.produceDate': 'future' }],
    [
      'an expiry before production',
      { produceDate: '2026-11-02', expiryDate: '2026-11-01' },
      { 'lines.0.expiryDate': 'expiryBeforeProduction' },
    ],
    ['no certificate of an inspected material', { certificateNo: null }, { 'lines.0.certificateNo': 'required' }],
    ['no quantity', { baseQty: '0' }, { 'lines.0.baseQty': 'positive' }],
    ['no lot of the supplier', { supplierLotNo: '' }, { 'lines.0.supplierLotNo': 'required' }],
  ])('with %s is refused at that field, and leaves nothing behind', async (_, more, faults) => {
    const [before] = await at.rows(sql<Values>`select count(*) from materialstorein`)
    const refusal = await refusalOf(at.day.receive([at.day.receiptLine('M001', '10', more)]))
    expect(refusal).toEqual({ refusal: 'invalid', data: faults })
    expect(await at.rows(sql<Values>`select count(*) from materialstorein`)).toEqual([before])
  })

  test('with the packing of another material is refused', async () => {
    const line = at.day.receiptLine('M001', '10', { materialSpecId: at.day.id('materialspec', 'M002-1') })
    expect(await refusalOf(at.day.receive([line]))).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.materialSpecId': 'reference' },
    })
  })

  test('without lines is refused', async () => {
    expect(await refusalOf(at.day.receive([]))).toEqual({ refusal: 'invalid', data: { lines: 'required' } })
  })

  test.each([
    ['not approved', { approvalStatus: 'SUSPENDED' }],
    ['of an expired licence', { approvalStatus: 'APPROVED', licenseExpireDate: '2026-11-01' }],
  ])('from a supplier %s is refused by name', async (what, more) => {
    const contact = { contactName: '甲', phone: '020-1234567', address: '路 1 号', licenseNo: 'SC1' }
    const supplier = await at.day.run('supply.save', { code: `S-${what}`, name: `供应商${what}`, ...contact, ...more })
    const refusal = await refusalOf(at.day.receive([at.day.receiptLine('M001', '10')], { supplyId: supplier.id }))
    expect(refusal).toEqual({ refusal: 'supplierNotApproved', data: { supplier: `供应商${what}` } })
  })

  test('once posted is neither edited nor deleted', async () => {
    const receipt = await at.day.receive([at.day.receiptLine('M001', '10')])
    const { id, rowVersion } = receipt
    expect(await refusalOf(at.day.run('materialstorein.submit', { id }))).toMatchObject({ refusal: 'wrongState' })
    const changed = await at.server.call(
      'POST',
      'template/save/materialstorein',
      { id, rowVersion, remark: 'x' },
      at.token,
    )
    expect(changed.status).toBe(1008)
    const removed = await at.server.call('POST', 'template/delete/materialstorein', { ids: [id] }, at.token)
    expect(JSON.stringify(removed.data)).toContain('1008')
  })
})

const material = (code: string): Values => ({
  code,
  name: `原料${code}`,
  materialType: 'RAW',
  baseUnitId: at.day.id('unit', 'kg'),
  isLotTracked: true,
  isInspected: true,
})
const spec = (code: string): Values => ({
  materialId: at.day.id('material', code),
  specCode: `${code}-1`,
  specName: '袋',
  packageUnitId: at.day.id('unit', 'bag'),
  baseQtyPerPackage: '1',
})

test('the base unit of a material is locked once stock has moved, everything else stays free', async () => {
  const lot = await at.plant.lot('M004', '5')
  expect(lot.lotNo).toMatch(/^L\d{8}-/)
  const [stored] = await at.rows(sql<Values>`select * from material where code = 'M004'`)
  const { id, rowVersion } = stored as Values
  const save = (more: Values) => at.server.call('POST', 'template/save/material', { id, rowVersion, ...more }, at.token)
  expect((await save({ baseUnitId: at.day.id('unit', 'g') })).status).toBe(2020)
  expect((await save({ isLotTracked: false })).status).toBe(2020)
  expect((await save({ remark: '甜' })).status).toBe(0)
})
