import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities, tables } from '#contract/index.ts'
import { defineEntity, type Entity } from '#contract/schema/entity.ts'
import { enumeration, text } from '#contract/schema/field.ts'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import type { RecordTables } from '../../server/db/connection/tables.ts'
import { difference, fileOf } from '../../server/db/schema/difference.ts'
import { indexesOf, uniqueIndexesOf } from '../../server/db/schema/indexes.ts'
import { introspect } from '../../server/db/schema/introspect.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { catalogOf, type Table } from '../../server/db/schema/schema.ts'
import { searchColumns } from '../../server/db/schema/search.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const made: TestDatabase[] = []
const opened: Database[] = []

async function emptyDatabase(): Promise<Database> {
  const database = await createTestDatabase()
  const db = openDatabase(database.owner)
  made.push(database)
  opened.push(db)
  return db
}

/** A database made of definitions alone. */
async function definedDatabase(definitions: readonly Table[]): Promise<Database> {
  const db = await emptyDatabase()
  const wanted = catalogOf(definitions)
  await sql.raw(fileOf(difference(new Map(), wanted, wanted).statements)).execute(db)
  return db
}

/** The definitions with one of them changed. */
function changed(entity: Entity): Table[] {
  return tables().map(table => (table.entity.name === entity.name ? { ...table, entity } : table))
}

async function insert(table: string, row: Record<string, unknown>): Promise<number> {
  const answer = await db
    .insertInto(table as keyof RecordTables)
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(answer.id)
}

let db: Database
let organisation: number
let organisations = 0

const newOrganisation = () => {
  organisations += 1
  const row = { code: `C${organisations}`, name: `Plant ${organisations}`, contactName: 'Li', phone: '1', address: 'A' }
  return insert('customer', { ...row, country: 'CN', timeZone: 'UTC', defaultLang: 'zh-CN', status: 'ENABLED' })
}
const newBrand = (row: Record<string, unknown>) =>
  insert('brand', { customerId: organisation, status: 'ENABLED', name: String(row.code), ...row })

beforeAll(async () => {
  db = await emptyDatabase()
  await migrate(db)
  organisation = await newOrganisation()
})

afterAll(async () => {
  await Promise.all(opened.map(closeDatabase))
  await Promise.all(made.map(database => database.drop()))
})

test('the migrations lead to what the definitions say (if not: npm run migration -- name)', async () => {
  const defined = await introspect(await definedDatabase(tables()))
  const left = difference(await introspect(db), defined, catalogOf(tables()))
  expect(left).toEqual({ statements: [], warnings: [] })
})

test('the database has every part of the catalog and no other', async () => {
  expect([...(await introspect(db)).keys()].sort()).toEqual([...catalogOf(tables()).keys()].sort())
})

test('a changed definition is reached from a database with rows, and what is lost is said', async () => {
  const old = await definedDatabase(tables())
  const customer = sql`insert into customer (code, name, "contactName", phone, address, country, "timeZone",
    "defaultLang", status) values ('C', 'N', 'L', '1', 'A', 'CN', 'UTC', 'zh-CN', 'ENABLED') returning id`
  await sql`with c as (${customer}) insert into brand ("customerId", code, name, status) select id, 'B', 'N', 'ENABLED' from c`.execute(
    old,
  )
  const rank = { name: 'Rank', options: { HIGH: '高', LOW: '低' } }
  const { nameEn: _dropped, ...kept } = entities.brand.fields
  const brand: Entity = {
    ...entities.brand,
    fields: {
      ...kept,
      remark: text('备注', { required: true }),
      rank: enumeration('级', rank, { required: true, default: 'LOW' }),
    },
    constraints: { shortCode: 'length(code) < 10' },
  }
  const shop = defineEntity({ name: 'shop', area: 'sale', label: '店', fields: { name: text('名', { unique: true }) } })
  const wanted = [...changed(brand).filter(({ entity }) => entity.name !== 'loginfailure'), { entity: shop }]
  const defined = await introspect(await definedDatabase(wanted))
  const { statements, warnings } = difference(await introspect(old), defined, catalogOf(wanted))
  expect(warnings).toEqual([
    '"brand"."nameEn" is dropped with its values; was it renamed?',
    '"loginfailure" is dropped with its rows.',
    '"brand"."remark" becomes required: this fails where it is empty. Fill it first.',
  ])
  await sql`update brand set remark = ''`.execute(old)
  await sql.raw(fileOf(statements)).execute(old)
  expect(difference(await introspect(old), defined, catalogOf(wanted)).statements).toEqual([])
  expect((await sql`select rank from brand`.execute(old)).rows).toEqual([{ rank: 'LOW' }])
})

test('two definitions of one name are a mistake', () => {
  expect(() => catalogOf([...tables(), { entity: entities.brand }])).toThrow('table brand')
})

test('every column that refers to a row can be looked up by it', () => {
  const catalog = [...catalogOf(tables()).values()]
  const firsts = catalog.flatMap(part =>
    part.kind === 'index' || (part.kind === 'constraint' && part.definition.startsWith('primary'))
      ? [`${part.table}.${/\("(\w+)"/.exec(part.definition)?.[1]}`]
      : [],
  )
  const referring = catalog.flatMap(part => {
    const column = part.kind === 'foreignKey' && /\("(\w+)"/.exec(part.definition)?.[1]
    return column && !['createdBy', 'updatedBy'].includes(column) ? [`${part.table}.${column}`] : []
  })
  expect(referring.filter(place => !firsts.includes(place))).toEqual([])
})

test.for(tables().filter(({ entity }) => entity.appendOnly))(
  'rows of $entity.name are added and never changed, deleted or emptied out',
  async ({ entity: { name } }) => {
    const table = sql.table(name)
    const refused = /only ever added/
    await expect(sql`update ${table} set "rowVersion" = 2`.execute(db)).rejects.toThrow(refused)
    await expect(sql`delete from ${table}`.execute(db)).rejects.toThrow(refused)
    await expect(sql`truncate ${table} cascade`.execute(db)).rejects.toThrow(refused)
  },
)

test('a lot never holds less than nothing', async () => {
  const own = { customerId: organisation, status: 'ENABLED' }
  const factor = { factorNumerator: 1, factorDenominator: 1, decimals: 3, unitType: 'MASS' }
  const unit = await insert('unit', { ...own, ...factor, code: 'kg', name: '千克' })
  const flags = { isLotTracked: true, isInspected: true, materialType: 'RAW' }
  const materialId = await insert('material', { ...own, ...flags, code: 'M', name: '芒果', baseUnitId: unit })
  const lot = { customerId: organisation, itemType: 'MATERIAL', materialId, produceDate: '2026-01-01' }
  await insert('stocklot', { ...lot, lotNo: 'L1', onHandQty: '0' })
  await expect(insert('stocklot', { ...lot, lotNo: 'L2', onHandQty: '-0.0001' })).rejects.toThrow('stocklot_onHand')
  await expect(db.updateTable('stocklot').set({ onHandQty: sql`"onHandQty" - 0.0001` }).execute()).rejects.toThrow(
    'stocklot_onHand',
  )
  // the product of both is empty, and empty counts as equal
  await expect(insert('stocklot', { ...lot, lotNo: 'L1', onHandQty: '1' })).rejects.toThrow('stocklot_materialId')
})

test('a sale is to a dealer', async () => {
  const row = {
    customerId: organisation,
    bizTime: new Date(),
    postedAt: new Date(),
    moveType: 'SAL',
    lotId: 1,
    unitId: 1,
  }
  const sale = { ...row, fromLocationId: 1, toLocationId: 2, quantity: '1', docType: 'productsaleout', docNo: 'S1' }
  await expect(insert('stockledger', sale)).rejects.toThrow('stockledger_soldToDealer')
})

test('a code is unique in its organisation, as long as its row is not deleted', async () => {
  const first = await newBrand({ code: 'UNIQUE' })
  await newBrand({ code: 'UNIQUE', customerId: await newOrganisation() })
  await expect(newBrand({ code: 'UNIQUE' })).rejects.toThrow('brand_code_key')
  await db.updateTable('brand').set({ isDeleted: true }).where('id', '=', first).execute()
  await newBrand({ code: 'UNIQUE' })
})

test('a login name is taken however it is typed', async () => {
  const row = { name: 'Li', customerId: organisation, status: 'ENABLED' }
  await insert('user', { ...row, loginName: 'Li.Wei' })
  await expect(insert('user', { ...row, loginName: 'li.wei' })).rejects.toThrow('user_loginName_key')
})

test('codes outside an enumeration are refused, one or several', async () => {
  await expect(newBrand({ code: 'E1', status: 'GONE' })).rejects.toThrow('brand_status_check')
  const constraint = catalogOf(tables()).get('constraint product.product_allergens_check')
  expect(constraint).toMatchObject({ definition: expect.stringMatching(/^check \("allergens" <@ array\['GLUTEN', /) })
})

test('what is required must be there, but for drafts of documents', async () => {
  await expect(newBrand({ code: null, name: 'nameless' })).rejects.toThrow('not-null')
  await insert('materialstorein', { customerId: organisation, status: 'DRAFT' })
})

test('a line goes with its document, and a record in use stays', async () => {
  const storeIn = await insert('materialstorein', { customerId: organisation, status: 'DRAFT' })
  await insert('materialstoreinline', { parentId: storeIn, lineNo: 1 })
  await db.deleteFrom('materialstorein').where('id', '=', storeIn).execute()
  expect(await db.selectFrom('materialstoreinline').select('id').where('parentId', '=', storeIn).execute()).toEqual([])
  await newBrand({ code: 'USER' })
  await expect(db.deleteFrom('customer').where('id', '=', organisation).execute()).rejects.toThrow('_customerId_fkey')
})

test('only text that is stored is searched', () => {
  expect(searchColumns(entities.brand)).toEqual(['name', 'code'])
  expect(searchColumns(entities.stockbalance)).toEqual([])
  expect(searchColumns(entities.stockledger)).toEqual(['docNo'])
})

test('a unique index says which field is at fault, and names stay within what PostgreSQL keeps', () => {
  expect(uniqueIndexesOf(entities.productspec)).toMatchObject([
    { name: 'productspec_productId_specCode_key', at: 'specCode', columns: ['productId', 'specCode'] },
    { name: 'productspec_barcode_key', at: 'barcode', columns: ['customerId', 'barcode'] },
  ])
  const long = 'aVeryLongFieldNameThatNobodyWouldWriteExceptInATestOfLongNames'
  const fields = { [`${long}1`]: text('一', { unique: true }), [`${long}2`]: text('二', { unique: true }) }
  const names = indexesOf(defineEntity({ name: 'long', area: 'other', label: '长', fields }), []).map(
    ({ name }) => name,
  )
  expect(new Set(names).size).toBe(names.length)
  expect(names.every(name => name.length <= 63)).toBe(true)
})
