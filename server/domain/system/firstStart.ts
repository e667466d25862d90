/** Initial content of an empty database: organisation, built-in role, administrator. */
import { sql } from 'kysely'
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { fits } from '#contract/schema/patterns.ts'
import { defaultCurrency } from '#contract/system/currency.ts'
import type { Context, Database, Row } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import * as store from '../../db/records/store.ts'
import { hashPassword, makePassword } from '../auth/passwords.ts'
import { changesOf, writeAudit } from '../basis/audit.ts'
import { dayIn } from '../basis/dates.ts'
import { defaultTimeZone } from '../settings/timeZone.ts'
import { syncMenu } from './menu.ts'
import { equipOrganisation } from './organisation.ts'

export const shippedOrganisation = {
  code: 'HX',
  name: '恒香调味品有限公司',
  shortName: '恒香',
  creditCode: '91370200MA3HX2K81Q',
  licenseNo: 'SC10337021200158',
  licenseExpireDate: '2030-12-31',
  legalPerson: '王恒',
  contactName: '李香',
  phone: '0532-86661234',
  country: 'CN',
  address: '山东省青岛市胶州市恒香路18号',
  timeZone: defaultTimeZone,
  currency: defaultCurrency,
  defaultLang: 'zh-CN',
  status: 'ENABLED',
}

export function serverContext(tx: Database, customerId: number): Context {
  const now = new Date().toISOString()
  const place = { timeZone: defaultTimeZone, today: dayIn(defaultTimeZone, now) }
  const everyOrganisation = true
  return { tx, customerId, now, ...place, userId: null, locale: 'zh-CN', grants: new Map(), everyOrganisation, ip: '' }
}

/** Direct inserts: hooks forbid built-in roles; still audited. */
async function audited(context: Context, entity: Entity, row: Row): Promise<void> {
  await writeAudit(context, entity.name, String(row.id), 'CREATE', changesOf(entity, null, row))
}

async function makeOrganisation(tx: Database, password: string): Promise<void> {
  const own = await store.write(serverContext(tx, 0), entities.customer, shippedOrganisation)
  const context = serverContext(tx, own.id)
  await equipOrganisation(context)
  await audited(context, entities.customer, own)
  const role = await store.write(context, entities.role, {
    code: 'administrator',
    name: '系统管理员',
    menuIds: [],
    dataScope: 'ALL',
    isSystem: true,
    status: 'ENABLED',
  })
  await audited(context, entities.role, role)
  const user = await store.write(context, entities.user, {
    loginName: 'admin',
    name: '系统管理员',
    password: await hashPassword(password),
    customerId: own.id,
    roleIds: [role.id],
    lang: 'zh-CN',
    phoneCodeRequired: false,
    status: 'ENABLED',
  })
  await audited(context, entities.user, user)
}

/** Upgrades every organisation to the equipment of a new one. */
async function equipAll(tx: Database): Promise<void> {
  const rows = await tx.selectFrom('customer').select('id').orderBy('id').execute()
  for (const { id } of rows) await equipOrganisation(serverContext(tx, id))
}

export interface FirstStart {
  readonly isNew: boolean
  /** Administrator password, present only when just generated. */
  readonly password: string | null
}

export async function firstStart(db: Database, wanted: string | undefined): Promise<FirstStart> {
  if (wanted && !fits('PASSWORD', wanted))
    throw new Error('ADMIN_PASSWORD must have 6 to 20 characters with a letter and a digit')
  return transact(db, async tx => {
    await sql`select pg_advisory_xact_lock(hashtext('first start'))`.execute(tx)
    const isNew = (await tx.selectFrom('user').select('id').limit(1).executeTakeFirst()) === undefined
    const password = isNew ? wanted || makePassword() : null
    if (password) await makeOrganisation(tx, password)
    else await equipAll(tx)
    await syncMenu(serverContext(tx, 0))
    return { isNew, password }
  })
}
