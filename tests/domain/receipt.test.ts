import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
const room = stockroomOf(at)

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

  test('takes over what follows from another day, item or packing, and keeps what is sent', async () => {
    const { id, rowVersion, lines } = await at.day.receive(
      [at.day.receiptLine('M001', '', { packageQty: '2', baseQty: null })],
      { submit: false },
    )
    const [line] = lines
    expect(line).toMatchObject({ baseQty: '100.0000', expiryDate: '2027-11-01' })
    let version = rowVersion
    const saved = async (sent: Values) => {
      const row = { id, rowVersion: version, lines: [{ id: line?.id, ...sent }] }
      const stored = await at.day.run('materialstorein.save', row)
      version = stored.rowVersion
      return stored.lines[0]
    }
    expect(await saved({ produceDate: '2026-10-01' })).toMatchObject({ expiryDate: '2027-10-01' })
    const other = { materialId: at.day.id('material', 'M005'), materialSpecId: at.day.id('materialspec', 'M005-1') }
    expect(await saved(other)).toMatchObject({ baseQty: '2.0000', expiryDate: '2027-04-01' })
    expect(await saved({ produceDate: '2026-11-02', expiryDate: '2027-01-15', baseQty: '1.9' })).toMatchObject({
      baseQty: '1.9000',
      expiryDate: '2027-01-15',
    })
    expect(await saved({ produceDate: '2026-11-01', packageQty: '3' })).toMatchObject({
      baseQty: '1.9000',
      expiryDate: '2027-01-15',
    })
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
  ])('with %s is refused at that field, and leaves nothing behind', async (_, more, fieldErrors) => {
    const [before] = await at.rows(sql<Values>`select count(*) from materialstorein`)
    const refusal = await refusalOf(at.day.receive([at.day.receiptLine('M001', '10', more)]))
    expect(refusal).toEqual({ refusal: 'invalid', data: fieldErrors })
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
      { id, rowVersion, purchaseOrderNo: 'x' },
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

describe('goods of a supplier’s lot that came before', () => {
  const same = { supplierLotNo: 'SL-SAME', produceDate: '2026-10-10', isNewLot: false }
  const line = (more: Values = {}) => at.day.receiptLine('M004', '10', { ...same, ...more })

  test('are asked about, the known lot named, until somebody says whether they are the same', async () => {
    const first = await at.day.receive([line()])
    const [{ lotId, lotNo } = {}] = first.lines
    expect(await refusalOf(at.day.receive([line()]))).toEqual({
      refusal: 'supplierLotKnown',
      data: { supplierLotNo: 'SL-SAME', lotNo },
    })
    const joined = await at.day.receive([line({ lotId })])
    expect(joined.lines[0]).toMatchObject({ lotId, lotNo })
    expect(await at.rows(sql<Values>`select "onHandQty" from stocklot where id = ${lotId}`)).toEqual([
      { onHandQty: '20.0000' },
    ])
    const apart = await at.day.receive([line({ isNewLot: true })])
    expect(apart.lines[0]?.lotId).not.toBe(lotId)
  })

  test('of another day, another material or another supplier are other goods', async () => {
    await at.day.receive([line({ produceDate: '2026-10-11' })])
    await at.day.receive([at.day.receiptLine('M003', '10', same)])
    await at.day.receive([line()], { supplyId: at.day.id('supply', 'S002') })
  })

  test('are not put into a lot of other goods', async () => {
    const other = (await at.day.receive([line({ supplierLotNo: 'SL-B' })])).lines[0]
    const refused = (more: Values) => refusalOf(at.day.receive([line({ lotId: other?.lotId, ...more })]))
    expect(await refused({})).toEqual({ refusal: 'invalid', data: { 'lines.0.supplierLotNo': 'lotDiffers' } })
    expect(await refused({ supplierLotNo: 'SL-B', expiryDate: '2030-01-01' })).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.expiryDate': 'lotDiffers' },
    })
    const material = at.day.receiptLine('M003', '10', { ...same, lotId: other?.lotId })
    expect(await refusalOf(at.day.receive([material]))).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.lotId': 'reference' },
    })
  })

  test('delivered in one document in two packings are one lot', async () => {
    const two = await at.day.receive([line({ supplierLotNo: 'SL-2' }), line({ supplierLotNo: 'SL-2' })])
    expect(two.lines[0]?.lotId).toBe(two.lines[1]?.lotId)
  })

  test('that were received by mistake and undone are not known any more', async () => {
    const { id } = await at.day.receive([line({ supplierLotNo: 'SL-3' })])
    await at.day.run('materialstorein.reverse', { id, reason: '录错' })
    await at.day.receive([line({ supplierLotNo: 'SL-3' })])
  })

  test('join a released lot only to be inspected again', async () => {
    const [first] = (await at.day.receive([line({ supplierLotNo: 'SL-4' })])).lines
    await at.day.run('stocklot.release', { id: first?.lotId })
    await at.day.receive([line({ supplierLotNo: 'SL-4', lotId: first?.lotId })])
    const [lot] = await at.rows(sql<Values>`select "qualityStatus" from stocklot where id = ${first?.lotId}`)
    expect(lot).toEqual({ qualityStatus: 'PENDING' })
  })
})

describe('a supplier who may not deliver', () => {
  test.each([
    ['is suspended', { approvalStatus: 'SUSPENDED' }],
    ['has a licence that ran out', { approvalStatus: 'APPROVED', licenseExpireDate: '2026-11-01' }],
  ])('and %s, delivers into quarantine only, where the lot is held', async (what, more) => {
    const contact = { contactName: '甲', phone: '020-1234567', address: '路 1 号', licenseNo: 'SC1' }
    const { id: supplyId } = await at.day.run('supply.save', {
      code: `Q-${what}`,
      name: `供应商Q${what}`,
      ...contact,
      ...more,
    })
    const locationId = await room.bin(`Q-${supplyId}`, 'WH01', { isQuarantine: true })
    const receipt = await at.day.receive([at.day.receiptLine('M001', '10', { locationId })], { supplyId })
    expect(await lotsOf(receipt.docNo)).toMatchObject([
      { qualityStatus: 'HOLD', statusReason: '供应商未准入或许可证已过期' },
    ])
    const elsewhere = [at.day.receiptLine('M001', '10', { locationId }), at.day.receiptLine('M001', '10')]
    expect(await refusalOf(at.day.receive(elsewhere, { supplyId }))).toMatchObject({ refusal: 'supplierNotApproved' })
  })

  test('is judged by the day of receipt', async () => {
    const contact = { contactName: '甲', phone: '020-1234567', address: '路 1 号', licenseNo: 'SC1' }
    const { id: supplyId } = await at.day.run('supply.save', {
      code: 'S-DAY',
      name: '供应商日',
      ...contact,
      approvalStatus: 'APPROVED',
      licenseExpireDate: at.plant.today,
    })
    expect(await at.day.receive([at.day.receiptLine('M001', '10')], { supplyId })).toMatchObject({
      status: 'SUBMITTED',
    })
  })
})

test('goods that fail the check at the gate are held', async () => {
  const receipt = await at.day.receive([
    at.day.receiptLine('M001', '10', { packageCheck: 'FAIL' }),
    at.day.receiptLine('M001', '10'),
  ])
  expect(await lotsOf(receipt.docNo)).toMatchObject([{ qualityStatus: 'HOLD' }, { qualityStatus: 'PENDING' }])
})

test('a line of a receipt starts with the packings of its material, the usual supplier and the last price', async () => {
  await at.day.receive([at.day.receiptLine('M001', '10', { unitPrice: '4.55' })])
  const materialId = at.day.id('material', 'M001')
  const { data } = await at.server.call('GET', 'Material/InitSpecByMaterialId', { materialId }, at.token)
  expect(data).toMatchObject({
    materialSpecId: at.day.id('materialspec', 'M001-1'),
    supplyId: at.day.id('supply', 'S001'),
    unitPrice: '4.55',
    shelfLifeValue: 12,
    specs: [{ label: '50kg/袋', baseQtyPerPackage: '50.0000', isDefault: true }],
  })
  const unknown = await at.server.call('GET', 'Material/InitSpecByMaterialId', { materialId: 99_999_999 }, at.token)
  expect(unknown.status).toBe(1005)
})
