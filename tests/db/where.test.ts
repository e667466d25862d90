import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities, tables } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { type ListQuery, list } from '../../server/db/query/list.ts'
import { conditionOf } from '../../server/db/query/where.ts'
import { write } from '../../server/db/records/store.ts'
import { employeeOf, lotOf, materialOf, openPlant, type Plant, refusalOf, supplyOf, unitOf } from './storeFixture.ts'

let plant: Plant
let kg: number
let litre: number

beforeAll(async () => {
  plant = await openPlant()
  const { ctx, other } = plant
  kg = (await write(ctx, entities.unit, unitOf('KG', { name: '千克' }))).id
  litre = (await write(ctx, entities.unit, unitOf('L', { name: '升' }))).id
  const add = (code: string, name: string, unit: number, more = {}) =>
    write(ctx, entities.material, materialOf(code, name, unit, more))
  await add('M001', '脱脂大豆', kg, { minStock: '100.0000', allergens: ['SOY'], nearExpiryDays: 30 })
  await add('M002', '大豆油', litre, { minStock: '9.0000', allergens: ['SOY', 'NUT'], nameEn: 'Soybean OIL' })
  await add('M003', '小麦', kg, { allergens: ['GLUTEN'], status: 'DISABLED' })
  await add('M_04', '100%盐', kg, { allergens: [], originCountry: 'US' })
  const theirs = (await write(other, entities.unit, unitOf('KG'))).id
  await write(other, entities.material, materialOf('M900', '大豆', theirs))
})
afterAll(() => plant.close())

async function codes(query: ListQuery, entity: Entity = entities.material): Promise<unknown[]> {
  return (await list(plant.ctx, entity, query)).rows.map(row => row.code)
}

const where = (field: string, op: string, value?: unknown): ListQuery => ({ where: [{ field, op, value }] })

describe('a filter', () => {
  it.each([
    ['code', 'eq', 'M001', ['M001']],
    ['code', 'ne', 'M001', ['M002', 'M003', 'M_04']],
    ['code', 'in', ['M001', 'M003', 'X'], ['M001', 'M003']],
    ['code', 'in', [], []],
    ['name', 'like', '大豆', ['M001', 'M002']],
    ['nameEn', 'like', 'bean oil', ['M002']],
    ['nameEn', 'ne', 'x', ['M001', 'M002', 'M003', 'M_04']],
    ['name', 'like', '%', ['M_04']],
    ['code', 'startsWith', 'm_', ['M_04']],
    ['code', 'startsWith', '\\', []],
    ['minStock', 'lt', '10', ['M002']],
    ['minStock', 'ge', '9', ['M001', 'M002']],
    ['minStock', 'gt', '9.0000', ['M001']],
    ['minStock', 'between', ['9', '99.9999'], ['M002']],
    ['minStock', 'isNull', undefined, ['M003', 'M_04']],
    ['minStock', 'notNull', undefined, ['M001', 'M002']],
    ['minStock', 'eq', null, ['M003', 'M_04']],
    ['nearExpiryDays', 'le', 30, ['M001']],
    ['allergens', 'eq', 'SOY', ['M001', 'M002']],
    ['allergens', 'ne', 'SOY', ['M003', 'M_04']],
    ['allergens', 'in', ['NUT', 'GLUTEN'], ['M002', 'M003']],
    ['allergens', 'isNull', undefined, ['M_04']],
    ['status', 'eq', 'DISABLED', ['M003']],
    ['isLotTracked', 'eq', true, ['M001', 'M002', 'M003', 'M_04']],
    ['onHandQty', 'eq', '0', ['M001', 'M002', 'M003', 'M_04']],
    ['createdAt', 'lt', '2026-01-01T00:00:00Z', []],
    ['rowVersion', 'eq', 1, ['M001', 'M002', 'M003', 'M_04']],
  ])('by %s %s %j', async (field, op, value, expected) => {
    expect(await codes(where(field, op, value))).toEqual(expected)
  })

  it('by a reference', async () => {
    expect(await codes(where('baseUnitId', 'eq', litre))).toEqual(['M002'])
    expect(await codes(where('baseUnitId', 'in', [litre, kg]))).toHaveLength(4)
  })

  it('by several references', async () => {
    const { ctx } = plant
    const role = { code: 'R', name: '角色', dataScope: 'ALL', status: 'ENABLED', menuIds: [] }
    const { id } = await write(ctx, entities.role, role)
    const user = { name: '甲', customerId: ctx.customerId, status: 'ENABLED' }
    await write(ctx, entities.user, { ...user, loginName: 'with', roleIds: [id] })
    await write(ctx, entities.user, { ...user, loginName: 'without', roleIds: [] })
    const names = async (op: string, value?: unknown) =>
      (await list(ctx, entities.user, where('roleIds', op, value))).rows.map(row => row.loginName)
    expect(await names('eq', id)).toEqual(['with'])
    expect(await names('in', [id, 77])).toEqual(['with'])
    expect(await names('ne', id)).toEqual(['without'])
    expect(await names('isNull')).toEqual(['without'])
    const listed = await list(ctx, entities.user, { q: 'with' })
    expect(listed.rows[0]).toMatchObject({ roleIds: [id], roleIds$labels: ['角色'] })
    expect(listed.rows[0]).not.toHaveProperty('password')
  })

  it.each([
    ['nope', 'eq', 1, { nope: 'unknown' }],
    ['__proto__', 'eq', 1, { ['__proto__']: 'unknown' }],
    ['constructor', 'isNull', 1, { constructor: 'unknown' }],
    ['customerId', 'eq', 2, { customerId: 'unknown' }],
    ['code" or true --', 'eq', 1, { 'code" or true --': 'unknown' }],
    ['code', "eq 1; drop table 'unit'", 1, { code: 'option' }],
    ['code', 'constructor', 1, { code: 'option' }],
    ['baseUnitId', 'like', '1', { baseUnitId: 'option' }],
    ['baseUnitId', 'eq', '1 or true', { baseUnitId: 'reference' }],
    ['minStock', 'lt', 'abc', { minStock: 'number' }],
    ['minStock', 'lt', null, { minStock: 'required' }],
    ['minStock', 'between', ['1'], { minStock: 'option' }],
    ['minStock', 'in', '1', { minStock: 'option' }],
    ['status', 'eq', 'NOPE', { status: 'option' }],
    ['isLotTracked', 'eq', 'yes', { isLotTracked: 'flag' }],
    ['createdAt', 'lt', 'yesterday', { createdAt: 'instant' }],
    ['name', 'eq', '\0', { name: 'text' }],
  ])('by %s %s %j is refused', async (field, op, value, fieldErrors) => {
    const [name, data] = await refusalOf(codes(where(field, op, value)))
    expect([name, Object.entries(data as object)]).toEqual(['invalid', Object.entries(fieldErrors)])
  })

  it('that is no list of conditions is refused, and so are secrets', async () => {
    const wrong = { where: 'code = 1' } as unknown as ListQuery
    expect(await refusalOf(codes(wrong))).toEqual(['invalid', { where: 'option' }])
    expect(await refusalOf(codes(where('password', 'isNull'), entities.user))).toEqual([
      'invalid',
      { password: 'unknown' },
    ])
    const sorted = codes({ sort: [['password', 'asc']] }, entities.user)
    expect(await refusalOf(sorted)).toEqual(['invalid', { password: 'unknown' }])
  })

  it('takes values for what they are', async () => {
    const evil = '\'); drop table "material"; --'
    expect(await codes(where('name', 'eq', evil))).toEqual([])
    expect(await codes({ q: evil })).toEqual([])
    expect(await codes({})).toHaveLength(4)
  })
})

describe('a search', () => {
  it.each([
    ['大豆', ['M001', 'M002']],
    ['豆', ['M001', 'M002']],
    ['脂大', ['M001']],
    ['m00', ['M001', 'M002', 'M003']],
    ['soybean', ['M002']],
    ['大豆 m001', ['M001']],
    ['豆大', []],
    ['0%', ['M_04']],
    ['_', ['M_04']],
    ['%', ['M_04']],
    ['  ', ['M001', 'M002', 'M003', 'M_04']],
  ])('for %j', async (q, expected) => {
    expect(await codes({ q })).toEqual(expected)
  })

  it('looks at what a row refers to where it has no text of its own', async () => {
    const { ctx } = plant
    const { id } = await write(ctx, entities.material, materialOf('Z1', '找批次', kg))
    const lot = await write(ctx, entities.stocklot, lotOf('LOT20261120', id))
    const place = { code: 'S1', name: '一号位', locationType: 'STORAGE', isQuarantine: false, status: 'ENABLED' }
    const location = await write(ctx, entities.stocklocation, place)
    await write(ctx, entities.stockbalance, { lotId: lot.id, locationId: location.id, quantity: '1.0000' })
    const found = await list(ctx, entities.stockbalance, { q: '1120' })
    expect(found.rows).toMatchObject([{ lotId$label: 'LOT20261120', locationId$label: '一号位', quantity: '1.0000' }])
    expect((await list(ctx, entities.stockbalance, { q: '1121' })).total).toBe(0)
  })
})

describe('a page', () => {
  it('is cut from a definite order and knows how many rows there are', async () => {
    const { ctx } = plant
    for (let index = 1; index <= 7; index += 1) {
      await write(ctx, entities.employee, employeeOf(`E${index}`, `员工${index % 2}`, { department: '甲' }))
    }
    const seen: unknown[] = []
    for (let page = 1; page <= 4; page += 1) {
      const answer = await list(ctx, entities.employee, { page, size: 2, sort: [['department', 'desc']] })
      expect(answer).toMatchObject({ total: 7, page, size: 2 })
      seen.push(...answer.rows.map(row => row.jobNo))
    }
    expect(seen).toEqual(['E7', 'E6', 'E5', 'E4', 'E3', 'E2', 'E1'])
    const both = await list(ctx, entities.employee, {
      sort: [
        ['name', 'asc'],
        ['jobNo', 'desc'],
      ],
    })
    expect(both.rows.map(row => row.jobNo)).toEqual(['E6', 'E4', 'E2', 'E7', 'E5', 'E3', 'E1'])
    expect(await list(ctx, entities.employee, { page: 9 })).toMatchObject({ rows: [], total: 7 })
  })

  it('holds at most 200 rows, and sizes that are none are put right', async () => {
    expect(await list(plant.ctx, entities.unit, { page: -1, size: 1e9 })).toMatchObject({ page: 1, size: 200 })
    const odd = { page: Number.NaN, size: '0' } as unknown as ListQuery
    expect(await list(plant.ctx, entities.unit, odd)).toMatchObject({ page: 1, size: 1 })
    expect(await list(plant.ctx, entities.unit, {})).toMatchObject({ page: 1, size: 50, total: 2 })
  })

  it('is sorted by what a reference shows', async () => {
    const sorted = await list(plant.ctx, entities.material, { sort: [['baseUnitId', 'desc']], q: '豆' })
    const shown = sorted.rows.map(row => row.baseUnitId$label)
    expect(shown).toEqual([...shown].sort().reverse())
  })

  it('refuses an order that is none', async () => {
    const asked = (sort: unknown) => refusalOf(codes({ sort } as ListQuery))
    expect(await asked([['code', 'asc; drop']])).toEqual(['invalid', { sort: 'option' }])
    expect(await asked('code')).toEqual(['invalid', { sort: 'option' }])
    expect(await asked([['allergens', 'asc']])).toEqual(['invalid', { allergens: 'option' }])
    expect(await asked([['x', 'asc']])).toEqual(['invalid', { x: 'unknown' }])
  })

  it('leaves lines out', async () => {
    await write(plant.ctx, entities.supply, supplyOf('S1', '供应商', { materials: [] }))
    expect((await list(plant.ctx, entities.supply, {})).rows[0]).not.toHaveProperty('materials')
  })

  it('reads the shortage of plans within the organisation and its day', async () => {
    const { other } = plant
    const condition = { field: 'isShort', op: 'eq', value: true }
    const { parameters } = sql`${conditionOf(other, entities.produceplan, condition)}`.compile(plant.db)
    expect(parameters).toEqual([other.customerId, other.customerId, other.today, true])
    expect((await list(other, entities.produceplan, { where: [condition] })).total).toBe(0)
    await expect(list(other, entities.produceplan, { sort: [['isShort', 'asc']] })).rejects.toThrow('invalid')
  })

  it('reads the bins of a type once for all balances, not for each', async () => {
    const condition = { field: 'locationType', op: 'in', value: ['STORAGE'] }
    const balances = sql`explain select from stockbalance where ${conditionOf(plant.ctx, entities.stockbalance, condition)}`
    const { rows } = await sql<{ 'QUERY PLAN': string }>`${balances}`.execute(plant.db)
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('InitPlan')
    expect(plan).not.toContain('SubPlan')
    const found = (await list(plant.ctx, entities.stockbalance, { where: [condition] })).rows
    expect(found.map(row => row.locationType)).toEqual(['STORAGE'])
  })

  it('can be read of every entity, sorted and filtered by each of its fields', async () => {
    for (const { entity } of tables()) {
      const fields = Object.entries(entity.fields).filter(([, field]) => field.kind !== 'secret')
      const conditions = fields.map(([field]) => ({ field, op: 'notNull' }))
      const unsorted = ['references', 'enumerations', 'texts', 'json', 'richText', 'image', 'files']
      const sortable = fields.filter(([, { kind, filterOnly }]) => !unsorted.includes(kind) && !filterOnly)
      await list(plant.ctx, entity, { where: conditions, q: 'ab' })
      for (const [name] of sortable) await list(plant.ctx, entity, { sort: [[name, 'desc']], size: 1 })
    }
  })
})
