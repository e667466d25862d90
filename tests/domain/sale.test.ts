import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { refusalOf } from '../support/workday.ts'

const at = withPlant()
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']], { minSaleRemainDays: 30 })
  await at.day.product('X2', [['M001', '1']])
})

const made = async (packages: string, produceDate?: string, code = 'X1') => {
  const lot = await at.plant.lot('M001', packages)
  return at.day.madeFrom(code, lot, packages, packages, produceDate ? { produceDate } : {})
}
const onHand = (id: number) => at.rows(sql<Values>`select "onHandQty" from stocklot where id = ${id}`)
const someReason = { fefoOverrideReason: '客户指定' }

describe('a sale to a dealer', () => {
  test('keeps the dealer’s contact and the lot’s certificate as they were that day, and counts the money', async () => {
    const lot = await made('20')
    const sale = await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '12.5', { unitPrice: '9.99' })])
    expect(sale).toMatchObject({
      status: 'SUBMITTED',
      contactName: '林志强',
      phone: '020-86541230',
      shipToAddress: '白云区机场路 128 号',
      totalPackages: '12.50',
      totalAmount: '124.88',
      lines: [{ baseQty: '12.5000', amount: '124.88', certificateNo: expect.stringMatching(/^HG/) }],
    })
    expect(await onHand(lot.id)).toEqual([{ onHandQty: '7.5000' }])
    const held = await at.rows(sql<Values>`
      select quantity from stockbalance where "lotId" = ${lot.id} and "dealerId" = ${at.day.id('dealer', 'D001')}`)
    expect(held).toEqual([{ quantity: '12.5000' }])
  })

  test('takes the price of the packing where none is said', async () => {
    const lot = await made('2')
    const sale = await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '2', someReason)])
    expect(sale).toMatchObject({ lines: [{ unitPrice: '10.00', amount: '20.00' }], totalAmount: '20.00' })
  })

  test('takes the price of another packing, unless one was agreed', async () => {
    const lot = await made('2')
    const dozen = await at.day.run('productspec.save', {
      productId: at.day.id('product', 'X1'),
      specCode: 'X1-D',
      specName: '打',
      packageUnitId: at.day.id('unit', 'case'),
      baseQtyPerPackage: '12',
      salePrice: '110.00',
    })
    const priceOf = async (more: Values) => {
      const line = at.day.saleLine('X1', lot.id, '1', more)
      const { id, rowVersion, lines } = await at.day.sell('D001', [line], { submit: false })
      const row = { id, rowVersion, lines: [{ id: lines[0]?.id, productSpecId: dozen.id }] }
      return (await at.day.run('productsaleout.save', row)).lines
    }
    expect(await priceOf({})).toMatchObject([{ baseQty: '12.0000', unitPrice: '110.00' }])
    expect(await priceOf({ unitPrice: '9' })).toMatchObject([{ baseQty: '12.0000', unitPrice: '9.00' }])
  })

  test('brings its price with the packing to nobody but who sells or prices', async () => {
    const ids = String(at.day.id('productspec', 'X1-1'))
    const valuesFor = async (page: string) => {
      const token = await at.server.signInWith([page])
      const { data } = await at.server.call('GET', 'template/options/productspec', { ids }, token)
      return (data as readonly { readonly values: Values }[]).map(({ values }) => values)
    }
    const [planned] = await valuesFor('produceplan')
    expect(planned).toHaveProperty('baseQtyPerPackage', '1.0000')
    expect(planned).not.toHaveProperty('salePrice')
    for (const page of ['productsaleout', 'productspec'])
      expect(await valuesFor(page)).toMatchObject([{ salePrice: '10.00' }])
  })

  test('offers lots with what is left of them to those alone who may list lots', async () => {
    await made('1')
    const factsFor = async (pages: readonly string[]) => {
      const token = await at.server.signInWith(pages)
      const asked = async (query: Values) => {
        const { data } = await at.server.call('GET', 'template/options/stocklot', query, token)
        return (data as readonly { readonly value: number; readonly facts?: Values }[])[0]
      }
      const first = await asked({})
      // Recently used ones are asked for by their ids.
      return [first?.facts, (await asked({ ids: [first?.value] }))?.facts]
    }
    const some = { onHandQty: expect.any(String) }
    expect(await factsFor(['productsaleout'])).toEqual([undefined, undefined])
    expect(await factsFor(['productsaleout', 'stocklot'])).toMatchObject([some, some])
  })

  test('of more than is left is refused and takes nothing of the other lots either', async () => {
    const [first, second] = [await made('5'), await made('5')]
    const lines = [at.day.saleLine('X1', first.id, '5', someReason), at.day.saleLine('X1', second.id, '6', someReason)]
    expect(await refusalOf(at.day.sell('D001', lines))).toMatchObject({
      refusal: 'shortOfStock',
      data: { lotNo: second.lotNo, needed: '6.0000', available: '5.0000' },
    })
    expect([...(await onHand(first.id)), ...(await onHand(second.id))]).toEqual([
      { onHandQty: '5.0000' },
      { onHandQty: '5.0000' },
    ])
  })

  test('of a draft reserves nothing and may be removed', async () => {
    const lot = await made('5')
    const draft = await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '5')], { submit: false })
    expect(draft).toMatchObject({ status: 'DRAFT' })
    expect(await onHand(lot.id)).toEqual([{ onHandQty: '5.0000' }])
    const removed = await at.server.call('POST', 'template/delete/productsaleout', { ids: [draft.id] }, at.token)
    expect(removed.data).toMatchObject({ rows: [{ id: draft.id, ok: true }] })
  })

  test('to a dealer who is disabled is refused by name', async () => {
    const lot = await made('5')
    await at.server.call(
      'POST',
      'template/save/dealer',
      { id: at.day.id('dealer', 'D007'), status: 'DISABLED' },
      at.token,
    )
    expect(await refusalOf(at.day.sell('D007', [at.day.saleLine('X1', lot.id, '1')]))).toEqual({
      refusal: 'dealerDisabled',
      data: { dealer: '天猫恒香旗舰店' },
    })
  })

  test('of a lot of another product, or in the packing of another, is refused', async () => {
    const lot = await made('5')
    expect(await refusalOf(at.day.sell('D001', [at.day.saleLine('X2', lot.id, '1')]))).toEqual({
      refusal: 'lotWrongItem',
      data: { lotNo: lot.lotNo },
    })
    const packing = { productSpecId: at.day.id('productspec', 'F201-1') }
    expect(await refusalOf(at.day.sell('D001', [at.day.saleLine('X1', lot.id, '1', packing)]))).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.productSpecId': 'reference' },
    })
  })

  test('of a lot without its release certificate is refused', async () => {
    const lot = await made('5')
    await sql`update stocklot set "certificateNo" = null where id = ${lot.id}`.execute(at.server.db)
    expect(await refusalOf(at.day.sell('D001', [at.day.saleLine('X1', lot.id, '1')]))).toEqual({
      refusal: 'certificateMissing',
      data: { lotNo: lot.lotNo },
    })
  })

  test('asks for the days the product or the dealer wants, whichever are more, to the day', async () => {
    const strict = { id: at.day.id('dealer', 'D006'), minRemainDays: 100 }
    await at.server.call('POST', 'template/save/dealer', strict, at.token)
    const madeWith = async (days: number) => {
      const lot = await made('5')
      await sql`update stocklot set "expiryDate" = ${at.plant.script.day}::date + ${days}::int where id = ${lot.id}`.execute(
        at.server.db,
      )
      return lot
    }
    const sell = (dealer: string, id: number) => at.day.sell(dealer, [at.day.saleLine('X1', id, '1', someReason)])
    const [short, enough, plenty] = [await madeWith(29), await madeWith(30), await madeWith(100)]
    const refusal = (lotNo: string, days: number, required: number) => ({
      refusal: 'remainingDaysTooFew',
      data: { lotNo, days, required },
    })
    expect(await refusalOf(sell('D001', short.id))).toEqual(refusal(short.lotNo, 29, 30))
    await sell('D001', enough.id)
    expect(await refusalOf(sell('D006', enough.id))).toEqual(refusal(enough.lotNo, 30, 100))
    await sell('D006', plenty.id)
  })
})

describe('first expired, first out', () => {
  test('a sale that passes over a lot that expires earlier names both and wants a reason', async () => {
    const old = await made('5', '2026-06-01', 'X2')
    const fresh = await made('5', '2026-10-01', 'X2')
    const line = at.day.saleLine('X2', fresh.id, '2')
    expect(await refusalOf(at.day.sell('D001', [line]))).toEqual({
      refusal: 'fefoReasonMissing',
      data: { lotNo: fresh.lotNo, earlier: old.lotNo },
    })
    await at.day.sell('D001', [{ ...line, fefoOverrideReason: '客户要求新批次' }])
    await at.day.sell('D001', [at.day.saleLine('X2', old.id, '5'), line])
  })

  test('no reason is wanted for a lot that could not be sold anyway', async () => {
    const [held, gone, fresh] = [await made('5', '2026-07-01'), await made('5', '2025-11-25'), await made('5')]
    await at.day.run('stocklot.hold', { id: held.id, reason: '待查' })
    for (const each of await at.rows(sql<Values>`
      select id from stocklot where "productId" = ${at.day.id('product', 'X1')} and "onHandQty" > 0
        and "qualityStatus" = 'RELEASED' and not (id = any(${[gone.id, fresh.id]}))`))
      await at.day.run('stocklot.hold', { id: each.id, reason: '测试' })
    // Four days left, fewer than a sale requires: FEFO does not count it.
    await at.day.sell('D001', [at.day.saleLine('X1', fresh.id, '1')])
  })

  test('a dealer who wants the newest gets it without a reason', async () => {
    const newest = { id: at.day.id('dealer', 'D005'), pickPolicy: 'NEWEST_FIRST' }
    await at.server.call('POST', 'template/save/dealer', newest, at.token)
    await made('5', '2026-05-01', 'X2')
    const fresh = await made('5', '2026-11-01', 'X2')
    expect(await refusalOf(at.day.sell('D001', [at.day.saleLine('X2', fresh.id, '1')]))).toMatchObject({
      refusal: 'fefoReasonMissing',
    })
    await at.day.sell('D005', [at.day.saleLine('X2', fresh.id, '1')])
  })
})

describe('a sale that went out', () => {
  test('is confirmed by the time the dealer signed, and by nothing else', async () => {
    const lot = await made('5')
    const sale = await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '1', someReason)])
    expect(sale).toMatchObject({ status: 'SUBMITTED', isConfirmed: false, confirmTime: null })
    const early = at.day.run('productsaleout.confirm', { id: sale.id, confirmTime: '2020-01-01T00:00:00.000Z' })
    expect(await refusalOf(early)).toEqual({ refusal: 'invalid', data: { confirmTime: 'endBeforeStart' } })
    const confirmTime = at.plant.script.now
    const confirmed = await at.day.run('productsaleout.confirm', { id: sale.id, confirmTime })
    expect(confirmed).toMatchObject({ status: 'SUBMITTED', isConfirmed: true, confirmTime })
    expect(await refusalOf(at.day.run('productsaleout.confirm', { id: sale.id, confirmTime }))).toMatchObject({
      refusal: 'wrongState',
    })
    expect(await refusalOf(at.day.run('productsaleout.reverse', { id: sale.id, reason: '错' }))).toMatchObject({
      refusal: 'wrongState',
    })
  })

  test('is confirmed in the minute it was shipped, as times are entered to the minute', async () => {
    const lot = await made('5')
    const sale = await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '1', someReason)])
    const minute = Date.parse(`${String(sale.shipTime).slice(0, 16)}:00.000Z`)
    const confirm = (time: number) =>
      at.day.run('productsaleout.confirm', { id: sale.id, confirmTime: new Date(time).toISOString() })
    const early = { refusal: 'invalid', data: { confirmTime: 'endBeforeStart' } }
    expect(await refusalOf(confirm(minute - 1))).toEqual(early)
    expect(await confirm(minute)).toMatchObject({ isConfirmed: true, confirmTime: sale.shipTime })
  })

  test('does not say that a draft was received', async () => {
    const lot = await made('5')
    const draft = await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '1')], { submit: false })
    const confirm = at.day.run('productsaleout.confirm', { id: draft.id, confirmTime: at.plant.script.now })
    expect(await refusalOf(confirm)).toMatchObject({ refusal: 'wrongState' })
  })
})

test('a draft turned to another dealer goes to that dealer’s address and contact', async () => {
  const lot = await made('5')
  const draft = await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '1')], { submit: false })
  const { id, rowVersion } = draft
  const changed = await at.server.call(
    'POST',
    'template/save/productsaleout',
    { id, rowVersion, dealerId: at.day.id('dealer', 'D003') },
    at.token,
  )
  expect(changed.data).toMatchObject({
    contactName: '彭勇',
    phone: '0731-8556677',
    shipToAddress: '雨花区红星市场 3 栋',
  })
})

test('a draft with a lot that was recalled since is not posted', async () => {
  const lot = await made('5')
  const draft = await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '1', someReason)], { submit: false })
  await sql`update stocklot set "qualityStatus" = 'RECALLED' where id = ${lot.id}`.execute(at.server.db)
  expect(await refusalOf(at.day.run('productsaleout.submit', { id: draft.id }))).toEqual({
    refusal: 'lotNotUsable',
    data: { lotNo: lot.lotNo, status: '召回' },
  })
})

test('a new sale ships from where finished goods lie, not from the first tank area by code', async () => {
  await made('3')
  const [fresh] = await at.plant.script.prepare('productsaleout', {})
  expect(fresh?.warehouseId$label).toBe('成品库')
})
