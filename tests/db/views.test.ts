import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities, tables } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { type ListQuery, list } from '../../server/db/query/list.ts'
import { options } from '../../server/db/query/referenceOptions.ts'
import { remove, write } from '../../server/db/records/store.ts'
import { difference, fileOf } from '../../server/db/schema/difference.ts'
import { introspect } from '../../server/db/schema/introspect.ts'
import { catalogOf } from '../../server/db/schema/schema.ts'
import { views } from '../../server/db/schema/views.ts'
import { employeeOf, lotOf, openPlant, type Plant, refusalOf, storageOf, unitOf } from './storeFixture.ts'

let plant: Plant
const ids: Record<string, number> = {}
const { productstoreinrecord: receipts, productstoreoutrecord: issues } = entities

const add = async (key: string, entity: Entity, row: Values) => {
  ids[key] = (await write(plant.ctx, entity, row)).id
  return ids[key]
}
const records = async (entity: Entity, query: ListQuery = {}) => (await list(plant.ctx, entity, query)).rows

beforeAll(async () => {
  plant = await openPlant()
  const baseUnitId = await add('unit', entities.unit, unitOf('BOX'))
  const active = {
    productType: 'FINISHED',
    shelfLifeValue: 12,
    shelfLifeUnit: 'MONTH',
    storageCondition: '常温',
    status: 'ACTIVE',
  }
  const productId = await add('product', entities.product, { ...active, code: 'P1', name: '生抽', baseUnitId })
  const packing = { packageUnitId: baseUnitId, baseQtyPerPackage: '1.0000', isDefault: true, status: 'ENABLED' }
  await add('spec', entities.productspec, { ...packing, productId, specCode: 'S', specName: '500mL', innerQty: 12 })
  const keeper = await add('keeper', entities.employee, employeeOf('E1', '赵'))
  const made = { itemType: 'PRODUCT', materialId: null, productId, expiryDate: '2027-10-01' }
  const lotId = await add('lot', entities.stocklot, { ...lotOf('L-1', 0), ...made })
  const other = await add('other', entities.stocklot, { ...lotOf('L-2', 0), ...made, qualityStatus: 'HOLD' })
  const warehouseId = await add('warehouse', entities.warehouse, {
    ...{ code: 'W1', name: '成品库', tempZone: 'AMBIENT', status: 'ENABLED' },
  })
  await add('place', entities.stocklocation, storageOf('A1', { warehouseId }))
  const dealer = { dealerType: 'DISTRIBUTOR', contactName: '王', phone: '020-80000000', recallContactName: '王' }
  const more = {
    recallPhone: '020-80000000',
    region: '华东',
    address: '杭州',
    country: 'CN',
    pickPolicy: 'EXPIRING_FIRST',
  }
  await add('dealer', entities.dealer, { ...dealer, ...more, code: 'D1', name: '长安商贸', status: 'ENABLED' })

  const receipt = { productId, productSpecId: ids.spec, produceDate: '2026-10-01', packageQty: '5.00', warehouseId }
  const into = (docNo: string, row: Values) =>
    add(docNo, entities.productstorein, { ...receipt, docNo, handlerId: keeper, baseQty: '5.0000', ...row })
  const first = { storeInTime: '2026-11-01T00:00:00.000Z', lotNo: 'L-1', lotId, storeInType: 'PRODUCTION' }
  await into('PI-1', { ...first, status: 'SUBMITTED' })
  await into('PI-2', {
    ...first,
    storeInTime: '2026-11-02T00:00:00.000Z',
    lotId: other,
    storeInType: 'OPENING',
    status: 'SUBMITTED',
  })
  await into('PI-3', { ...first, status: 'DRAFT' })
  await into('PI-4', { ...first, status: 'REVERSED' })

  const line = { productSpecId: ids.spec, packageQty: '1.00', lotId }
  const out = (docNo: string, outTime: string, row: Values) =>
    add(docNo, entities.productstoreout, {
      ...{ docNo, outTime, warehouseId, handlerId: keeper, reason: '抽样', status: 'SUBMITTED' },
      ...{ lines: [{ ...line, qty: '1.0000' }], ...row },
    })
  await out('PO-1', '2026-11-03T00:00:00.000Z', { outType: 'TEST_SAMPLE' })
  await out('PO-2', '2026-11-05T00:00:00.000Z', { outType: 'TRANSFER_OUT', targetWarehouseId: warehouseId })
  await out('PO-3', '2026-11-06T00:00:00.000Z', { outType: 'SCRAP', status: 'DRAFT' })
  await add('SO-1', entities.productsaleout, {
    ...{ docNo: 'SO-1', saleDate: '2026-11-04', shipTime: '2026-11-04T00:00:00.000Z', dealerId: ids.dealer },
    ...{ warehouseId, handlerId: keeper, status: 'CONFIRMED' },
    lines: [
      { ...line, productId, baseQty: '2.0000' },
      { ...line, productId, lotId: other, baseQty: '3.0000' },
    ],
  })
})
afterAll(() => plant.close())

describe('the record of product stock-ins', () => {
  it('lists what was posted of every type, newest first, with what its lot is now', async () => {
    const rows = await records(receipts)
    expect(rows).toMatchObject([
      { id: ids['PI-2'], docNo: 'PI-2', storeInType: 'OPENING', qualityStatus: 'HOLD', productId$label: '生抽' },
      { id: ids['PI-1'], docNo: 'PI-1', qualityStatus: 'RELEASED', lotId$label: 'L-1', baseQty: '5.0000' },
    ])
    expect(rows[0]).not.toHaveProperty('rowVersion')
  })

  it('is filtered, sorted and searched like any list', async () => {
    const found = async (query: ListQuery) => (await records(receipts, query)).map(row => row.docNo)
    expect(await found({ where: [{ field: 'storeInType', op: 'eq', value: 'OPENING' }] })).toEqual(['PI-2'])
    expect(await found({ where: [{ field: 'qualityStatus', op: 'eq', value: 'RELEASED' }] })).toEqual(['PI-1'])
    expect(await found({ sort: [['docNo', 'asc']] })).toEqual(['PI-1', 'PI-2'])
    expect(await found({ q: 'pi-2' })).toEqual(['PI-2'])
    expect(await list(plant.ctx, receipts, { size: 1, page: 2 })).toMatchObject({ total: 2, rows: [{ docNo: 'PI-1' }] })
    expect(await options(plant.ctx, receipts, { q: 'PI-1' })).toEqual([{ value: ids['PI-1'], label: 'PI-1' }])
  })
})

describe('the record of product stock-outs', () => {
  it('lists the lines of stock-outs and of sales together, each with where it went', async () => {
    const rows = await records(issues)
    expect(rows.map(row => [row.docNo, row.outType, row.lotNo, row.qty, row.counterparty])).toEqual([
      ['PO-2', 'TRANSFER_OUT', 'L-1', '1.0000', '成品库'],
      ['SO-1', 'SALE', 'L-2', '3.0000', '长安商贸'],
      ['SO-1', 'SALE', 'L-1', '2.0000', '长安商贸'],
      ['PO-1', 'TEST_SAMPLE', 'L-1', '1.0000', null],
    ])
    expect(new Set(rows.map(row => row.id)).size).toBe(4)
    expect(rows[0]).toMatchObject({ productId$label: '生抽', handlerId$label: '赵', expiryDate: '2027-10-01' })
  })

  it('is filtered by lot and type and searched by whom it went to', async () => {
    const found = async (query: ListQuery) => (await records(issues, query)).map(row => `${row.docNo} ${row.lotNo}`)
    expect(await found({ where: [{ field: 'lotId', op: 'eq', value: ids.other }] })).toEqual(['SO-1 L-2'])
    expect(await found({ where: [{ field: 'outType', op: 'ne', value: 'SALE' }] })).toEqual(['PO-2 L-1', 'PO-1 L-1'])
    expect(await found({ q: '长安' })).toHaveLength(2)
    expect(await found({ sort: [['qty', 'desc']], size: 1 })).toEqual(['SO-1 L-2'])
  })
})

it('the records of another organisation are out of sight', async () => {
  expect((await list(plant.other, receipts, {})).total).toBe(0)
  expect((await list(plant.other, issues, {})).total).toBe(0)
})

it('what a view shows is held by the document alone', async () => {
  const [name, data] = await refusalOf(remove(plant.ctx, entities.productspec, ids.spec as number))
  expect(name).toBe('inUse')
  expect((data as { referrers: string }).referrers.split(', ').sort()).toEqual([
    ...['PI-1', 'PI-2', 'PI-3', 'PI-4', 'PO-1', 'PO-2', 'PO-3', 'SO-1'].slice(0, 5),
  ])
})

it('every view is somebody`s and every entity that is one has it', () => {
  const named = tables().flatMap(({ entity }) => (entity.view ? [entity.name] : []))
  expect(Object.keys(views).sort()).toEqual(named.sort())
  expect(() => catalogOf([{ entity: { ...receipts, name: 'nowhere' } }])).toThrow('the view nowhere')
})

it('the newest stock-outs are read in their order, not sorted out of all', async () => {
  await plant.db.transaction().execute(async tx => {
    await sql`set local enable_sort = off; set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select * from "productstoreoutrecord"
      where "customerId" = ${plant.ctx.customerId} order by "outTime" desc, "docNo" desc limit 50`.execute(tx)
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Merge Append')
    expect(plan).not.toMatch(/\bSort\b(?! Key)/)
  })
})

it('a column beneath a view is changed by making the views anew', async () => {
  const wanted = catalogOf(tables())
  const found = await introspect(plant.db)
  expect(difference(found, found, wanted).statements).toEqual([])
  const key = 'column productstorein.remark'
  const column = found.get(key)
  if (column?.kind !== 'column') throw new Error('no such column')
  const to = new Map(found).set(key, { ...column, type: 'character varying(500)' })
  const { statements } = difference(found, to, wanted)
  expect(statements.filter(each => /^(drop|create) view/.test(each)).map(each => each.split('\n')[0])).toEqual([
    'drop view "productstoreinrecord"',
    'drop view "productstoreoutrecord"',
    'drop view "stockitem"',
    'create view "productstoreinrecord" as',
    'create view "productstoreoutrecord" as',
    'create view "stockitem" as',
  ])
  expect(fileOf(statements).indexOf('drop view')).toBeLessThan(fileOf(statements).indexOf('alter table'))
  const gone = new Map([...found].filter(([each]) => each !== 'view productstoreinrecord'))
  const rest = new Map([...wanted].filter(([each]) => each !== 'view productstoreinrecord'))
  expect(difference(found, gone, rest).statements).toEqual(['drop view "productstoreinrecord"'])
  expect(difference(gone, found, wanted).statements).toEqual(
    [wanted.get('view productstoreinrecord')].map(part => (part as { definition: string }).definition),
  )
})

it('what left of one lot is found by the lot, and of very much no more is counted than anybody pages through', async () => {
  const { ctx, db } = plant
  await sql`insert into productsaleoutline ("parentId", "lineNo", "productId", "productSpecId", "lotId", "packageQty", "baseQty")
    select ${ids['SO-1']}, n, ${ids.product}, ${ids.spec}, ${ids.other}, 1, 1 from generate_series(10, 10200) n`.execute(
    db,
  )
  expect(await list(ctx, issues, { size: 1 })).toMatchObject({ total: 10_000, more: true })
  const mine: ListQuery = { where: [{ field: 'lotId', op: 'eq', value: ids.lot }] }
  const found = await list(ctx, issues, mine)
  expect(found.total).toBe(3)
  expect(found).not.toHaveProperty('more')
  await sql`analyze productsaleoutline`.execute(db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from "productstoreoutrecord"
    where "customerId" = ${ctx.customerId} and "lotId" = ${ids.lot}`.execute(db)
  expect(rows.map(row => row['QUERY PLAN']).join('\n')).toContain('productsaleoutline_lotId_idx')
})
