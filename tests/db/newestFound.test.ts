import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Database } from '../../server/db/connection/context.ts'
import { type ListQuery, list } from '../../server/db/query/list.ts'
import { options } from '../../server/db/query/referenceOptions.ts'
import { streamRows } from '../../server/db/query/streamRows.ts'
import { write } from '../../server/db/records/store.ts'
import { randomFrom } from '../model/quantity.ts'
import { lotOf, materialOf, openPlant, type Plant, receiptOf, storageOf, unitOf } from './storeFixture.ts'

const { materialstorein, stockbalance, stocklot } = entities
let plant: Plant

/** Copies of a row with other ids and texts: ids far apart make many blocks. */
async function copies(table: string, count: number, changed: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(plant.db)
  const columns = rows.map(({ name }) => sql.id(name))
  await sql`insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(columns)} from (
      select (jsonb_populate_record(one, ${sql.raw(changed)})).* from ${sql.table(table)} as one, generate_series(1, ${sql.lit(count)}) n
      where one.id = (select min(id) from ${sql.table(table)})
    ) as copied`.execute(plant.db)
}

const oddities = [
  "O'Neil\\1",
  '100%_a',
  'Ｒ２０００',
  '入库 甲乙丙丁',
  "a':* & !b|(c)",
  'x  y',
  '😀😀12',
  'İstanbul',
  '-0001-',
]

beforeAll(async () => {
  plant = await openPlant()
  const { ctx, other, db } = plant
  for (const each of [other, ctx]) {
    const kg = (await write(each, entities.unit, unitOf('KG', { name: '千克' }))).id
    const material = (await write(each, entities.material, materialOf('M1', '大豆', kg))).id
    const location = await write(each, entities.stocklocation, storageOf('S1'))
    for (const code of ['S2', 'S3']) await write(each, entities.stocklocation, storageOf(code))
    const lot = await write(each, stocklot, lotOf('L0', material))
    await write(each, stockbalance, { lotId: lot.id, locationId: location.id, quantity: '1.0000' })
    await write(each, materialstorein, receiptOf([], { docNo: '2000', status: 'DRAFT' }))
  }
  const numbered = (first: number, day: string) => `jsonb_build_object('id', ${first} + n * 91, 'customerId',
    case when n % 10 = 0 then ${other.customerId} else ${ctx.customerId} end, 'docNo',
    'RK' || to_char(date '${day}' + n / 16, 'YYYYMMDD') || '-' || lpad((n % 16 * 241)::text, 4, '0'))`
  await copies('materialstorein', 8_000, numbered(100, '2023-01-02'))
  await copies(
    'materialstorein',
    oddities.length,
    `jsonb_build_object('id', 1000000 + n, 'customerId', ${ctx.customerId}, 'docNo',
      (array[${oddities.map(text => `'${text.replaceAll("'", "''")}'`).join()}])[n])`,
  )
  await copies(
    'stocklot',
    1_000,
    `jsonb_build_object('id', 1000 + n * 97, 'customerId', ${ctx.customerId}, 'lotNo', 'L' || n * 7919)`,
  )
  await copies(
    'stockbalance',
    3_000,
    `jsonb_build_object('id', 1000 + n, 'customerId', ${ctx.customerId}, 'quantity', n % 5, 'lotId',
      1000 + (n * 31 % 1000 + 1) * 97, 'locationId',
      (select id from stocklocation order by id desc offset (n - 1) / 1000 limit 1), 'dealerId', null)`,
  )
  await sql`vacuum analyze`.execute(db).catch(() => undefined)
  for (const table of ['materialstorein', 'stocklot', 'stockbalance'])
    await sql`analyze ${sql.table(table)}`.execute(db).catch(() => undefined)
})
afterAll(() => plant.close())

async function naive(entity: Entity, q: string, more = sql`true`, order = sql`id desc`): Promise<number[]> {
  const words = q.normalize('NFKC').trim().toLowerCase().split(/\s+/)
  const text = { materialstorein: '"docNo"', stocklot: `"lotNo" || ' ' || coalesce("supplierLotNo", '')` }
  const inText = (of: 'materialstorein' | 'stocklot') =>
    sql.join(
      words.map(word => sql`strpos(lower(normalize(coalesce(${sql.raw(text[of])}, ''), NFKC)), ${word}) > 0`),
      sql` and `,
    )
  const found =
    entity.name === 'stockbalance'
      ? sql`"lotId" in (select id from stocklot where ${inText('stocklot')})`
      : inText(entity.name as 'stocklot')
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(entity.name)}
    where "customerId" = ${plant.ctx.customerId} and ${found} and ${more} order by ${order}`.execute(plant.db)
  return rows.map(({ id }) => id)
}

async function everyPage(entity: Entity, query: ListQuery): Promise<{ ids: number[]; total: number }> {
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await list(plant.ctx, entity, { ...query, page, size: 200 })
    ids.push(...rows.map(row => Number(row.id)))
    if (rows.length < 200 || page === 4) return { ids, total }
  }
}

const first = 800

describe('a search of a long list finds what comparing every text finds, newest first', () => {
  const chance = randomFrom(20_281)
  const random = (below: number) => Math.floor(chance() * below)
  const numbers = Array.from({ length: 40 }, () => {
    const text = `rk202${random(6)}0${random(10)}${random(3)}${random(10)}-${String(random(16) * 241).padStart(4, '0')}`
    const from = random(text.length)
    return text.slice(from, from + 1 + random(8))
  })
  const terms = [...numbers, '2000', '2020', '0', 'rk 2023', '-00 04', '2024 41', 'zz', '酱', 'ｒｋ２０２３']
  const odd = oddities.flatMap(text => [
    text,
    ...[[1, 4], [-3], [-5]].map(([from, to]) => [...text].slice(from, to).join('')),
  ])

  it.each([...new Set([...terms, ...odd])].filter(term => term.trim() !== ''))('%j', async q => {
    const expected = await naive(materialstorein, q)
    const { ids, total } = await everyPage(materialstorein, { q })
    expect(ids).toEqual(expected.slice(0, first))
    expect(total).toBe(Math.min(expected.length, 10_000))
  })

  it.each(['7', '79', '791', '7919', '79190', 'l7', 'zz', 'l 79'])('by the lot: %j', async q => {
    const expected = await naive(stockbalance, q, sql`true`, sql`"lotId" desc, id desc`)
    const { ids, total } = await everyPage(stockbalance, { q })
    expect(ids).toEqual(expected.slice(0, first))
    expect(total).toBe(expected.length)
  })

  it('under a filter of few rows and one of many', async () => {
    for (const [where, more] of [
      [{ field: 'quantity', op: 'eq', value: '3' }, sql`quantity = 3`],
      [{ field: 'id', op: 'le', value: 1010 }, sql`id <= 1010`],
    ] as const) {
      const expected = (await naive(stockbalance, '9', more)).toSorted((a, b) => a - b)
      const { ids } = await everyPage(stockbalance, { q: '9', where: [where] })
      expect(ids.toSorted((a, b) => a - b)).toEqual(expected)
    }
    const few = await everyPage(materialstorein, {
      q: '00',
      where: [{ field: 'docNo', op: 'startsWith', value: 'RK202302' }],
    })
    expect(few.ids).toEqual((await naive(materialstorein, '00', sql`"docNo" like 'RK202302%'`)).slice(0, first))
  })

  it('in another order, in an export and where a choice is offered', async () => {
    const query = { q: '20230', sort: [['docNo', 'asc']] as const }
    const expected = await naive(materialstorein, '20230', sql`true`, sql`"docNo", id`)
    expect((await everyPage(materialstorein, query)).ids).toEqual(expected.slice(0, first))
    const streamed = await plant.db.transaction().execute(async tx => {
      const ids: number[] = []
      for await (const rows of streamRows({ ...plant.ctx, tx }, materialstorein, query, ['docNo']))
        ids.push(...rows.map(({ id }) => id))
      return ids
    })
    expect(streamed).toEqual(expected)
    const [lot] = await options(plant.ctx, stocklot, { q: '7919000' })
    expect(lot?.value).toBe(1000 + 1000 * 97)
  })
})

describe('a search reads little of a long list', () => {
  /** Pages of the table that a search touches, as PostgreSQL counts them. */
  async function pagesRead(q: string): Promise<number> {
    const read = async (db: Database) => {
      const { rows } = await sql<{ pages: number }>`select pg_stat_clear_snapshot(),
        (heap_blks_read + heap_blks_hit)::integer as pages from pg_statio_user_tables
        where relname = 'materialstorein'`.execute(db)
      return rows[0]?.pages ?? 0
    }
    return plant.db.connection().execute(async db => {
      const flushed = async () => {
        await sql`select pg_stat_force_next_flush()`.execute(db)
        return read(db)
      }
      const before = await flushed()
      await list({ ...plant.ctx, tx: db }, materialstorein, { q })
      return (await flushed()) - before
    })
  }

  it.each([
    ['2000', 'digits whose pairs stand in every number'],
    ['20200', 'five of them'],
    ['2022', 'a year before the first'],
    ['酱', 'a character of none'],
  ])('for %s: %s', async q => {
    expect(await pagesRead(q)).toBeLessThan(60)
  })
})
