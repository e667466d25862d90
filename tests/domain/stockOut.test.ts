import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { brokenIdentities } from '../support/identities.ts'
import { withPlant } from '../support/plantServer.ts'
import { stockroomOf } from '../support/stockroom.ts'
import { type Lot, refusalOf } from '../support/workday.ts'

const at = withPlant()
const store = stockroomOf(at)
const bins: Record<string, number> = {}
beforeAll(async () => {
  await at.day.product('X1', [['M001', '1']])
  await store.signAs('E001')
  bins.materialQuarantine = await store.bin('Q1', 'WH01', { isQuarantine: true })
  bins.otherShelf = await store.bin('A1', 'WH01')
  bins.productQuarantine = await store.bin('Q5', 'WH05', { isQuarantine: true })
})
afterEach(async () => expect(await brokenIdentities(at.server.db)).toEqual([]))

const material = (quantity = '10') => at.plant.lot('M001', quantity)
const goods = async (quantity = '10') => at.day.madeFrom('X1', await material(quantity), quantity, quantity)
const materialOut = (outType: string, lot: Lot, qty: string, more: Values = {}, line: Values = {}) =>
  at.day.run('materialstoreout.save', {
    outType,
    outDate: at.plant.script.now,
    warehouseId: at.day.id('warehouse', 'WH01'),
    handlerId: at.day.id('employee', 'E002'),
    reason: '测试原因',
    submit: true,
    lines: [{ lotId: lot.id, qty, ...line }],
    ...more,
  })
const productOut = (outType: string, lot: Lot, qty: string | null, more: Values = {}, line: Values = {}) =>
  at.day.run('productstoreout.save', {
    outType,
    outTime: at.plant.script.now,
    warehouseId: at.day.id('warehouse', 'WH05'),
    handlerId: at.day.id('employee', 'E003'),
    reason: '测试原因',
    submit: true,
    lines: [{ lotId: lot.id, productSpecId: at.day.id('productspec', 'X1-1'), qty, ...line }],
    ...more,
  })
const draft = { submit: false }
const save = (entity: string, row: Values) => at.server.call('POST', `template/save/${entity}`, row, at.token)
/** The four states in which goods may go nowhere but into quarantine. */
async function spoil(id: number, how: string): Promise<void> {
  if (how === 'expired')
    await sql`update stocklot set "expiryDate" = ${at.plant.script.day}::date - 1 where id = ${id}`.execute(
      at.server.db,
    )
  else await sql`update stocklot set "qualityStatus" = ${how} where id = ${id}`.execute(at.server.db)
}
const spoilt = ['HOLD', 'REJECTED', 'RECALLED', 'expired'] as const

describe('materials leave store', () => {
  test('to be sampled: the line shows what its lot says, and the laboratory gets it', async () => {
    const lot = await material()
    const out = await materialOut('SAMPLE', lot, '0.5')
    const [stored] = await at.rows(sql<Values>`select * from stocklot where id = ${lot.id}`)
    expect(out.lines).toMatchObject([
      {
        materialId: stored?.materialId,
        unitId: stored?.unitId,
        expiryDate: stored?.expiryDate,
        availableQty: '10.0000',
      },
    ])
    expect(await store.posted(out.docNo)).toEqual([
      { moveType: 'TST', from: 'STORAGE', to: 'LAB', quantity: '0.5000', reason: '测试原因' },
    ])
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '9.5000' })
  })

  test('and come back by reversal', async () => {
    const lot = await material()
    const out = await materialOut('SAMPLE', lot, '4')
    await at.day.run('materialstoreout.reverse', { id: out.id, reason: '录错' })
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '10.0000' })
  })

  test('no more of them than there is: the refusal names the lot', async () => {
    const lot = await material()
    expect(await refusalOf(materialOut('SAMPLE', lot, '10.0001'))).toMatchObject({
      refusal: 'shortOfStock',
      data: { lotNo: lot.lotNo, needed: '10.0001', available: '10.0000' },
    })
  })

  test.each(spoilt)('back to the supplier who delivered them, %s or not', async how => {
    const lot = await material()
    await spoil(lot.id, how)
    const out = await materialOut('SUPPLIER_RETURN', lot, '10', { supplyId: at.day.id('supply', 'S001') })
    expect(await store.posted(out.docNo)).toMatchObject([{ moveType: 'SRT', to: 'SUPPLIER' }])
  })

  test('to no supplier who did not deliver them, and to none that is not named', async () => {
    const lot = await material()
    const back = (more: Values) => refusalOf(materialOut('SUPPLIER_RETURN', lot, '10', more))
    expect(await back({ supplyId: at.day.id('supply', 'S002') })).toEqual({
      refusal: 'lotOfOtherSupplier',
      data: { lotNo: lot.lotNo, supplier: '中原面粉有限公司' },
    })
    expect(await back({})).toEqual({ refusal: 'invalid', data: { supplyId: 'required' } })
  })

  test('as products they do not: a product lot is refused', async () => {
    const lot = await goods()
    expect(await refusalOf(materialOut('SAMPLE', lot, '1'))).toEqual({
      refusal: 'lotWrongItem',
      data: { lotNo: lot.lotNo },
    })
  })
})

describe('scrap is posted after somebody else has approved it', () => {
  test('materials', async () => {
    const lot = await material()
    expect(await refusalOf(materialOut('SCRAP', lot, '3'))).toMatchObject({ refusal: 'approvalMissing' })
    const out = await materialOut('SCRAP', lot, '3', draft)
    const approved = await at.day.run('materialstoreout.approve', { id: out.id })
    expect(approved).toMatchObject({ status: 'DRAFT', approverId: at.day.id('employee', 'E001') })
    await at.day.run('materialstoreout.submit', { id: out.id })
    expect(await store.posted(out.docNo)).toMatchObject([{ moveType: 'SCR', to: 'SCRAP', quantity: '3.0000' }])
  })

  test('products', async () => {
    const lot = await goods()
    expect(await refusalOf(productOut('SCRAP', lot, '3'))).toMatchObject({ refusal: 'approvalMissing' })
    const out = await productOut('SCRAP', lot, '3', draft)
    await at.day.run('productstoreout.approve', { id: out.id })
    await at.day.run('productstoreout.submit', { id: out.id })
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '7.0000' })
  })

  test('not by who handles it, nor by somebody without an employee, and only once', async () => {
    const out = await materialOut('SCRAP', await material(), '3', draft)
    const approve = () => at.day.run('materialstoreout.approve', { id: out.id })
    await store.signAs('E002')
    expect(await refusalOf(approve())).toEqual({
      refusal: 'samePerson',
      data: { first: '批准人', second: '经手人', fieldErrors: { handlerId: 'samePerson' } },
    })
    await store.signAs(null)
    expect(await refusalOf(approve())).toMatchObject({ refusal: 'noEmployee' })
    await store.signAs('E001')
    await approve()
    expect(await refusalOf(approve())).toMatchObject({ refusal: 'wrongState' })
  })

  test('as it was approved: a change of the draft takes the approval away, saving it unchanged does not', async () => {
    const out = await materialOut('SCRAP', await material(), '3', draft)
    const { rowVersion } = await at.day.run('materialstoreout.approve', { id: out.id })
    const line = out.lines[0] as Values
    const same = await save('materialstoreout', {
      id: out.id,
      rowVersion,
      reason: '测试原因',
      lines: [{ id: line.id, lotId: line.lotId, qty: '3' }],
    })
    expect(same.data).toMatchObject({ approverId: at.day.id('employee', 'E001') })
    const changed = await save('materialstoreout', {
      id: out.id,
      rowVersion: same.data.rowVersion,
      lines: [{ id: line.id, lotId: line.lotId, qty: '4' }],
    })
    expect(changed.data).toMatchObject({ approverId: null })
    expect(await refusalOf(at.day.run('materialstoreout.submit', { id: out.id }))).toMatchObject({
      refusal: 'approvalMissing',
    })
  })
})

describe('a transfer', () => {
  const move = (lot: Lot, to: Values, targetWarehouse = 'WH01') =>
    materialOut('TRANSFER_OUT', lot, '4', { targetWarehouseId: at.day.id('warehouse', targetWarehouse) }, to)

  test('goes to the bin named, or to the default bin of the other warehouse', async () => {
    const lot = await material()
    await move(lot, { toLocationId: bins.otherShelf })
    await move(lot, {}, 'WH02')
    const rows = await at.rows(sql<Values>`
      select p.name, b.quantity from stockbalance b join stocklocation p on p.id = b."locationId"
      where b."lotId" = ${lot.id} and b.quantity > 0 order by p.id`)
    expect(rows.map(row => row.quantity).sort()).toEqual(['2.0000', '4.0000', '4.0000'])
  })

  test.each(spoilt)('of what is %s goes to a quarantine bin and nowhere else', async how => {
    const lot = await material()
    await spoil(lot.id, how)
    expect(await refusalOf(move(lot, { toLocationId: bins.otherShelf }))).toMatchObject({
      refusal: 'quarantineOnly',
      data: { lotNo: lot.lotNo },
    })
    await move(lot, { toLocationId: bins.materialQuarantine })
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '6.0000', QUARANTINE: '4.0000' })
  })

  test('from a bin to itself, to a bin of another warehouse, or from one is refused at the field', async () => {
    const lot = await material()
    expect(await refusalOf(move(lot, {}))).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.toLocationId': 'sameBin' },
    })
    expect(await refusalOf(move(lot, { toLocationId: bins.otherShelf }, 'WH02'))).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.toLocationId': 'reference' },
    })
    expect(await refusalOf(move(lot, { locationId: bins.productQuarantine }))).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.locationId': 'reference' },
    })
    expect(await refusalOf(materialOut('TRANSFER_OUT', lot, '1'))).toEqual({
      refusal: 'invalid',
      data: { targetWarehouseId: 'required' },
    })
  })

  test('of products is held to the same', async () => {
    const lot = await goods()
    const to = { targetWarehouseId: at.day.id('warehouse', 'WH04') }
    await productOut('TRANSFER_OUT', lot, '2', to)
    await spoil(lot.id, 'HOLD')
    expect(await refusalOf(productOut('TRANSFER_OUT', lot, '2', to))).toMatchObject({ refusal: 'quarantineOnly' })
  })
})

describe('products leave store', () => {
  test.each(['TEST_SAMPLE', 'OFFICIAL_SAMPLE'])('as %s, even while they wait for their release', async outType => {
    const lot = await goods()
    await spoil(lot.id, 'PENDING')
    const out = await productOut(outType, lot, '1')
    expect(await store.posted(out.docNo)).toMatchObject([{ moveType: 'TST', to: 'LAB', quantity: '1.0000' }])
  })

  test('so many packages: their quantity follows from the packing', async () => {
    const out = await productOut('TEST_SAMPLE', await goods(), null, {}, { packageQty: '2' })
    expect(out.lines).toMatchObject([{ qty: '2.0000', availableQty: '10.0000' }])
    expect(await refusalOf(productOut('TEST_SAMPLE', await goods(), null))).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.qty': 'required' },
    })
    expect(await refusalOf(productOut('TEST_SAMPLE', await goods(), null, {}, { packageQty: '0' }))).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.qty': 'positive' },
    })
  })

  test('in other packages: their quantity follows again, unless it was counted', async () => {
    const lot = await goods()
    const counted = async (qty: string | null) => {
      const out = await productOut('TEST_SAMPLE', lot, qty, draft, { packageQty: '2' })
      const lines = [{ id: out.lines[0]?.id, packageQty: '3' }]
      return (await at.day.run('productstoreout.save', { id: out.id, rowVersion: out.rowVersion, lines })).lines
    }
    expect(await counted(null)).toMatchObject([{ qty: '3.0000' }])
    expect(await counted('1.5')).toMatchObject([{ qty: '1.5000' }])
  })

  test('not in the packing of another product, and materials not at all', async () => {
    const other = { productSpecId: at.day.id('productspec', 'F201-1') }
    expect(await refusalOf(productOut('TEST_SAMPLE', await goods(), '1', {}, other))).toEqual({
      refusal: 'invalid',
      data: { 'lines.0.productSpecId': 'reference' },
    })
    const lot = await material()
    expect(await refusalOf(productOut('TEST_SAMPLE', lot, '1'))).toMatchObject({ refusal: 'lotWrongItem' })
  })

  test('neither as a sale nor as a retained sample by hand', async () => {
    const lot = await goods()
    const refused = (outType: string) => refusalOf(productOut(outType, lot, '1'))
    expect(await refused('SALE')).toEqual({ refusal: 'invalid', data: { outType: 'option' } })
    expect(await refused('RETAIN_SAMPLE')).toEqual({ refusal: 'invalid', data: { outType: 'byRetainSample' } })
  })
})

describe('rework', () => {
  const reworkPlan = (more: Values = {}) => at.plant.plan('X1', '5', { planType: 'REWORK', formulaId: null, ...more })
  const planOf = async (id: number) => (await at.rows(sql<Values>`select * from produceplan where id = ${id}`))[0]
  async function rework(lot: Lot, targetPlanId: number) {
    const out = await productOut('REWORK', lot, '5', { targetPlanId, ...draft })
    await at.day.run('productstoreout.approve', { id: out.id })
    return at.day.run('productstoreout.submit', { id: out.id })
  }
  const decide = (lotId: number, disposition: string) =>
    sql`
    insert into unqualifiedproduct ("customerId", "docNo", "foundTime", source, "itemType", "lotId", qty,
      "unqualifiedItems", "isolateLocationId", "foundById", disposition, status)
    select "customerId", 'NC' || id, now(), 'STOCK', 'PRODUCT', id, 5, '色泽', ${bins.productQuarantine},
      ${at.day.id('employee', 'E006')}, ${disposition}, 'DECIDED' from stocklot where id = ${lotId}`.execute(
      at.server.db,
    )

  test('takes goods into the plan, which is issuing from then on, and gives them back by reversal', async () => {
    const [lot, planId] = [await goods(), await reworkPlan()]
    const out = await rework(lot, planId)
    expect(await store.posted(out.docNo)).toMatchObject([{ moveType: 'RWK', to: 'WIP', quantity: '5.0000' }])
    expect(await planOf(planId)).toMatchObject({ status: 'ISSUING' })
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '5.0000', WIP: '5.0000' })
    await at.day.run('productstoreout.reverse', { id: out.id, reason: '录错' })
    expect(await store.lies(lot.id)).toEqual({ STORAGE: '10.0000' })
  })

  test('wants an approver, a rework plan, and one that is open', async () => {
    const lot = await goods()
    const targetPlanId = await reworkPlan()
    expect(await refusalOf(productOut('REWORK', lot, '5', { targetPlanId }))).toMatchObject({
      refusal: 'approvalMissing',
    })
    expect(await refusalOf(rework(lot, await at.plant.plan('X1', '5')))).toEqual({
      refusal: 'invalid',
      data: { targetPlanId: 'reference' },
    })
    await at.day.run('produceplan.cancel', { id: targetPlanId })
    expect(await refusalOf(rework(lot, targetPlanId))).toMatchObject({ refusal: 'planNotOpen' })
  })

  test.each(['HOLD', 'REJECTED'])('of a lot %s waits for the decision to rework it', async status => {
    const [lot, planId] = [await goods(), await reworkPlan()]
    await spoil(lot.id, status)
    const missing = { refusal: 'reworkNotDecided', data: { lotNo: lot.lotNo } }
    expect(await refusalOf(rework(lot, planId))).toEqual(missing)
    await decide(lot.id, 'SCRAP')
    expect(await refusalOf(rework(lot, planId))).toEqual(missing)
    await sql`update unqualifiedproduct set disposition = 'REWORK' where "lotId" = ${lot.id}`.execute(at.server.db)
    await rework(lot, planId)
  })

  test('of what is pending, expired, or recalled for anything but its label is refused', async () => {
    const planId = await reworkPlan()
    const refusedAs = async (how: string) => {
      const lot = await goods()
      await spoil(lot.id, how)
      await decide(lot.id, 'REWORK')
      return (await refusalOf(rework(lot, planId))).refusal
    }
    expect(await refusedAs('PENDING')).toBe('lotNotUsable')
    expect(await refusedAs('expired')).toBe('lotExpired')
    expect(await refusedAs('RECALLED')).toBe('labelOnly')
  })
})
