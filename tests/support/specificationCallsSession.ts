/** Calls of specification §7 on the session. */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { adminPassword } from './server.ts'
import { get, post, type SpecificationCall, type SpecificationDay } from './specificationCallsDay.ts'

/** Calls without a menu permission, with reasons; `public` needs no session. */
export const excepted: Readonly<Record<string, readonly ['public' | 'session', why: string]>> = {
  'Auth/login': ['public', 'whoever signs in has no role yet'],
  'Home/CreateCode': ['public', 'the picture is asked for before signing in'],
  'Home/CreatePhoneCode': ['public', 'asked for by the token of the first step, which is no session'],
  'Home/LoginOut': ['public', 'always succeeds, so that nobody is told he cannot leave'],
  'Home/GetSysInfo': ['public', 'version and time for the sign-in page; the counters only with a session'],
  'Lang/List': ['public', 'the sign-in page has a choice of languages'],
  'String/List': ['public', 'the sign-in page is shown in the texts of the installation'],
  'Home/OperatePwd': ['session', 'everybody confirms with an operation password of his own'],
  'User/EditPwd': ['session', 'everybody changes his own password, by the old one'],
  'SystemSetting/AuthMenuList': ['session', 'the menu of the caller is what says his permissions'],
}

const loginOf = (username: string, password = adminPassword) => ({ grant_type: 'password', username, password })
const image = { id: expect.any(String), image: expect.stringMatching(/^data:image\/svg/) }

/** `sink` is the file that codes by phone are written to. */
export function sessionCalls(day: SpecificationDay, sink: () => string): readonly SpecificationCall[] {
  const { at } = day
  const menuOf = (token: string) => at.server.call('GET', 'SystemSetting/AuthMenuList', {}, token)
  const signIn = (username: string, password?: string) => at.server.signIn(username, password)
  const roleOfAdministrators = async () =>
    (await at.rows(sql<Values>`select id from role where "isSystem" limit 1`))[0]?.id as number
  const own = async () => (await at.rows(sql<Values>`select "customerId" from "user" where "loginName" = 'admin'`))[0]
  const userRow = async (loginName: string, more: Values = {}) => ({
    loginName,
    name: loginName,
    password: adminPassword,
    customerId: (await own())?.customerId,
    roleIds: [await roleOfAdministrators()],
    ...more,
  })
  const newUser = async (loginName: string, more: Values = {}) => day.make('user', await userRow(loginName, more))
  /** Refused sign-in; failures are reset, or everybody would get a captcha. */
  async function isShutOut(loginName: string, password?: string) {
    const answer = await at.server.call('POST', 'Auth/login', loginOf(loginName, password))
    expect(answer).toMatchObject({ status: 1009, data: null })
    await at.rows(sql<Values>`delete from loginfailure returning *`)
  }
  let leaving = ''

  return [
    post(
      'Auth/login',
      () => loginOf('admin'),
      async data => {
        expect(data).toMatchObject({ LoginName: 'admin', SocketToken: expect.any(String) })
        expect(await menuOf(data.access_token)).toMatchObject({ status: 0 })
        await isShutOut('admin', 'wrong123')
      },
    ),
    get(
      'Home/CreateCode',
      () => ({}),
      data => expect(data).toEqual(image),
    ),
    get(
      'Home/CreatePhoneCode',
      async () => {
        await newUser('phoned', { phone: '13812345678', phoneCodeRequired: true })
        const { data } = await at.server.call('POST', 'Auth/login', loginOf('phoned'))
        expect(data).toEqual({ phoneCodeRequired: true, refresh_token: expect.any(String) })
        return { refresh_token: data.refresh_token }
      },
      async (data, { refresh_token }) => {
        expect(data).toEqual({ nextAfterSeconds: 60 })
        const phoneCode = (await readFile(sink(), 'utf8')).trim().split(' ').at(-1)
        const second = { grant_type: 'refresh_token', refresh_token, phoneCode }
        const answer = await at.server.call('POST', 'Auth/login', second)
        expect(answer).toMatchObject({ status: 0, data: { LoginName: 'phoned' } })
      },
    ),
    post(
      'Home/OperatePwd',
      () => ({ password: adminPassword }),
      async ({ ticket, expires_in }) => {
        expect(expires_in).toBeGreaterThan(0)
        const row = await userRow('ticketed')
        const save = (headers: Readonly<Record<string, string>>) =>
          at.server.call('POST', 'User/UserSave', row, at.token, headers)
        expect(await save({ TickerOPWD: 'none' })).toMatchObject({ status: 1007 })
        expect(await save({ TickerOPWD: ticket })).toMatchObject({ status: 0 })
      },
    ),
    post(
      'Home/LoginOut',
      () => ({ name: 'admin', type: 'user' }),
      async data => {
        expect(data).toBeNull()
        expect(await menuOf(leaving)).toMatchObject({ http: 401 })
        expect(await menuOf(at.token)).toMatchObject({ status: 0 })
      },
      {
        by: async () => {
          leaving = await signIn('admin')
          return leaving
        },
      },
    ),
    post(
      'Home/GetSysInfo',
      () => ({}),
      async data => {
        expect(data).toMatchObject({ version: expect.any(String), serverTime: expect.any(String) })
        expect(Object.keys(data.counters).length).toBeGreaterThan(0)
        const { data: outside } = await at.server.call('POST', 'Home/GetSysInfo')
        expect(Object.keys(outside).sort()).toEqual(['serverTime', 'version'])
      },
    ),
    get(
      'Lang/List',
      () => ({}),
      data => {
        const codes = data.map((language: Values) => language.code)
        expect(codes.sort()).toEqual(['en-US', 'zh-CN', 'zh-TW'])
      },
    ),
    post(
      'String/Save',
      () => ({ rows: [{ lang: 'zh-CN', key: 'brand', value: '商标' }] }),
      async ({ rows }) => {
        expect(rows).toEqual([{ lang: 'zh-CN', key: 'brand', value: '商标' }])
        expect(await at.rows(sql<Values>`select value from uistring where key = 'brand'`)).toEqual([{ value: '商标' }])
      },
    ),
    get(
      'String/List',
      () => ({ key: 'brand' }),
      data => expect(data).toEqual([{ lang: 'zh-CN', key: 'brand', value: '商标' }]),
    ),
    get(
      'SystemSetting/AuthMenuList',
      () => ({}),
      data => {
        const pages = data.flatMap((group: { children: readonly Values[] }) => group.children)
        expect(pages).toEqual(expect.arrayContaining([expect.objectContaining({ url: '/materialstorein', type: 1 })]))
      },
    ),
    post(
      'User/EditPwd',
      async () => {
        await newUser('changing')
        return { type: 1, oldPwd: adminPassword, newPwd: 'changed456' }
      },
      async data => {
        expect(data).toBeNull()
        expect(await signIn('changing', 'changed456')).toEqual(expect.any(String))
        await isShutOut('changing')
      },
      { by: () => signIn('changing') },
    ),
    post(
      'User/UserSave',
      () => userRow('clerk'),
      async data => {
        day.keep('user', data.id)
        expect(data).not.toHaveProperty('password')
        expect(await signIn('clerk')).toEqual(expect.any(String))
      },
    ),
    get(
      'User/UserGet',
      () => ({ id: day.kept('user') }),
      data => expect(data).toMatchObject({ loginName: 'clerk', rowVersion: expect.any(Number) }),
    ),
    post(
      'User/ResetPwd',
      () => ({ id: day.kept('user') }),
      async ({ password }) => {
        expect(await signIn('clerk', password)).toEqual(expect.any(String))
        await isShutOut('clerk')
      },
    ),
    post(
      'User/UserDelete',
      () => ({ id: day.kept('user') }),
      data => {
        expect(data).toBeNull()
        return day.isGone('user', day.kept('user'))
      },
    ),
  ]
}
