import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities, tables } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { settings } from '#contract/system/settings.ts'
import type { Database } from '../../server/db/connection/context.ts'
import { list } from '../../server/db/query/list.ts'
import { options } from '../../server/db/query/referenceOptions.ts'
import { searchOf } from '../../server/db/query/where.ts'
import { write } from '../../server/db/records/store.ts'
import { all } from '../../server/db/schema/columns.ts'
import { pinyinLetters, pinyinOf } from '../../server/db/schema/pinyin.ts'
import { pinyinColumns, refreshSearch } from '../../server/db/schema/search.ts'
import {
  employeeOf,
  lotOf,
  materialOf,
  openPlant,
  type Plant,
  receiptOf,
  storageOf,
  supplyOf,
  unitOf,
} from './storeFixture.ts'

let plant: Plant
let kg: number

const dealerOf = (code: string, name: string, more = {}) => ({
  ...{ code, name, dealerType: 'DISTRIBUTOR', contactName: '王', phone: '020-80000000', recallContactName: '王' },
  ...{ recallPhone: '020-80000000', region: '华东', address: '杭州', country: 'CN', pickPolicy: 'EXPIRING_FIRST' },
  ...{ status: 'ENABLED', ...more },
})

beforeAll(async () => {
  plant = await openPlant()
  const { ctx } = plant
  kg = (await write(ctx, entities.unit, unitOf('KG', { name: '千克' }))).id
  const add = (code: string, name: string, more = {}) => write(ctx, entities.material, materialOf(code, name, kg, more))
  await add('M001', '恒香生抽')
  await add('M002', '重庆小面调料', { nameEn: 'Noodle sauce' })
  await add('M003', '绿色大豆500g')
  await add('M004', 'Salt （海盐）')
  for (const key of Object.keys(settings)) await write(ctx, entities.setting, { key, value: null })
  await write(ctx, entities.dealer, dealerOf('D001', '长安商贸有限公司', { shortName: '长安' }))
})
afterAll(() => plant.close())

const codes = async (q: string, entity: Entity = entities.material) =>
  (await list(plant.ctx, entity, { q })).rows.map(row => row.code)

describe('a name is found', () => {
  it.each([
    ['hxsc', ['M001'], 'the first letters of its pinyin'],
    ['HXSC', ['M001'], 'the same in capitals'],
    ['xsc', ['M001'], 'those of its end'],
    ['hengxiang', ['M001'], 'its whole pinyin'],
    ['hengxsc', ['M001'], 'both mixed'],
    ['hexi', ['M001'], 'the beginnings of its syllables'],
    ["heng'xiang", ['M001'], 'syllables held apart'],
    ['engxiang', [], 'not from the middle of a syllable'],
    ['hsc', [], 'not with a character left out'],
    ['cqxm', ['M002'], 'the reading a character has in these words'],
    ['zqxm', ['M002'], 'another reading of it'],
    ['chongqing', ['M002'], 'its whole pinyin'],
    ['zhongqing', ['M002'], 'another whole pinyin'],
    ['lvse', ['M003'], 'ü as v'],
    ['luse', ['M003'], 'ü as u'],
    ['lüse', ['M003'], 'ü as it is'],
    ['生抽', ['M001'], 'two of its characters'],
    ['抽', ['M001'], 'one of its characters'],
    ['h', ['M001', 'M004'], 'one letter'],
    ['Ｍ００１', ['M001'], 'its code in full width'],
    ['５００Ｇ', ['M003'], 'digits in full width'],
    ['(海盐)', ['M004'], 'brackets in half width'],
    ['（海盐）', ['M004'], 'brackets as they were written'],
    ['SALT', ['M004'], 'capitals'],
    ['noodle', ['M002'], 'its English name'],
    ['m00 cq', ['M002'], 'its code and its pinyin together'],
    ['hxsc　m001', ['M001'], 'words with a wide space between them'],
    ['hxsc m002', [], 'not when one of the words is elsewhere'],
    ['gq', [], 'not by what the index keeps beside it'],
  ])('by %s: %j (%s)', async (q, expected) => {
    expect(await codes(q)).toEqual(expected)
  })

  it('also by its short name', async () => {
    expect(await codes('ca', entities.dealer)).toEqual(['D001'])
    expect(await codes('changan', entities.dealer)).toEqual(['D001'])
  })

  it('under its new name once it was renamed, and under none of the old', async () => {
    const { ctx } = plant
    const { id } = await write(ctx, entities.material, materialOf('R1', '老抽', kg, { nameEn: '陈年' }))
    await write(ctx, entities.material, { id, name: '蚝油' })
    expect(await codes('haoyou')).toEqual(['R1'])
    expect(await codes('laochou')).toEqual([])
    expect(await codes('chennian')).toEqual(['R1'])
    await write(ctx, entities.material, { id, status: 'DISABLED' })
    expect(await codes('haoy')).toEqual(['R1'])
  })

  it('where a choice is offered, by the same letters', async () => {
    const { ctx } = plant
    const labels = async (q: string) => (await options(ctx, entities.material, { q })).map(({ label }) => label)
    expect(await labels('hxsc')).toEqual(['M001 恒香生抽'])
    expect(await labels('zq')).toEqual(['M002 重庆小面调料'])
    expect(await labels('香生')).toEqual(['M001 恒香生抽'])
    expect(await labels('Ｍ００３')).toEqual(['M003 绿色大豆500g'])
    const { value } = (await options(ctx, entities.dealer, { q: 'casm' }))[0] ?? {}
    expect(value).toBeGreaterThan(0)
  })

  it.each([
    ['健康证', 'healthMode'],
    ['健康檢查證明', 'healthMode'],
    ['Health certificate', 'healthMode'],
    ['jkz', 'healthMode'],
    ['healthm', 'healthMode'],
    ['须在几小时内', 'accidentReportHours'],
  ])('by the words shown for its key: %j', async (q, key) => {
    const { ctx } = plant
    const rows = await list(ctx, entities.setting, { q })
    expect(rows.rows.map(row => row.key)).toEqual([key])
  })

  it('though it was written by SQL alone, once the search was refreshed', async () => {
    const { ctx } = plant
    await sql`insert into brand ("customerId", code, name, status) values
      (${ctx.customerId}, 'B1', '千禾', 'ENABLED'), (${ctx.customerId}, 'B2', 'Plain', 'ENABLED')`.execute(ctx.tx)
    expect(await codes('千禾', entities.brand)).toEqual(['B1'])
    expect(await codes('qianhe', entities.brand)).toEqual([])
    await refreshSearch(ctx.tx)
    expect(await codes('qianhe', entities.brand)).toEqual(['B1'])
    const left = await sql`select from brand where pinyin is null`.execute(ctx.tx)
    expect(left.rows).toEqual([])
  })
})

describe('what goes by the name of another', () => {
  it('is found by that name', async () => {
    const { ctx } = plant
    const material = (await write(ctx, entities.material, materialOf('Z1', '找批次', kg))).id
    const lot = await write(ctx, entities.stocklot, lotOf('LOT-77', material))
    const location = await write(ctx, entities.stocklocation, storageOf('S9'))
    await write(ctx, entities.stockbalance, { lotId: lot.id, locationId: location.id, quantity: '1.0000' })
    expect((await list(ctx, entities.stockbalance, { q: 'ｌｏｔ-77' })).rows).toMatchObject([{ lotId: lot.id }])
    expect((await list(ctx, entities.stockbalance, { q: 'lot-78' })).total).toBe(0)
  })
})

it('pinyin is kept where people give names, and not for documents', () => {
  expect(pinyinColumns(entities.material)).toEqual(['name', 'code', 'nameEn', 'insNo'])
  expect(pinyinColumns(entities.dealer)).toEqual(['name', 'code', 'shortName'])
  for (const document of [entities.materialstorein, entities.stockledger, entities.stocklot, entities.stockbalance])
    expect(pinyinColumns(document)).toEqual([])
  expect(pinyinOf('MG-01 500mL')).toBe('')
  expect(pinyinLetters('酱')).toBeUndefined()
  expect(pinyinLetters('m001')).toBeUndefined()
})

describe('the index', () => {
  const many = 20_000

  beforeAll(async () => {
    const { ctx } = plant
    await sql`insert into supply ("customerId", code, name, "supplierType", "contactName", phone, country, address,
        "approvalStatus")
      select ${ctx.customerId}, 'BS' || n, '供应商' || n || '号', 'PRODUCER', '人', '1', 'CN', '区', 'APPROVED'
      from generate_series(1, ${many}) n`.execute(ctx.tx)
    await sql`insert into materialstorein ("customerId", "docNo", "storeInDate", "storeInType", status)
      select ${ctx.customerId}, 'MI' || n, now(), 'OPENING', 'SUBMITTED' from generate_series(1, ${many}) n`.execute(
      ctx.tx,
    )
    await refreshSearch(ctx.tx)
    await write(ctx, entities.supply, supplyOf('S1', '恒香酿造'))
    await write(ctx, entities.materialstorein, receiptOf([], { docNo: 'ZX-1', status: 'DRAFT' }))
    await sql`vacuum analyze supply`.execute(ctx.tx)
    await sql`vacuum analyze materialstorein`.execute(ctx.tx)
  })

  async function planOf(db: Database, entity: Entity, q: string): Promise<string> {
    const found = sql`select id from ${sql.table(entity.name)} where ${all(await searchOf(plant.ctx, entity, q))}`
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${found}`.execute(db)
    return rows.map(row => row['QUERY PLAN']).join('\n')
  }

  it.each([
    [entities.supply, '恒香', 'supply_search_idx'],
    [entities.supply, 'hxnz', 'supply_search_idx'],
    [entities.supply, '酿', 'supply_search_idx'],
    [entities.materialstorein, 'zx', 'materialstorein_search_idx'],
    [entities.materialstorein, 'z', 'materialstorein_search_idx'],
  ] as const)('serves $0.name searched for $1', async (entity, q, index) => {
    const plan = await planOf(plant.db, entity, q)
    expect(plan).toMatch(new RegExp(`Bitmap Index Scan on "?${index}`))
    const found = await list(plant.ctx, entity, { q })
    expect(found.total).toBe(1)
  })

  it('does not count all that a single letter finds', async () => {
    const found = await list(plant.ctx, entities.materialstorein, { q: 'm' })
    expect(found).toMatchObject({ total: 10_000, more: true })
    expect(found.rows).toHaveLength(50)
    expect(await list(plant.ctx, entities.materialstorein, {})).toMatchObject({ total: many + 1 })
    expect(await list(plant.ctx, entities.materialstorein, {})).not.toHaveProperty('more')
  })

  it('is beside the large total of a list, which follows what is written within seconds', async () => {
    const total = async () => (await list(plant.ctx, entities.materialstorein, { size: 1 })).total
    const before = await total()
    await write(plant.ctx, entities.materialstorein, receiptOf([], { docNo: 'ZY-2', status: 'DRAFT' }))
    await expect.poll(total, { timeout: 90_000, interval: 100 }).toBe(before + 1)
    const within = await plant.db.transaction().execute(tx => list({ ...plant.ctx, tx }, entities.materialstorein, {}))
    expect(within.total).toBe(before + 1)
  })
})

it('every list and every choice can be searched for one letter, one character and pinyin', async () => {
  await write(plant.ctx, entities.employee, employeeOf('E1', '甲'))
  for (const { entity } of tables()) {
    for (const q of ['z', '豆', 'cq 1', 'Ａ']) {
      expect((await list(plant.ctx, entity, { q, size: 1 })).rows.length).toBeLessThanOrEqual(1)
      await options(plant.ctx, entity, { q })
    }
  }
})
