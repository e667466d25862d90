/** Stock by item: what lies in own store, what of it is usable, and the lots each number opens. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { entities } from '#contract/index.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { type ListQuery, list } from '../../server/db/query/list.ts'
import { write } from '../../server/db/records/store.ts'
import { impactOf } from '../../src/data/realtime/changeImpact.ts'
import { lotOf, materialOf, openPlant, type Plant, unitOf } from './storeFixture.ts'

let plant: Plant
let wheat = 0
let salt = 0
const { stockitem, stocklot } = entities
const add = async (entity: Entity, row: Values) => (await write(plant.ctx, entity, row)).id
const rows = async (entity: Entity, query: ListQuery = {}) => (await list(plant.ctx, entity, query)).rows

const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now() + days * 86_400_000)

beforeAll(async () => {
  plant = await openPlant()
  const unit = await add(entities.unit, unitOf('KG'))
  wheat = await add(entities.material, materialOf('M1', '小麦', unit, { nearExpiryDays: 10 }))
  salt = await add(entities.material, materialOf('M2', '食盐', unit))
  await add(entities.material, materialOf('M3', '糖', unit))
  const lot = (lotNo: string, onHandQty: string, more: Values, of = wheat) =>
    add(stocklot, { ...lotOf(lotNo, of), unitId: unit, onHandQty, ...more })
  const fresh = await lot('L-1', '100.5000', { expiryDate: dayIn(100) })
  await lot('L-2', '20.0000', { expiryDate: dayIn(10) })
  await lot('L-3', '7.0000', { expiryDate: dayIn(-1) })
  await lot('L-4', '5.0000', { expiryDate: dayIn(100), qualityStatus: 'HOLD' })
  await lot('L-5', '3.0000', { expiryDate: dayIn(5), qualityStatus: 'PENDING' })
  await lot('L-6', '0.0000', { expiryDate: dayIn(100) })
  await lot('L-7', '2.0000', { expiryDate: dayIn(100), qualityStatus: 'RECALLED' })
  await lot('S-1', '40.0000', { expiryDate: null }, salt)
  await sql`insert into stockrelabel ("customerId", "docNo", status, "lotId", qty, "relabelTime", "newLotNo", reason,
      "handlerId")
    select ${plant.ctx.customerId}, 'RL-1', 'DRAFT', ${fresh}, 30, now(), 'L-1-1', '换标', e.id
    from (select ${await add(entities.employee, {
      ...{ jobNo: 'E1', name: '赵', department: '仓储', postType: 'DIRECT', entryDate: '2024-01-01', status: 'ON_JOB' },
    })}::bigint as id) e`.execute(plant.db)
})
afterAll(() => plant.close())

it('adds up what lies in store by item: usable, held, expiring, expired', async () => {
  expect(await rows(stockitem)).toMatchObject([
    {
      ...{ itemName: '食盐', itemCode: 'M2', itemType: 'MATERIAL', unitId$label: '单位KG', lotCount: 1 },
      ...{
        onHandQty: '40.0000',
        availableQty: '40.0000',
        onHoldQty: '0.0000',
        expiringQty: '0.0000',
        nextExpiry: null,
      },
    },
    {
      ...{ itemName: '小麦', lotCount: 6, onHandQty: '137.5000', availableQty: '90.5000', reservedQty: '30.0000' },
      ...{
        onHoldQty: '8.0000',
        blockedQty: '2.0000',
        expiringQty: '23.0000',
        expiredQty: '7.0000',
        nextExpiry: dayIn(5),
      },
      ...{ asOf: dayIn(0), expiringUntil: dayIn(10), materialId: wheat, productId: null },
    },
  ])
})

it('is found by code and by pinyin, and stays within the organisation', async () => {
  const found = async (q: string) => (await rows(stockitem, { q })).map(row => row.itemName)
  expect(await found('xm')).toEqual(['小麦'])
  expect(await found('m2')).toEqual(['食盐'])
  expect(await found('小')).toEqual(['小麦'])
  expect((await list(plant.other, stockitem, {})).total).toBe(0)
})

it('adds up in kilograms what is weighed, with the filter, on every page', async () => {
  const page = await list(plant.ctx, stockitem, { size: 1 })
  expect(page).toMatchObject({ total: 2, rows: [{ itemName: '食盐' }] })
  const all = { onHandQty: '177.5000', availableQty: '130.5000', onHoldQty: '8.0000', expiringQty: '23.0000' }
  expect(page.sums).toEqual({ ...all, unweighed: 0 })
  expect(await list(plant.ctx, stockitem, { size: 1, page: 2 })).toMatchObject({ total: 2, sums: all })
  expect(await list(plant.ctx, stockitem, { size: 1, page: 3 })).toMatchObject({ total: 2, rows: [] })
  expect((await list(plant.ctx, stockitem, { q: 'm2' })).sums).toMatchObject({ onHandQty: '40.0000' })
  expect((await list(plant.ctx, entities.stocklot, {})).sums).toBeUndefined()
  await sql`update unit set "factorDenominator" = 2`.execute(plant.db)
  expect((await list(plant.ctx, stockitem, {})).sums).toMatchObject({ onHandQty: '88.7500' })
  await sql`update unit set "factorDenominator" = 1, "unitType" = 'COUNT'`.execute(plant.db)
  expect((await list(plant.ctx, stockitem, {})).sums).toMatchObject({ onHandQty: '0', unweighed: 2 })
  await sql`update unit set "unitType" = 'MASS'`.execute(plant.db)
})

it('each number opens exactly the lots that it adds up', async () => {
  const [row] = await rows(stockitem, { q: '小麦' })
  for (const name of ['onHandQty', 'onHoldQty', 'blockedQty', 'expiringQty', 'expiredQty'] as const) {
    const { entity, where } = stockitem.opens?.[name]?.(row as Values) ?? {}
    expect(entity).toBe('stocklot')
    const lots = await rows(stocklot, { where: where ?? [] })
    const sum = lots.reduce((all, lot) => all.plus(decimal(lot.onHandQty ?? '0')), decimal(0))
    expect(sum.toFixed(4), name).toBe(row?.[name])
  }
  const usable = await rows(stocklot, { where: stockitem.opens?.availableQty?.(row as Values).where ?? [] })
  expect(usable.map(lot => lot.lotNo).sort()).toEqual(['L-1', 'L-2'])
  expect((await rows(stocklot, { where: stockitem.opens?.lotCount?.(row as Values).where ?? [] })).length).toBe(6)
})

it('is renewed by changes of lots, balances and every draft that reserves', () => {
  const reserving = Object.values<Entity>(entities).filter(({ reserves }) => reserves)
  for (const { name } of [stocklot, entities.stockbalance, ...reserving]) {
    const change = { entity: name, ids: [1], kind: 'updated' } as const
    expect(impactOf([change], stockitem, [], () => false).any, name).toBe(true)
  }
  const other = { entity: 'brand', ids: [1], kind: 'updated' } as const
  expect(impactOf([other], stockitem, [], () => false).any).toBe(false)
})

it('reads the lots in store by their index, however many were used up', async () => {
  await plant.db.transaction().execute(async tx => {
    await sql`insert into stocklot ("customerId", "lotNo", "itemType", "materialId", "unitId", "produceDate",
        "qualityStatus", "onHandQty")
      select "customerId", 'U-' || n, "itemType", "materialId", "unitId", "produceDate", 'RELEASED', 0
      from stocklot cross join generate_series(1, 20000) n where "lotNo" = 'L-1'`.execute(tx)
    await sql`analyze stocklot`.execute(tx)
    const plan = await sql<{ 'QUERY PLAN': string }>`explain select * from stockitem
      where "customerId" = ${plant.ctx.customerId}`.execute(tx)
    expect(plan.rows.map(row => row['QUERY PLAN']).join('\n')).toContain(
      'stocklot_customerId_materialId_productId_some_idx',
    )
  })
})

it('leaves a posting that empties no lot outside of its index', async () => {
  const hot: number[] = []
  const work = plant.db.transaction().execute(async tx => {
    // The first update may have to leave a page that is full.
    for (const quantity of [95, 90, 80, 0]) {
      await sql`update stocklot set "onHandQty" = ${quantity} where "lotNo" = 'L-1'`.execute(tx)
      const { rows } = await sql<{ hot: number }>`
        select pg_stat_get_xact_tuples_hot_updated('stocklot'::regclass)::integer as hot`.execute(tx)
      hot.push(rows[0]?.hot ?? 0)
    }
    throw new Error('undone')
  })
  await expect(work).rejects.toThrow('undone')
  expect(hot.map(count => count - (hot[0] ?? 0))).toEqual([0, 1, 2, 2])
})
