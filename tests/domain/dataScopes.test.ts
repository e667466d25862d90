/** Data scopes on every entity: GROUP and SELF limit reads, counts, exports and writes. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { type Entity, hasHistory, hasPage } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { transact } from '../../server/db/connection/open.ts'
import { isNarrowed } from '../../server/db/schema/columns.ts'
import { withPlant } from '../support/plantServer.ts'
import { readyRows } from '../support/readyRows.ts'
import { adminPassword } from '../support/server.ts'

const at = withPlant()
const ready = readyRows(at)
const made = new Map<string, number>()
const idOf = (entity: string): number => made.get(entity) ?? ready.idOf(entity) ?? 0

const withPage = Object.values<Entity>(entities).filter(hasPage)

interface Person {
  readonly id: number
  readonly token: string
}
/** One person alone, two of one group, one of a group with isolated members. */
let alone: Person
let mate: Person
let colleague: Person
let apart: Person
let writer: number

const post = (path: string, sent: unknown, { token }: { readonly token: string }) =>
  at.server.call('POST', path, sent, token)
const get = (path: string, sent: unknown, { token }: { readonly token: string }) =>
  at.server.call('GET', path, sent, token)
async function stored(path: string, sent: Values): Promise<number> {
  const { status, data } = await post(path, sent, at)
  expect(status, JSON.stringify(data)).toBe(0)
  return data.id
}

beforeAll(async () => {
  await ready.prepare()
  for (const entity of withPage) {
    const { name, operations, seeded } = entity
    if (isNarrowed(entity, { writtenBy: 'SELF' }) && !idOf(name) && operations.includes('save') && !seeded)
      made.set(name, await stored(`template/save/${name}`, await ready.newRow(entity)))
  }
  const menuIds = (await at.rows(sql<Values>`select id from menu`)).map(({ id }) => id)
  const [{ customerId }] = (await at.rows(sql<Values>`select "customerId" from "user" limit 1`)) as [Values]
  const roles = new Map<string, number>()
  for (const dataScope of ['SELF', 'GROUP'])
    roles.set(
      dataScope,
      await stored('SystemSetting/RoleSave', { code: dataScope, name: dataScope, menuIds, dataScope }),
    )
  const shared = await stored('template/save/group', { code: 'G1', name: 'g1', groupType: 'TEAM', dataScope: 'GROUP' })
  const split = await stored('template/save/group', { code: 'G2', name: 'g2', groupType: 'TEAM', dataScope: 'SELF' })
  const person = async (loginName: string, dataScope: string, groupIds: readonly number[]): Promise<Person> => {
    const row = { loginName, name: loginName, password: adminPassword, customerId, groupIds }
    const id = await stored('User/UserSave', { ...row, roleIds: [roles.get(dataScope)] })
    await at.rows(sql<Values>`update "user" set "mustChangePassword" = false where id = ${id}`)
    return { id, token: await at.server.signIn(loginName) }
  }
  writer = Number((await at.rows(sql<Values>`select id from "user" where "loginName" = 'admin'`))[0]?.id)
  alone = await person('alone', 'SELF', [shared])
  mate = await person('mate', 'GROUP', [shared, split])
  colleague = await person('colleague', 'GROUP', [shared])
  apart = await person('apart', 'GROUP', [split])
})

/** Author of all rows set past the tables' triggers: no API changes it. */
async function writtenBy(entity: Entity, author: number): Promise<void> {
  const sources = entity.view ? ['productstorein', 'productstoreout', 'productsaleout'] : [entity.name]
  await transact(at.server.owner, async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const table of sources) await sql`update ${sql.table(table)} set "createdBy" = ${author}`.execute(tx)
  })
}

const narrowed = withPage.filter(entity => entity.name !== 'user' && isNarrowed(entity, { writtenBy: 'SELF' }))
const shared = withPage.filter(({ global }) => !global).filter(entity => !narrowed.includes(entity))

/** How many rows each way of reading shows a person. */
async function seen(entity: Entity, person: Person): Promise<Values> {
  const { name, operations, calls = {} } = entity
  const list = (await post(`template/list/${name}`, {}, person)).data
  const file = await post(`template/export/${name}`, { format: 'csv' }, person)
  const id = idOf(name)
  const load = operations.includes('load') ? (await get(`template/edit/${name}`, { id }, person)).status === 0 : null
  const named = calls.load?.includes('/') ? (await get(calls.load, { id }, person)).status === 0 : load
  const history = hasHistory(entity) ? (await get(`template/history/${name}`, { id }, person)).status === 0 : null
  const options = await get(`template/options/${name}`, { ids: String(id) }, person)
  const found = await post(`template/list/${name}`, { where: [{ field: 'id', op: 'eq', value: id }] }, person)
  return {
    ...{ rows: list.rows.length > 0, total: list.total > 0, load, named, history },
    ...{ options: options.data.length > 0, found: entity.view ? null : found.data.rows.length > 0 },
    export: new TextDecoder().decode(file.data).trim().split('\n').length > 1,
  }
}

const every = (entity: Entity, value: boolean): Values => {
  const has = entity.operations.includes('load')
  const found = entity.view ? null : value
  const options = entity.view ? expect.anything() : value
  const whole = growing.has(entity.name) ? expect.any(Boolean) : value
  return {
    ...{ rows: whole, total: whole, export: whole, options, found },
    ...{ load: has ? value : null, named: has ? value : null },
    history: hasHistory(entity) ? value : null,
  }
}

/** Statuses of each way of changing the ready row. */
async function changing(entity: Entity, person: Person): Promise<readonly number[]> {
  const { name, operations, actions } = entity
  const id = idOf(name)
  const parts = async (path: string) => {
    const { status, data } = await post(path, { ids: [id] }, person)
    return data?.rows?.[0]?.status ?? status
  }
  const statuses: number[] = []
  if (operations.includes('save')) {
    const row = { id, rowVersion: 1 }
    statuses.push((await post(`template/save/${name}`, row, person)).status)
    const many = await post(`template/save/${name}`, { rows: [row] }, person)
    statuses.push(many.data?.rows?.[0]?.status ?? many.status)
  }
  if (operations.includes('remove')) statuses.push(await parts(`template/delete/${name}`))
  for (const action of Object.keys(actions)) statuses.push(await parts(`template/${action}/${name}`))
  return statuses
}

/** Every operation refused, by record or by an earlier field check. */
async function unchanged(entity: Entity, person: Person): Promise<void> {
  const row = sql<Values>`select * from ${sql.table(entity.name)} where id = ${idOf(entity.name)}`
  const before = await at.rows(row)
  for (const status of await changing(entity, person)) expect([1005, 1001]).toContain(status)
  expect(await at.rows(row)).toEqual(before)
}

/** Lists that grow by the reader's own requests. */
const growing = new Set(['auditlog', 'userlogin'])

describe.each(narrowed.map(entity => [entity.name, entity] as const))('%s', (_, entity) => {
  test('of another is neither read nor counted nor changed', async () => {
    await writtenBy(entity, writer)
    for (const person of [alone, mate]) {
      expect(await seen(entity, person)).toEqual(every(entity, false))
      await unchanged(entity, person)
    }
  })

  test('of a group is its members’ and nobody else’s', async () => {
    await writtenBy(entity, colleague.id)
    expect(await seen(entity, mate)).toEqual(every(entity, true))
    expect(await seen(entity, alone)).toEqual(every(entity, false))
    expect(await seen(entity, apart)).toEqual(every(entity, false))
    await writtenBy(entity, apart.id)
    expect(await seen(entity, mate)).toEqual(every(entity, false))
  })

  test('of one’s own is one’s own', async () => {
    await writtenBy(entity, alone.id)
    expect(await seen(entity, alone)).toEqual(every(entity, true))
    await unchanged(entity, apart)
  })
})

describe.each(shared.map(entity => [entity.name, entity] as const))('%s', (_, entity) => {
  test('is read by all, and changed by who entered it', async () => {
    await writtenBy(entity, writer)
    for (const person of [alone, mate]) {
      expect(await seen(entity, person)).toMatchObject(idOf(entity.name) > 0 ? { rows: true } : {})
      if (idOf(entity.name) > 0) for (const status of await changing(entity, person)) expect(status).toBe(1022)
    }
  })
})

test('accounts are read and changed by their person and the group', async () => {
  const ids = async (person: Person) =>
    new Set((await post('template/list/user', {}, person)).data.rows.map((row: Values) => row.id))
  expect(await ids(alone)).toEqual(new Set([alone.id]))
  expect(await ids(mate)).toEqual(new Set([mate.id, colleague.id, alone.id]))
  expect((await get('template/options/user', { q: 'admin' }, mate)).data).toEqual([])
  expect(await post('User/UserSave', { id: writer, name: 'x' }, mate)).toMatchObject({ status: 1005 })
})

test('a trace says that it needs the whole organisation', async () => {
  for (const path of ['ReviewAsc', 'ReviewDesc', 'ReviewAscDataExport', 'ReviewDescDataExport'])
    expect(await post(`SafetyReview/${path}`, {}, alone)).toMatchObject({ status: 1023 })
})

test('the counters of the home page count what their lists show', async () => {
  const { data } = await post('Home/GetSysInfo', {}, alone)
  expect(data.counters.length).toBeGreaterThan(5)
  for (const { entity, where, count } of data.counters)
    expect((await post(`template/list/${entity}`, { where }, alone)).data.total, entity).toBe(count)
})

test('references name only what is within the scope', async () => {
  await writtenBy(entities.produceplan, writer)
  const sent = { producePlanId: idOf('produceplan') }
  expect(await post('template/prepare/getmaterialrecord', sent, alone)).toMatchObject({
    status: 1001,
    data: { producePlanId: 'missing' },
  })
  expect((await post('template/save/getmaterialrecord', sent, alone)).data).toMatchObject({ producePlanId: 'missing' })
})

describe('what all organisations share', () => {
  test('is written, published, withdrawn and removed by who reaches them all', async () => {
    const local = {
      token: await at.server.signInWith([
        'version',
        'version.add',
        'version.edit',
        'version.delete',
        'version.publish',
      ]),
    }
    const row = { platform: 'WEB', versionNo: '1', versionCode: 1, releaseNotes: 'n' }
    expect(await post('SystemSetting/VersionSave', row, local)).toMatchObject({ status: 1002 })
    const id = await stored('SystemSetting/VersionSave', row)
    expect(await post('SystemSetting/VersionSave', { id, versionNo: '2' }, local)).toMatchObject({ status: 1002 })
    for (const action of ['publish', 'withdraw', 'delete'])
      expect((await post(`template/${action}/version`, { ids: [id] }, local)).data.rows[0].status).toBe(1002)
  })
})
