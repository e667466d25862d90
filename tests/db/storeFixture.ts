import { sql } from 'kysely'
import { entities, tables } from '#contract/index.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context, Database, Row } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase, withDatabase } from '../../server/db/connection/open.ts'
import { write } from '../../server/db/records/store.ts'
import { grantServer } from '../../server/db/schema/accounts.ts'
import { ddlOf } from '../../server/db/schema/catalog.ts'
import { catalogOf } from '../../server/db/schema/schema.ts'
import { createTestDatabase, prepareTemplate, type TestAccounts } from '../support/database.ts'

export const now = '2026-11-20T08:15:00.000Z'

/** Context outside any transaction: each query stands alone. */
export function contextFor(tx: Database, customerId: number, userId: number | null = null): Context {
  const place = { timeZone: 'Asia/Shanghai', now, today: '2026-11-20' }
  return { tx, customerId, userId, locale: 'zh-CN', grants: new Map(), ip: '127.0.0.1', ...place }
}

const makeTables = ({ connection, owner }: TestAccounts): Promise<void> =>
  withDatabase(owner, async db => {
    for (const part of catalogOf(tables()).values()) await sql.raw(ddlOf(part)).execute(db)
    await grantServer(db, connection.user)
  })

export interface Plant {
  readonly db: Database
  /** For a second server on the same database. */
  readonly connection: TestAccounts['connection']
  /** Organisation of the tests; rows of the other must stay hidden. */
  readonly ctx: Context
  readonly other: Context
  close(): Promise<void>
}

/** A database made of the definitions, with two organisations and nothing else. */
export async function openPlant(): Promise<Plant> {
  const database = await createTestDatabase({ template: await prepareTemplate('store_tables', makeTables) })
  const db = openDatabase(database.connection)
  const contact = {
    contactName: '王芳',
    phone: '13800000000',
    country: 'CN',
    address: '杭州',
    timeZone: 'Asia/Shanghai',
  }
  const add = (code: string): Promise<Row> =>
    write({ ...contextFor(db, 0), everyOrganisation: true }, entities.customer, {
      ...contact,
      code,
      name: `企业${code}`,
      defaultLang: 'zh-CN',
      status: 'ENABLED',
    })
  const [own, foreign] = [await add('A'), await add('B')]
  return {
    db,
    connection: database.connection,
    ctx: contextFor(db, own.id),
    other: contextFor(db, foreign.id),
    close: async () => {
      await closeDatabase(db)
      await database.drop()
    },
  }
}

export const unitOf = (code: string, more: Values = {}): Values => ({
  code,
  name: `单位${code}`,
  unitType: 'MASS',
  factorNumerator: 1,
  factorDenominator: 1,
  decimals: 4,
  sortNo: 0,
  status: 'ENABLED',
  ...more,
})

export const materialOf = (code: string, name: string, baseUnitId: number, more: Values = {}): Values => ({
  code,
  name,
  materialType: 'RAW',
  baseUnitId,
  isLotTracked: true,
  isInspected: true,
  status: 'ENABLED',
  ...more,
})

export const employeeOf = (jobNo: string, name: string, more: Values = {}): Values => ({
  jobNo,
  name,
  department: '仓储',
  postType: 'DIRECT',
  entryDate: '2024-02-29',
  status: 'ON_JOB',
  ...more,
})

export const supplyOf = (code: string, name: string, more: Values = {}): Values => ({
  code,
  name,
  supplierType: 'PRODUCER',
  contactName: '李',
  phone: '057188888888',
  country: 'CN',
  address: '宁波',
  approvalStatus: 'APPROVED',
  ...more,
})

export const lotOf = (lotNo: string, materialId: number, more: Values = {}): Values => ({
  lotNo,
  itemType: 'MATERIAL',
  materialId,
  produceDate: '2026-10-01',
  qualityStatus: 'RELEASED',
  onHandQty: '10.0000',
  ...more,
})

export const storageOf = (code: string, more: Values = {}): Values => ({
  code,
  name: `库位${code}`,
  locationType: 'STORAGE',
  isQuarantine: false,
  status: 'ENABLED',
  ...more,
})

export const receiptLineOf = (materialId: number, more: Values = {}): Values => ({
  materialId,
  supplierLotNo: 'S1',
  produceDate: '2026-10-01',
  packageQty: '2.00',
  appearanceCheck: 'PASS',
  labelCheck: 'PASS',
  packageCheck: 'PASS',
  ...more,
})

export const receiptOf = (lines: readonly Values[], more: Values = {}): Values => ({
  storeInType: 'OPENING',
  storeInDate: now,
  status: 'DRAFT',
  lines,
  ...more,
})

export async function addUser(ctx: Context, loginName: string, roleIds: readonly number[] = []): Promise<number> {
  const account = { loginName, password: 'hashed', customerId: ctx.customerId, status: 'ENABLED', roleIds }
  return (await write(ctx, entities.user, { ...account, name: `姓名${loginName}` })).id
}

/** What a refusal says: its name and its data. */
export async function refusalOf(work: Promise<unknown>): Promise<[name: string, data: unknown]> {
  try {
    await work
  } catch (error) {
    if (error instanceof Error && 'refusal' in error && 'data' in error) return [String(error.refusal), error.data]
    throw error
  }
  throw new Error('was not refused')
}
