/** Pallets: numbered, closed over real stock, shipped whole, taken back, traced by their number. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasCheckDigit } from '#contract/gs1/checkDigit.ts'
import { readSscc, ssccOf } from '#contract/gs1/sscc.ts'
import type { Values } from '#contract/schema/field.ts'
import { refusalText } from '../../server/domain/basis/refusalText.ts'
import { candidates } from '../../server/domain/stock/fefo.ts'
import { documentIn, schemaValidator } from '../support/epcis/schema.ts'
import { unbalancedLots } from '../support/plant.ts'
import { withPlant } from '../support/plantServer.ts'
import { plantOf } from '../support/recall.ts'
import { runConcurrently } from '../support/runConcurrently.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const store = stockroomOf(at)
let place = 0
let soy = { id: 0, lotNo: '' }

beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  place = await store.defaultBin('WH05')
  soy = await at.plant.lot('M001', '500')
})

const made = (packages: string) => at.day.madeFrom('X1', soy, packages, packages)
const packing = (lots: readonly (readonly [Lot, string])[], more: Values = {}) =>
  at.day.run('pallet.save', {
    locationId: place,
    packerId: at.day.id('employee', 'E003'),
    lines: lots.map(([lot, packages]) => at.day.saleLine('X1', lot.id, packages)),
    ...more,
  })
const closed = async (lots: readonly (readonly [Lot, string])[]) =>
  at.day.run('pallet.close', { id: (await packing(lots)).id })
const shipping = (palletId: unknown, dealer = 'D001') => at.day.sell(dealer, [{ palletId }])
const stored = async (id: unknown) =>
  (await at.rows(sql<Values>`select * from pallet where id = ${Number(id)}`))[0] as Values

describe('the number of a pallet', () => {
  test('is an SSCC of the organisation’s prefix, one after the other', async () => {
    const lot = await made('2')
    const [one, other] = [await packing([[lot, '1']]), await packing([[lot, '1']])]
    for (const { sscc } of [one, other]) {
      expect(sscc).toMatch(/^\d9521234\d{10}$/)
      expect(hasCheckDigit(String(sscc))).toBe(true)
    }
    expect(String(other.sscc) > String(one.sscc)).toBe(true)
  })

  test('counts through all extension digits, and ends', () => {
    expect(ssccOf('0614141', 123456789)).toBe('006141411234567890')
    expect(ssccOf('0614141', 9_999_999_999)?.slice(0, 8)).toBe('90614141')
    expect(ssccOf('0614141', 10_000_000_000)).toBeNull()
    expect(ssccOf('', 1)).toBeNull()
  })

  test('is read bare, in brackets and as scanned', () => {
    const sscc = '006141411234567890'
    for (const text of [sscc, `(00)${sscc}`, `]C100${sscc}`, `https://id.gs1.org/00/${sscc}`])
      expect(readSscc(text)).toBe(sscc)
    for (const text of ['006141411234567891', 'P20261120-001', '']) expect(readSscc(text)).toBeNull()
  })

  test('is on its label, with what lies on it', async () => {
    const lot = await made('3')
    const { id, sscc } = await packing([[lot, '3']])
    const { data } = await at.server.call('POST', 'Label/Proof', { purpose: 'PALLET', records: [{ id }] }, at.token)
    expect(data.labels).toMatchObject([{ id, title: sscc, faults: [] }])
    expect(data.labels[0].svg).toContain(`(00)${sscc}`)
    expect(data.labels[0].svg).toMatch(/ 3</)
  })

  test('needs a company prefix, which is 4 to 12 digits', async () => {
    const [own] = await at.rows(sql<Values>`select id from customer order by id limit 1`)
    const refused = await refusalOf(at.day.run('customer.save', { id: own?.id, gs1Prefix: '12a' }))
    expect(refused.data).toEqual({ gs1Prefix: 'gs1Prefix' })
    await at.day.run('customer.save', { id: own?.id, gs1Prefix: null })
    expect((await refusalOf(packing([[await made('1'), '1']]))).refusal).toBe('noCompanyPrefix')
    await at.day.run('customer.save', { id: own?.id, gs1Prefix: '9521234' })
  })
})

describe('the goods of a pallet', () => {
  test('are on hand in its place, together with those of other closed pallets', async () => {
    const lot = await made('10')
    await closed([[lot, '6']])
    const second = await packing([[lot, '5']])
    const refused = await refusalOf(at.day.run('pallet.close', { id: second.id }))
    expect(refused).toMatchObject({ refusal: 'palletShort', data: { lotNo: lot.lotNo, available: '10', needed: '11' } })
    const elsewhere = await packing([[lot, '1']], { locationId: await store.bin('P-9', 'WH05') })
    expect((await refusalOf(at.day.run('pallet.close', { id: elsewhere.id }))).refusal).toBe('palletShort')
  })

  test('are of the product that the line names, and at least some', async () => {
    const lot = await made('2')
    await at.day.product('X9', [['M001', '1']])
    expect((await refusalOf(packing([[lot, '1']], { lines: [at.day.saleLine('X9', lot.id, '1')] }))).refusal).toBe(
      'lotWrongItem',
    )
    const empty = await packing([])
    expect((await refusalOf(at.day.run('pallet.close', { id: empty.id }))).refusal).toBe('palletEmpty')
  })

  test('cannot be sold, scrapped or moved loose, which is said with the pallet', async () => {
    const lot = await made('10')
    const { sscc, id } = await closed([[lot, '6']])
    const where = [{ field: 'lotId', op: 'eq', value: lot.id }]
    const { data } = await at.server.call('POST', 'template/list/stockbalance', { where }, at.token)
    const here = data.rows.filter((row: Values) => row.locationId === place)
    expect(here).toMatchObject([{ quantity: '10.0000', palletQty: '6.0000', palletNos: sscc }])
    await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '3')])
    const refused = await refusalOf(at.day.sell('D001', [at.day.saleLine('X1', lot.id, '2')]))
    expect(refused).toMatchObject({ refusal: 'onPallet', data: { lotNo: lot.lotNo, sscc, quantity: '6' } })
    const count = {
      warehouseId: at.day.id('warehouse', 'WH05'),
      counterId: at.day.id('employee', 'E002'),
      countTime: at.plant.script.now,
      lines: [{ lotId: lot.id, locationId: place, countedQuantity: '5', reason: '少了' }],
    }
    await store.signAs('E001')
    const counted = await at.day.run('stockcount.save', count)
    expect((await refusalOf(at.day.run('stockcount.submit', { id: counted.id }))).refusal).toBe('onPallet')
    await at.day.run('pallet.unpack', { id, reason: '重装' })
    await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '2')])
    expect(await stored(id)).toMatchObject({ status: 'UNPACKED' })
  })
})

describe('a pallet in a sale', () => {
  test('is all its lines by its id alone, leaves with them, and comes back with the reversal', async () => {
    const [one, other] = [await made('5'), await made('4')]
    const { id, sscc } = await closed([
      [one, '5'],
      [other, '2'],
    ])
    const [proposed] = await at.plant.script.prepare('productsaleout', { lines: [{ palletId: id }] })
    expect(proposed?.lines).toMatchObject([{ baseQty: '5.0000' }, { baseQty: '2.0000' }])
    const sale = await shipping(id, 'D002')
    expect(sale.lines.map(line => [line.lotId, line.baseQty, line.locationId])).toEqual([
      [one.id, '5.0000', place],
      [other.id, '2.0000', place],
    ])
    const dealerId = at.day.id('dealer', 'D002')
    expect(await stored(id)).toMatchObject({ status: 'SHIPPED', saleOutId: sale.id, dealerId })
    expect((await refusalOf(shipping(id))).refusal).toBe('palletNotClosed')
    const desc = await at.server.call('POST', 'SafetyReview/ReviewDesc', { gs1: `(00)${sscc}` }, at.token)
    expect(desc.data.rootLots.sort()).toEqual([one.lotNo, other.lotNo].sort())
    expect(desc.data.sections.reviewpallet.rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ sscc, status: 'SHIPPED', saleOutNo: sale.docNo, lotNo: one.lotNo }),
      ]),
    )
    const asc = await at.server.call('POST', 'SafetyReview/ReviewAsc', { lotNos: [sscc] }, at.token)
    expect(asc.data.rootLots.sort()).toEqual([one.lotNo, other.lotNo].sort())
    await at.day.run('productsaleout.reverse', { id: sale.id, reason: '未装车' })
    expect(await stored(id)).toMatchObject({ status: 'CLOSED', saleOutId: null, dealerId: null })
    expect(await unbalancedLots(at.server.db)).toEqual([])
    const { data } = await at.server.call('GET', 'template/history/pallet', { id }, at.token)
    const left = { field: 'status', before: 'CLOSED', after: 'SHIPPED' }
    const back = { field: 'status', before: 'SHIPPED', after: 'CLOSED' }
    expect(data.rows.slice(0, 2).map((row: Values) => row.changes)).toEqual([
      expect.arrayContaining([
        back,
        { field: 'saleOutId', before: sale.id, after: null, labels: { [sale.id]: sale.docNo } },
      ]),
      expect.arrayContaining([left, expect.objectContaining({ field: 'dealerId', before: null, after: dealerId })]),
    ])
  })

  test('is whole: neither less nor more of it, nor from another place', async () => {
    const lot = await made('8')
    const { id } = await closed([[lot, '5']])
    for (const more of [{ packageQty: '4' }, { packageQty: '6' }]) {
      const line = at.day.saleLine('X1', lot.id, '5', { palletId: id, locationId: place, ...more })
      expect((await refusalOf(at.day.sell('D001', [line]))).refusal).toBe('palletDiffers')
    }
    expect(await stored(id)).toMatchObject({ status: 'CLOSED' })
    // The rest of the lot leaves loose beside it.
    const sale = await at.day.sell('D001', [{ palletId: id }, at.day.saleLine('X1', lot.id, '3')])
    expect(sale.lines).toHaveLength(2)
  })

  test('goes to one of two who ship it at once', async () => {
    const lot = await made('5')
    const { id } = await closed([[lot, '5']])
    const answer = runConcurrently(at)(
      async context => {
        await sql`select from pallet where id = ${id} for update`.execute(context.tx)
        await sql`update pallet set status = 'SHIPPED' where id = ${id}`.execute(context.tx)
      },
      () => refusalOf(shipping(id)),
    )
    expect(await await answer).toMatchObject({ refusal: 'palletNotClosed' })
  })
})

describe('a pallet in a transfer', () => {
  const transfer = (lines: readonly Values[], more: Values = {}) =>
    at.day.run('productstoreout.save', {
      outType: 'TRANSFER_OUT',
      outTime: at.plant.script.now,
      warehouseId: at.day.id('warehouse', 'WH05'),
      targetWarehouseId: at.day.id('warehouse', 'WH05'),
      handlerId: at.day.id('employee', 'E002'),
      reason: '移位',
      lines,
      ...more,
    })
  const moved = async (lines: readonly Values[], more: Values = {}) =>
    at.day.run('productstoreout.submit', { id: (await transfer(lines, more)).id })

  test('moves whole by its id alone, is sold from its new place, and goes back with the reversal', async () => {
    const lot = await made('10')
    const { id } = await closed([[lot, '6']])
    const aisle = await store.bin('P-MOVE', 'WH05')
    const [proposed] = await at.plant.script.prepare('productstoreout', { lines: [{ palletId: id }] })
    const warehouseId = at.day.id('warehouse', 'WH05')
    expect(proposed).toMatchObject({ outType: 'TRANSFER_OUT', warehouseId, targetWarehouseId: warehouseId })
    expect(proposed?.lines).toMatchObject([{ palletId: id, lotId: lot.id, packageQty: '6.00', locationId: place }])
    expect(proposed?.lines).toMatchObject([{ qty: '6.0000', unitId$label: '箱', availableQty: '10.0000' }])
    const out = await moved([{ palletId: id, toLocationId: aisle }])
    expect(out.lines).toMatchObject([{ lotId: lot.id, qty: '6.0000', locationId: place, toLocationId: aisle }])
    expect(await stored(id)).toMatchObject({ status: 'CLOSED', locationId: aisle })
    const loose = { palletId: null, lotId: lot.id, productSpecId: out.lines[0]?.productSpecId, packageQty: '6' }
    const back = { ...loose, locationId: aisle, toLocationId: place }
    expect((await refusalOf(moved([back]))).refusal).toBe('onPallet')
    await at.day.run('productstoreout.reverse', { id: out.id, reason: '移错' })
    expect(await stored(id)).toMatchObject({ status: 'CLOSED', locationId: place })
    await moved([{ palletId: id, toLocationId: aisle }])
    const sale = await shipping(id)
    expect(sale.lines).toMatchObject([{ lotId: lot.id, locationId: aisle }])
    expect(await unbalancedLots(at.server.db)).toEqual([])
    const { data } = await at.server.call('GET', 'template/history/pallet', { id }, at.token)
    expect(data.rows[1].changes).toMatchObject([{ field: 'locationId', before: place, after: aisle }])
  })

  test('goes back from the bin that was the default one when it was moved', async () => {
    const { id } = await closed([[await made('4'), '4']])
    const aisle = await store.bin('P-THEN', 'WH05')
    const out = await moved([{ palletId: id, locationId: place, toLocationId: aisle }])
    const back = await moved([{ palletId: id, toLocationId: null }])
    expect(await stored(id)).toMatchObject({ locationId: place })
    const isDefault = (bin: number, is: boolean) =>
      sql`update stocklocation set "isDefault" = ${is} where id = ${bin}`.execute(at.server.db)
    await isDefault(place, false)
    await isDefault(aisle, true)
    try {
      await at.day.run('productstoreout.reverse', { id: back.id, reason: '移错' })
    } finally {
      await isDefault(aisle, false)
      await isDefault(place, true)
    }
    expect(await stored(id)).toMatchObject({ status: 'CLOSED', locationId: aisle })
    await at.day.run('productstoreout.reverse', { id: out.id, reason: '移错' })
    expect(await stored(id)).toMatchObject({ status: 'CLOSED', locationId: place })
  })

  test('goes to one bin, whole, and is neither scrapped nor moved twice', async () => {
    const [one, other] = [await made('5'), await made('5')]
    const { id } = await closed([
      [one, '5'],
      [other, '5'],
    ])
    const [aisle, gate] = [await store.bin('P-ONE', 'WH05'), await store.bin('P-TWO', 'WH05')]
    const { lines } = await transfer([{ palletId: id, toLocationId: aisle }])
    const [first, second] = lines as readonly Values[]
    const refusedWith = async (changed: readonly (Values | undefined)[], more: Values = {}) =>
      refusalOf(
        moved(
          changed.map(line => ({ ...line, id: undefined, rowVersion: undefined })),
          more,
        ),
      )
    expect((await refusedWith([first, { ...second, toLocationId: gate }])).data).toEqual({
      'lines.1.toLocationId': 'palletOneBin',
    })
    expect((await refusedWith([first])).refusal).toBe('palletDiffers')
    const sampled = { outType: 'TEST_SAMPLE', targetWarehouseId: null }
    expect((await refusalOf(transfer([{ palletId: id }], sampled))).data).toEqual({ outType: 'palletTransferOnly' })
    await moved([{ palletId: id, toLocationId: aisle }])
    expect((await refusedWith(lines)).refusal).toBe('palletDiffers')
    expect(await stored(id)).toMatchObject({ locationId: aisle })
  })
})

describe('first expired, first out', () => {
  /** Lots of a product of their own, the first expires earlier. */
  async function two(code: string) {
    await at.day.product(code, [['M001', '1']])
    const lotOf = async (days: number) => {
      const lot = await at.day.madeFrom(code, soy, '10', '10')
      await sql`update stocklot set "expiryDate" = ${at.plant.script.day}::date + ${days}::int where id = ${lot.id}`.execute(
        at.server.db,
      )
      return lot
    }
    return [await lotOf(100), await lotOf(200)] as const
  }
  const packed = async (code: string, lot: Lot, packages: string) =>
    at.day.run('pallet.close', { id: (await packing([], { lines: [at.day.saleLine(code, lot.id, packages)] })).id })
  const scanned = async (lotId: number) => {
    const asked = { lotId, warehouseId: at.day.id('warehouse', 'WH05') }
    return (await at.server.call('GET', 'Stock/GetScannedLot', asked, at.token)).data.earlier
  }

  test('names the pallet on which the earlier lot stands, and takes loose goods before', async () => {
    const [early, late] = await two('XP1')
    const { id, sscc } = await packed('XP1', early, '6')
    const sell = (...lines: readonly Values[]) => at.day.sell('D001', lines)
    const line = at.day.saleLine('XP1', late.id, '1')
    expect(await scanned(late.id)).toMatchObject([{ lotNo: early.lotNo, quantity: '4.0000', sscc: null }])
    expect((await refusalOf(sell(line))).data).toEqual({ lotNo: late.lotNo, earlier: early.lotNo })
    await sell(at.day.saleLine('XP1', early.id, '4'))
    expect(await scanned(late.id)).toMatchObject([{ lotNo: early.lotNo, quantity: '0.0000', sscc }])
    const refused = await refusalOf(sell(line))
    expect(refused).toEqual({ refusal: 'fefoReasonMissing', data: { lotNo: late.lotNo, earlier: early.lotNo, sscc } })
    expect(refusalText('zh-CN', refused as never)).toContain(`在托盘 ${sscc} 上：请整托出库或先拆托`)
    // With the pallet in the sale nothing is passed over.
    await sell({ palletId: id }, line)
    expect(await scanned(late.id)).toEqual([])
  })

  test('proposes for an issue what stands loose, and asks for no reason', async () => {
    const [early, late] = await two('XP2')
    await packed('XP2', early, '10')
    const productId = at.day.id('product', 'XP2')
    const found = await at.plant.inside(context => candidates(context, { productId }))
    expect(found.map(({ lotId, quantity }) => [lotId, quantity])).toEqual([[late.id, '10.0000']])
  })
})

test('a recall says on which pallets its lots stand, and where', async () => {
  const lot = await made('5')
  const one = await closed([[lot, '2']])
  const other = await closed([[lot, '1']])
  await packing([[lot, '1']])
  const recall = await plantOf(at).saveRecall([lot.id])
  const { data } = await at.server.call('GET', 'template/edit/callback', { id: recall.id }, at.token)
  const [line] = data.lots
  for (const { sscc } of [one, other]) expect(line.palletPlaces).toContain(`${sscc} `)
  expect(line.palletPlaces.split('、')).toHaveLength(2)
})

test('EPCIS tells of packing, shipping and unpacking under the SSCC, valid by the schema', async () => {
  const lot = await made('6')
  const sold = await closed([[lot, '4']])
  await shipping(sold.id, 'D003')
  const undone = await closed([[lot, '2']])
  await at.day.run('pallet.unpack', { id: undone.id, reason: '重装' })
  const body = { productLotNos: [`${lot.lotNo}#${lot.id}`], format: 'EPCIS' }
  const { data } = await at.server.call('POST', 'SafetyReview/ReviewDescDataExport', body, at.token)
  const { text, events } = documentIn(data)
  expect(schemaValidator()(text)).toEqual([])
  const aggregations = events
    .filter(event => event.type === 'AggregationEvent')
    .map(event => [event.parentID.slice(-18), event.action, event.bizStep, event.childQuantityList?.length ?? 0])
  expect(aggregations.sort()).toEqual(
    [
      [sold.sscc, 'ADD', 'packing', 1],
      [undone.sscc, 'ADD', 'packing', 1],
      [undone.sscc, 'DELETE', 'unpacking', 1],
    ].sort(),
  )
  const shipped = events.filter(event => event.type === 'ObjectEvent' && event.epcList)
  expect(shipped.map(event => (event.type === 'ObjectEvent' ? event.epcList : []))).toEqual([
    [`https://id.gs1.org/00/${sold.sscc}`],
  ])
})
