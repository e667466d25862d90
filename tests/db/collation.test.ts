import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { entities, tables } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { idsDeepInside } from '../../server/db/query/keysetAnchors.ts'
import { list } from '../../server/db/query/list.ts'
import { streamRows } from '../../server/db/query/streamRows.ts'
import { orderOf } from '../../server/db/query/where.ts'
import { scope, sortsByPinyin } from '../../server/db/schema/columns.ts'
import { indexesOf, isIndexed } from '../../server/db/schema/indexes.ts'
import { requireCollation } from '../../server/db/schema/migrate.ts'
import { openPlant, type Plant } from './storeFixture.ts'

const { unit } = entities
const mixed = ['呈', 'b', '小', '山', '10', '正', 'A', '玻', '2', '瓶', '白']
const inOrder = ['10', '2', '白', '玻', '呈', '瓶', '山', '小', '正', 'A', 'b']
const count = 25_000

type Direction = 'asc' | 'desc'
const directions: readonly Direction[] = ['asc', 'desc']

let plant: Plant

beforeAll(async () => {
  plant = await openPlant()
  const add = (customerId: number, names: ReturnType<typeof sql>) =>
    sql`
    insert into unit ("customerId", code, name, "unitType", "factorNumerator", "factorDenominator", decimals, status)
    select ${customerId}, 'U' || n, name, 'MASS', 1, 1, 0, 'ENABLED' from (${names}) as named (n, name)`.execute(
      plant.db,
    )
  await add(plant.other.customerId, sql`select n, name from unnest(${mixed}::text[]) with ordinality as each (name, n)`)
  await add(
    plant.ctx.customerId,
    sql`select n, (${mixed}::text[])[1 + n % ${mixed.length}] || n from generate_series(1, ${count}::integer) as n`,
  )
})
afterAll(() => plant.close())

const turned = <T>(all: readonly T[], direction: Direction) => (direction === 'asc' ? all : all.toReversed())

async function namesOf(page: number, size: number, direction: Direction) {
  const { rows } = await list(plant.other, unit, { page, size, sort: [['name', direction]] })
  return rows.map(({ name }) => name)
}

describe.each(directions)('a list by name, %s', direction => {
  it('stands by pinyin, digits before and Latin after', async () => {
    expect(await namesOf(1, 50, direction)).toEqual(turned(inOrder, direction))
  })

  it('goes on where the page before ended', async () => {
    const pages = [1, 2, 3, 4, 5].map(page => namesOf(page, 3, direction))
    expect((await Promise.all(pages)).flat()).toEqual(turned(inOrder, direction))
  })

  it('is exported in the same order', async () => {
    const sorted = await plant.db.transaction().execute(async tx => {
      const names: unknown[] = []
      const query = { sort: [['name', direction]] as const }
      for await (const rows of streamRows({ ...plant.other, tx }, unit, query, ['name']))
        names.push(...rows.map(({ name }) => name))
      return names
    })
    expect(sorted).toEqual(turned(inOrder, direction))
  })

  it('holds deep inside what stands there, found by its anchors', async () => {
    const { compare } = new Intl.Collator('zh-CN')
    const all = Array.from({ length: count }, (_, index) => `${mixed[(index + 1) % mixed.length]}${index + 1}`)
    const expected = turned(all.toSorted(compare), direction)
    const [size, order] = [100, orderOf(unit, [['name', direction]])]
    const sought = {
      where: scope(plant.ctx, unit),
      order,
      filtered: false,
      offset: 20_000,
      size,
      total: { total: count },
    }
    await vi.waitFor(async () => expect(await idsDeepInside(plant.ctx, unit, sought)).not.toBeNull(), 10_000)
    for (const page of [1, 200, 201, 225, 250]) {
      const { rows } = await list(plant.ctx, unit, { page, size, sort: [['name', direction]] })
      expect(rows.map(({ name }) => name)).toEqual(expected.slice((page - 1) * size, page * size))
    }
  })
})

it('is filtered by ranges in the order it shows', async () => {
  const named = async (op: string, value: unknown) => {
    const query = { where: [{ field: 'name', op, value }], sort: [['name', 'asc']] as const }
    return (await list(plant.other, unit, query)).rows.map(({ name }) => name)
  }
  expect(await named('between', ['玻', '山'])).toEqual(['玻', '呈', '瓶', '山'])
  expect(await named('gt', '小')).toEqual(['正', 'A', 'b'])
  expect(await named('eq', '正')).toEqual(['正'])
})

it('keeps codes in the order of their characters, lower case last', async () => {
  await sql`update unit set code = case code when 'U1' then 'a' when 'U2' then 'B' else code end
    where "customerId" = ${plant.other.customerId}`.execute(plant.db)
  const { rows } = await list(plant.other, unit, { sort: [['code', 'asc']] })
  expect([rows[0]?.code, rows.at(-1)?.code]).toEqual(['B', 'a'])
})

describe('what sorts by pinyin', () => {
  const sorted = ({ fields, name }: Entity) =>
    Object.entries(fields).flatMap(([field, each]) => (sortsByPinyin(field, each) ? [`${name}.${field}`] : []))

  it('is names and other text, not codes, numbers and keys', () => {
    const all = new Set(tables().flatMap(({ entity }) => sorted(entity)))
    for (const text of [
      'product.name',
      'stocklot.itemName',
      'supply.address',
      'materialspec.specName',
      'material.remark',
    ])
      expect([text, all.has(text)]).toEqual([text, true])
    for (const code of ['product.code', 'stocklot.lotNo', 'stockledger.docNo', 'user.loginName', 'auditlog.entityId'])
      expect([code, all.has(code)]).toEqual([code, false])
  })

  it('is sorted by no index of another collation', () => {
    expect(isIndexed(unit, 'name')).toBe(false)
    expect(isIndexed(unit, 'code')).toBe(true)
    for (const { entity } of tables().filter(({ entity }) => entity.operations.includes('list')))
      for (const { on } of entity.indexes ?? []) expect(sorted(entity)).not.toContain(`${entity.name}.${on[0]}`)
  })

  it('has an index of its own where the definition orders by it, and PostgreSQL reads that', async () => {
    const byName: Entity = { ...unit, order: [['name', 'asc']] }
    const index = indexesOf(byName, []).find(({ name }) => name === 'unit_order_idx')
    expect([index?.on, isIndexed(byName, 'name')]).toEqual([`("customerId", "name" collate "zh-x-icu", "id")`, true])
    const order = orderOf(byName, undefined).map(({ by }) => by)
    // A copy, as the account of the server makes no index.
    const plan = await plant.db.connection().execute(async db => {
      await sql
        .raw(`create temporary table unit as table public.unit; create index by_name on unit ${index?.on}`)
        .execute(db)
      await sql`analyze unit`.execute(db)
      const { rows } = await sql<Record<string, string>>`explain select id from unit
        where ${scope(plant.ctx, unit)} order by ${sql.join(order)} limit 50`.execute(db)
      return rows.map(row => row['QUERY PLAN']).join()
    })
    expect(plan).toContain('Index Scan using by_name')
  })
})

it('a PostgreSQL without the collation is refused at the start, in words', async () => {
  await requireCollation(plant.db)
  await expect(requireCollation(plant.db, 'zh-without-icu')).rejects.toThrow(/cannot sort Chinese.*ICU/)
})
