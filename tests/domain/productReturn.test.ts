import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Values } from '#contract/schema/field.ts'
import { list } from '../../server/db/query/list.ts'
import { candidates } from '../../server/domain/stock/fefo.ts'
import { brokenIdentities } from '../support/identities.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const store = stockroomOf(at)
let quarantine = 0
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  await at.day.product('Y1', [['M001', '1']], { productType: 'BYPRODUCT' })
  await store.signAs('E001')
  quarantine = await store.bin('Q5', 'WH05', { isQuarantine: true })
})
afterEach(async () => expect(await brokenIdentities(at.server.db)).toEqual([]))

const someReason = { fefoOverrideReason: '测试' }
const goods = async (quantity = '10') => at.day.madeFrom('X1', await at.plant.lot('M001', quantity), quantity, quantity)
async function sold(packages = '6', dealer = 'D001') {
  const lot = await goods()
  const sale = await at.day.sell(dealer, [at.day.saleLine('X1', lot.id, packages, someReason)])
  return { lot, sale }
}
const receipt = (storeInType: string, lot: { readonly lotNo: string }, packageQty: string, more: Values = {}) =>
  at.day.run('productstorein.save', {
    storeInType,
    storeInTime: at.plant.script.now,
    productId: at.day.id('product', 'X1'),
    productSpecId: at.day.id('productspec', 'X1-1'),
    lotNo: lot.lotNo,
    packageQty,
    warehouseId: at.day.id('warehouse', 'WH05'),
    handlerId: at.day.id('employee', 'E003'),
    submit: true,
    ...more,
  })
const giveBack = (lot: { readonly lotNo: string }, packages: string, more: Values = {}) =>
  receipt('DEALER_RETURN', lot, packages, { dealerId: at.day.id('dealer', 'D001'), ...more })
const statusOf = async (lot: Lot) =>
  (await at.rows(sql<Values>`select "qualityStatus" from stocklot where id = ${lot.id}`))[0]?.qualityStatus
const reverse = (entity: string, id: number) => at.day.run(`${entity}.reverse`, { id, reason: '录错' })

describe('what a dealer gives back', () => {
  test('is the same lot in the state it was in, and waits in quarantine', async () => {
    const { lot } = await sold()
    const back = await giveBack(lot, '2')
    const [stored] = await at.rows(sql<Values>`select * from stocklot where id = ${lot.id}`)
    expect(back).toMatchObject({
      lotId: lot.id,
      locationId: quarantine,
      produceDate: stored?.produceDate,
      expiryDate: stored?.expiryDate,
    })
    expect(await store.posted(back.docNo)).toMatchObject([{ moveType: 'DRT', from: 'DEALER', to: 'STORAGE' }])
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '4.0000', DEALER: '4.0000', QUARANTINE: '2.0000' })
    expect(await statusOf(lot)).toBe('RELEASED')
  })

  test('expires with its lot alone, never by the shelf life', async () => {
    const { lot } = await sold()
    const back = await giveBack(lot, '1', { submit: false })
    expect(back.expiryDate).not.toBeNull()
    const { id, rowVersion } = back
    const unknown = { id, rowVersion, lotNo: 'NONE', produceDate: '2026-06-30' }
    expect(await at.day.run('productstorein.save', unknown)).toMatchObject({ status: 'DRAFT', expiryDate: null })
  })

  test('is on hand, but no more usable by item than may be issued', async () => {
    const productId = at.day.id('product', 'X1')
    const shown = async () => {
      const query = { where: [{ field: 'productId', op: 'in', value: [productId] }] }
      const rows = (await at.plant.inside(context => list(context, entities.stockitem, query))).rows
      const offered = await at.plant.inside(context => candidates(context, { productId }))
      const sum = offered.reduce((all, { quantity }) => all.plus(quantity), decimal(0)).toFixed(4)
      return { available: rows[0]?.availableQty, offered: sum, onHand: rows[0]?.onHandQty }
    }
    const { lot } = await sold('10')
    const before = await shown()
    await giveBack(lot, '2')
    const after = await shown()
    expect(after.available).toBe(after.offered)
    expect(after.available).toBe(before.available)
    expect(
      decimal(after.onHand ?? 0)
        .minus(before.onHand ?? 0)
        .toNumber(),
    ).toBe(2)
    const isUsable = { where: [{ field: 'id', op: 'in', value: [lot.id] }] }
    const [stored] = (await at.plant.inside(context => list(context, entities.stocklot, isUsable))).rows
    expect(stored).toMatchObject({ onHandQty: '2.0000', qualityStatus: 'RELEASED', isUsable: false })
  })

  test('is prepared from its sale; of several lots none is guessed', async () => {
    const { lot, sale } = await sold()
    const prepared = (id: unknown) => at.plant.script.prepare('productstorein', { sourceSaleOutId: id })
    const [row] = await prepared(sale.id)
    expect(row).toMatchObject({ storeInType: 'DEALER_RETURN', sourceSaleOutId: sale.id, lotNo: lot.lotNo })
    expect(await giveBack(lot, '1', row)).toMatchObject({ lotId: lot.id, locationId: quarantine })
    const lines = [await goods(), await goods()].map(({ id }) => at.day.saleLine('X1', id, '1', someReason))
    const both = await at.day.sell('D001', lines)
    const [open] = await prepared(both.id)
    expect(open).toMatchObject({ dealerId: at.day.id('dealer', 'D001'), sourceSaleOutId: both.id })
    expect(open).not.toHaveProperty('lotNo')
  })

  test('is no more than he has left of the lot, whoever else bought of it', async () => {
    const { lot } = await sold('6')
    await at.day.sell('D002', [at.day.saleLine('X1', lot.id, '4', someReason)])
    await giveBack(lot, '5')
    expect(await refusalOf(giveBack(lot, '1.5'))).toMatchObject({
      refusal: 'returnOverSold',
      data: { lotNo: lot.lotNo, dealer: '广州粤味商贸有限公司', available: '1.0000', needed: '1.5000' },
    })
    expect(await refusalOf(giveBack(lot, '1', { dealerId: at.day.id('dealer', 'D003') }))).toMatchObject({
      refusal: 'returnOverSold',
      data: { available: '0.0000' },
    })
  })

  test('twice at the same moment is taken once', async () => {
    const { lot } = await sold('6')
    const outcomes = await Promise.allSettled([giveBack(lot, '4'), giveBack(lot, '4')])
    expect(outcomes.map(each => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await store.lies(lot.id)).toMatchObject({ DEALER: '2.0000', QUARANTINE: '4.0000' })
  })

  test('names its sale, which then shows what came back of it', async () => {
    const { lot, sale } = await sold()
    await giveBack(lot, '2', { sourceSaleOutId: sale.id })
    const { data } = await at.server.call('GET', 'template/edit/productsaleout', { id: sale.id }, at.token)
    expect(data.lines).toMatchObject([{ returnedQty: '2.0000' }])
    // Of two sales of one lot each takes back its own.
    await at.day.sell('D001', [at.day.saleLine('X1', lot.id, '3', someReason)])
    expect(await refusalOf(giveBack(lot, '5', { sourceSaleOutId: sale.id }))).toEqual({
      refusal: 'invalid',
      data: { packageQty: 'moreThanSold' },
    })
    const other = await sold('6', 'D002')
    expect(await refusalOf(giveBack(lot, '1', { sourceSaleOutId: other.sale.id }))).toEqual({
      refusal: 'invalid',
      data: { sourceSaleOutId: 'notSoldTo' },
    })
  })

  test('names dealer and lot', async () => {
    const { lot } = await sold()
    expect(await refusalOf(giveBack(lot, '1', { dealerId: null }))).toEqual({
      refusal: 'invalid',
      data: { dealerId: 'required' },
    })
    const unknown = giveBack({ lotNo: 'NOBODY' }, '1', { produceDate: '2026-01-01' })
    expect(await refusalOf(unknown)).toEqual({ refusal: 'lotUnknown', data: { lotNo: 'NOBODY' } })
  })

  test('goes to a quarantine bin only: refused where the warehouse has none, or another bin is named', async () => {
    const { lot } = await sold()
    expect(await refusalOf(giveBack(lot, '1', { warehouseId: at.day.id('warehouse', 'WH04') }))).toEqual({
      refusal: 'invalid',
      data: { warehouseId: 'noQuarantineBin' },
    })
    expect(await refusalOf(giveBack(lot, '1', { locationId: await store.defaultBin('WH05') }))).toEqual({
      refusal: 'invalid',
      data: { locationId: 'notQuarantine' },
    })
  })

  test('goes back to him by reversal, while it still lies where it was put', async () => {
    const { lot } = await sold()
    const [first, second] = [await giveBack(lot, '1'), await giveBack(lot, '1')]
    await reverse('productstorein', first.id)
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '4.0000', DEALER: '5.0000', QUARANTINE: '1.0000' })
    const moved = await at.day.run('productstoreout.save', {
      outType: 'TRANSFER_OUT',
      outTime: at.plant.script.now,
      warehouseId: at.day.id('warehouse', 'WH05'),
      targetWarehouseId: at.day.id('warehouse', 'WH05'),
      handlerId: at.day.id('employee', 'E003'),
      reason: '检查后回库',
      submit: true,
      lines: [{ lotId: lot.id, productSpecId: at.day.id('productspec', 'X1-1'), qty: '1', locationId: quarantine }],
    })
    expect(await refusalOf(reverse('productstorein', second.id))).toEqual({
      refusal: 'blockedByUse',
      data: { blockers: moved.docNo },
    })
  })

  test('keeps the sale it came from posted', async () => {
    const { lot, sale } = await sold()
    const back = await giveBack(lot, '6')
    expect(await refusalOf(reverse('productsaleout', sale.id))).toEqual({
      refusal: 'blockedByUse',
      data: { blockers: back.docNo },
    })
  })
})

describe('what a recall brings back', () => {
  async function recall(lot: Lot, status = 'RECOVERING', callbackType = 'VOLUNTARY'): Promise<number> {
    const [grade] = await at.rows(sql<Values>`select min(id) as id from callbackgrade`)
    const [row] = await at.rows(sql<Values>`
      insert into callback ("customerId", "docNo", title, "callbackType", "callbackGradeId", "triggerSource", reason,
        "knowTime", "responsibleId", status)
      select "customerId", ${`CB-${lot.lotNo}-${status}-${callbackType}`}, '测试', ${callbackType},
        ${grade?.id ?? null}, 'COMPLAINT', '测试', now(), ${at.day.id('employee', 'E001')}, ${status}
      from stocklot where id = ${lot.id} returning id`)
    await sql`insert into callbacklot ("parentId", "lineNo", "lotId") values (${row?.id}, 1, ${lot.id})`.execute(
      at.server.db,
    )
    await sql`update stocklot set "qualityStatus" = 'RECALLED' where id = ${lot.id}`.execute(at.server.db)
    return row?.id as number
  }
  const bringBack = (lot: Lot, callbackId: number | null, more: Values = {}) =>
    receipt('RECALL_RETURN', lot, '2', { dealerId: at.day.id('dealer', 'D001'), callbackId, ...more })

  test.each(['STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING'])('while it is %s stays recalled', async status => {
    const { lot } = await sold()
    const back = await bringBack(lot, await recall(lot, status))
    expect(await store.posted(back.docNo)).toMatchObject([{ moveType: 'RRT', from: 'DEALER', to: 'STORAGE' }])
    expect(await store.lies(lot.id)).toMatchObject({ QUARANTINE: '2.0000', DEALER: '4.0000' })
    expect(await statusOf(lot)).toBe('RECALLED')
    await reverse('productstorein', back.id)
    expect(await store.lies(lot.id)).toMatchObject({ DEALER: '6.0000' })
  })

  test('is refused of a recall that has not begun, is closed, a drill, none, or of other lots', async () => {
    const { lot } = await sold()
    for (const status of ['DRAFT', 'CLOSED', 'CANCELLED'])
      expect(await refusalOf(bringBack(lot, await recall(lot, status)))).toMatchObject({ refusal: 'recallNotOpen' })
    expect(await refusalOf(bringBack(lot, await recall(lot, 'STARTED', 'DRILL')))).toEqual({
      refusal: 'invalid',
      data: { callbackId: 'reference' },
    })
    expect(await refusalOf(bringBack(lot, null))).toEqual({ refusal: 'invalid', data: { callbackId: 'required' } })
    const other = await sold()
    expect(await refusalOf(bringBack(lot, await recall(other.lot)))).toMatchObject({
      refusal: 'lotNotRecalled',
      data: { lotNo: lot.lotNo },
    })
  })

  test('is offered with the lots of the recall', async () => {
    const { lot } = await sold()
    const rows = await at.plant.script.prepare('productstorein', { callbackId: await recall(lot) })
    expect(rows).toMatchObject([
      { storeInType: 'RECALL_RETURN', lotNo: lot.lotNo, productId: at.day.id('product', 'X1') },
    ])
  })
})

describe('opening stock', () => {
  const opening = (lotNo: string, more: Values = {}) =>
    receipt('OPENING', { lotNo }, '8', { produceDate: '2026-06-30', ...more })

  test('makes a lot that waits for its release, or adds to one that is known', async () => {
    const first = await opening('OLD-1')
    expect(first).toMatchObject({ expiryDate: '2027-06-30' })
    const lot = { id: first.lotId as number, lotNo: 'OLD-1' }
    expect(await statusOf(lot)).toBe('PENDING')
    const second = await opening('OLD-1', { produceDate: '2026-01-01' })
    expect(second).toMatchObject({ lotId: first.lotId, produceDate: '2026-06-30' })
    expect(await store.posted(first.docNo)).toMatchObject([{ moveType: 'ADJ', from: 'ADJUST', to: 'STORAGE' }])
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '16.0000' })
    expect(await refusalOf(reverse('productstorein', first.id))).toEqual({
      refusal: 'blockedByUse',
      data: { blockers: second.docNo },
    })
    await reverse('productstorein', second.id)
    await reverse('productstorein', first.id)
  })

  test('was not made tomorrow', async () => {
    expect(await refusalOf(opening('OLD-2', { produceDate: '2999-01-01' }))).toEqual({
      refusal: 'invalid',
      data: { produceDate: 'future' },
    })
  })

  test('is no gain typed by hand: those come from stock counts', async () => {
    expect(await refusalOf(receipt('ADJUST_IN', await goods(), '1'))).toEqual({
      refusal: 'invalid',
      data: { storeInType: 'byStockCount' },
    })
  })
})

describe('what a plan gives beside its product', () => {
  async function charged(packages: string) {
    const lot = await at.plant.lot('M001', packages)
    const planId = await at.plant.plan('X1', packages)
    const line = { materialId: at.day.id('material', 'M001'), lotId: lot.id, qty: packages, ...someReason }
    await at.day.issue(planId, [line])
    await at.day.use(planId, lot.id, packages)
    return planId
  }
  const byproduct = () => ({ productId: at.day.id('product', 'Y1'), productSpecId: at.day.id('productspec', 'Y1-1') })
  const producedBy = async (id: number) =>
    (await at.rows(sql<Values>`select "producedQty" from produceplan where id = ${id}`))[0]?.producedQty

  test('is a by-product: received, linked to what was charged, and counted in no output', async () => {
    const planId = await charged('10')
    await at.day.produce(planId, '10')
    const receipt = await at.day.produce(planId, '5', byproduct())
    expect(await store.posted(receipt.docNo)).toMatchObject([{ moveType: 'BYP', from: 'PROCESS', to: 'STORAGE' }])
    expect(await producedBy(planId)).toBe('10.0000')
    expect(await at.rows(sql<Values>`select 1 from lotlink where "outLotId" = ${receipt.lotId}`)).toHaveLength(1)
    await reverse('productstorein', receipt.id)
    expect(await producedBy(planId)).toBe('10.0000')
  })

  test('is received above the tolerance only when somebody has approved it', async () => {
    const planId = await charged('10')
    expect(await refusalOf(at.day.produce(planId, '11.01'))).toEqual({
      refusal: 'outputOverPlan',
      data: { total: '11.0100', planned: '10.0000', tolerance: 10 },
    })
    const receipt = await at.day.produce(planId, '11.01', { submit: false })
    await at.day.run('productstorein.approve', { id: receipt.id })
    await at.day.run('productstorein.submit', { id: receipt.id })
    expect(await producedBy(planId)).toBe('11.0100')
  })

  test('is received within the tolerance the plant has set', async () => {
    await sql`update setting set value = '50' where key = 'receiptTolerance'`.execute(at.server.db)
    const planId = await charged('10')
    await at.day.produce(planId, '15')
    expect(await refusalOf(at.day.produce(planId, '0.01'))).toMatchObject({ refusal: 'outputOverPlan' })
  })
})
