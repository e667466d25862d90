/** Isolation of two organisations, although users and organisations are global tables. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { withPlant } from '../support/plantServer.ts'
import { adminPassword, ownPassword } from '../support/server.ts'

const shared = withPlant()
let own: number
let other: number
let stranger: number
/** Administers users, roles and organisations, of his own organisation only. */
let local: string

const organisation = (code: string): Values => ({
  ...{ code, name: `企业${code}`, contactName: '张三', phone: '12345', address: '某地', country: 'CN' },
  ...{ timeZone: 'Asia/Taipei', defaultLang: 'zh-TW', status: 'ENABLED' },
})
const admin = (path: string, sent: Values) => shared.server.call('POST', path, sent, shared.token)
const asLocal = (path: string, sent: Values) => shared.server.call('POST', path, sent, local)
const person = (loginName: string, customerId: number, roleIds: readonly number[]): Values => ({
  ...{ loginName, name: loginName, password: adminPassword, customerId, roleIds },
})

beforeAll(async () => {
  const grants = ['user', 'role', 'customer'].flatMap(page => [
    page,
    ...['add', 'edit', 'delete'].map(each => `${page}.${each}`),
  ])
  local = await shared.server.signInWith(grants)
  own = (await shared.server.call('POST', 'template/list/user', {}, local)).data.rows[0].customerId
  other = (await admin('SystemSetting/CustomerSave', organisation('B'))).data.id
  const role = (await admin('template/list/role', { where: [{ field: 'code', op: 'eq', value: 'R1' }] })).data.rows[0]
    .id
  stranger = (await admin('User/UserSave', person('stranger', other, [role]))).data.id
})

describe('an administrator of one organisation', () => {
  test('lists, loads and is offered only its users and itself', async () => {
    const users = await asLocal('template/list/user', {})
    expect(new Set(users.data.rows.map((row: Values) => row.customerId))).toEqual(new Set([own]))
    expect(users.data.total).toBe(users.data.rows.length)
    expect((await asLocal('template/list/customer', {})).data.rows.map((row: Values) => row.id)).toEqual([own])
    for (const path of [`template/edit/user?id=${stranger}`, `User/UserGet?id=${stranger}`])
      expect(await shared.server.call('GET', path, {}, local)).toMatchObject({ status: 1005 })
    const offered = await shared.server.call('GET', 'SystemSetting/CustomerKeyValueList', {}, local)
    expect(offered.data.map((option: Values) => option.value)).toEqual([own])
    expect((await shared.server.call('GET', 'template/options/user', { q: 'stranger' }, local)).data).toEqual([])
  })

  test('neither changes nor removes users of another, nor makes or moves any there', async () => {
    expect(await asLocal('User/UserSave', { id: stranger, name: 'x' })).toMatchObject({ status: 1005 })
    expect((await asLocal('template/delete/user', { ids: [stranger] })).data.rows[0].status).toBe(1005)
    const made = await asLocal('User/UserSave', person('spy', other, [2]))
    expect(made).toMatchObject({ status: 1001, data: { customerId: 'missing' } })
    const [me] = (await asLocal('template/list/user', { where: [{ field: 'loginName', op: 'eq', value: 'user1' }] }))
      .data.rows
    expect(await asLocal('User/UserSave', { id: me.id, customerId: other })).toMatchObject({ status: 1001 })
  })

  test('makes no organisation and leaves the others alone', async () => {
    expect(await asLocal('SystemSetting/CustomerSave', organisation('C'))).toMatchObject({ status: 1002 })
    expect(await asLocal('SystemSetting/CustomerSave', { id: other, name: 'x' })).toMatchObject({ status: 1005 })
    expect(await asLocal('SystemSetting/CustomerSave', { id: own, shortName: '恒' })).toMatchObject({ status: 0 })
  })

  test('gives nobody the reach he lacks', async () => {
    const [{ id: menu }] = (await admin('template/list/menu', { size: 1 })).data.rows
    const wide = { code: 'WIDE', name: 'wide', menuIds: [menu], dataScope: 'ALL' }
    expect(await asLocal('SystemSetting/RoleSave', wide)).toMatchObject({ status: 1013 })
    const role = (await admin('SystemSetting/RoleSave', wide)).data
    expect(await asLocal('User/UserSave', person('wide', own, [role.id]))).toMatchObject({ status: 1013 })
    expect(await asLocal('SystemSetting/RoleSave', { id: role.id, dataScope: 'SELF' })).toMatchObject({ status: 1013 })
    const narrow = (await asLocal('SystemSetting/RoleSave', { ...wide, code: 'N', name: 'n', dataScope: 'SELF' })).data
    expect(await asLocal('SystemSetting/RoleSave', { id: narrow.id, dataScope: 'ALL' })).toMatchObject({ status: 1013 })
    expect(await admin('SystemSetting/RoleSave', { id: 1, dataScope: 'SELF' })).toMatchObject({ status: 1012 })
  })
})

test('the one menu of all is arranged only by whoever reaches all', async () => {
  const arranger = await shared.server.signInWith(['menu', 'menu.add', 'menu.edit', 'menu.delete'])
  const group = { parentID: 0, name: 'own', title: '自建', type: 'TEXT', hidden: false }
  expect(await shared.server.call('POST', 'SystemSetting/Menusave', group, arranger)).toMatchObject({ status: 1002 })
  const made = await admin('SystemSetting/Menusave', group)
  expect(made.status).toBe(0)
  const removed = await shared.server.call('POST', 'template/delete/menu', { ids: [made.data.id] }, arranger)
  expect(removed.data.rows[0]).toMatchObject({ status: 1002 })
})

test('whoever reaches all organisations sees and keeps the users of each', async () => {
  const users = (await admin('template/list/user', {})).data.rows
  expect(new Set(users.map((row: Values) => row.customerId))).toEqual(new Set([own, other]))
  expect(await admin('User/UserSave', { id: stranger, remark: 'x' })).toMatchObject({ status: 0 })
})

test('an organisation comes with the places of the ledger, in a zone that days can be reckoned in', async () => {
  const places = await sql`select 1 from stocklocation where "customerId" = ${other}`.execute(shared.server.db)
  expect(places.rows).toHaveLength(8)
  for (const timeZone of ['Mars/Olympus', "x'y", 'UTC+8'])
    expect(await admin('SystemSetting/CustomerSave', { id: own, timeZone })).toMatchObject({
      status: 1001,
      data: { timeZone: 'option' },
    })
  // The platform lists this one as Asia/Calcutta.
  for (const timeZone of ['Asia/Kolkata', 'Asia/Shanghai'])
    expect(await admin('SystemSetting/CustomerSave', { id: own, timeZone })).toMatchObject({ status: 0 })
})

test('every answer names the currency of the organisation', async () => {
  const answered = async () => {
    const { headers } = await fetch(`${shared.server.url}/template/list/unit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shared.token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    return [headers.get('timezone'), headers.get('currency')]
  }
  expect(await answered()).toEqual(['Asia/Shanghai', 'CNY'])
  expect(await admin('SystemSetting/CustomerSave', { id: own, currency: 'TWD' })).toMatchObject({ status: 0 })
  expect(await answered()).toEqual(['Asia/Shanghai', 'TWD'])
  expect(await admin('SystemSetting/CustomerSave', { id: own, currency: 'ABC' })).toMatchObject({
    status: 1001,
    data: { currency: 'option' },
  })
  expect(await admin('SystemSetting/CustomerSave', { id: own, currency: null })).toMatchObject({ status: 0 })
  expect(await answered()).toEqual(['Asia/Shanghai', 'CNY'])
})

test('a role that names a menu entry which goes at this moment is refused by the field', async () => {
  const group = { parentID: 0, name: 'going', title: '将去', type: 'TEXT', hidden: false }
  const { id } = (await admin('SystemSetting/Menusave', group)).data
  let saved: ReturnType<typeof admin> | undefined
  await shared.server.db.transaction().execute(async tx => {
    await sql`delete from "role_menuIds" where "targetId" = ${id}`.execute(tx)
    await sql`delete from "menu" where id = ${id}`.execute(tx)
    saved = admin('SystemSetting/RoleSave', { code: 'GOING', name: 'going', menuIds: [id] })
    // It has seen the entry, and waits for what becomes of it.
    await new Promise(resolve => setTimeout(resolve, 500))
  })
  expect(await saved).toMatchObject({ status: 1001, data: { menuIds: 'missing' } })
})

test('nobody closes or removes the organisation he signed in to', async () => {
  expect(await admin('SystemSetting/CustomerSave', { id: own, status: 'DISABLED' })).toMatchObject({ status: 1011 })
  expect((await admin('template/delete/customer', { ids: [own] })).data.rows[0]).toMatchObject({ status: 1011 })
  expect(await admin('template/list/brand', {})).toMatchObject({ status: 0 })
})

test('the plan of another organisation is not found, whichever call asks for it', async () => {
  const plan = await shared.plant.plan('F101', '10')
  const { menuIds } = (await shared.server.call('GET', 'SystemSetting/Role', { id: '1' }, shared.token)).data
  const role = (await admin('SystemSetting/RoleSave', { code: 'ALLP', name: 'all', menuIds })).data
  expect(await admin('User/UserSave', person('foreman', other, [role.id]))).toMatchObject({ status: 0 })
  await ownPassword(shared.server.db, 'foreman')
  const foreman = await shared.server.signIn('foreman')
  for (const [call, named] of [
    ['GetProduceMateriaList', 'planId'],
    ['GetProducePlanMaterialStoreOutList', 'planId'],
    ['GetProducePlanState', 'planId'],
    ['GetProducePlanById', 'id'],
  ] as const)
    expect([
      call,
      await shared.server.call('GET', `Produce/${call}`, { [named]: String(plan) }, foreman),
    ]).toMatchObject([call, { status: 1005 }])
  const prepared = await shared.server.call(
    'POST',
    'template/prepare/getmaterialrecord',
    { producePlanId: plan },
    foreman,
  )
  expect(prepared.data?.rows?.[0]?.lines ?? []).toEqual([])
})
