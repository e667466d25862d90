/** Accounts told at sign-in: of a demonstration only, while their password is the known one. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { demoPassword } from '../../../server/domain/auth/demoAccounts.ts'
import { seedQuality } from '../../../server/domain/seed/quality.ts'
import { seedUsers } from '../../../server/domain/seed/users.ts'
import { createServer } from '../../../server/http/serve.ts'
import { withPlant } from '../../support/plantServer.ts'

const at = withPlant()
const offered = async (token: string | null = null) => {
  const { data } = await at.server.call('POST', 'Home/GetSysInfo', {}, token)
  return data.demoAccounts as readonly { loginName: string; password: string; role: string }[] | undefined
}
const login = (username: string, password: string) =>
  at.server.call('POST', 'Auth/login', { grant_type: 'password', username, password }, null)
const seed = async () => {
  const [{ id }] = (await at.rows(sql<Values>`select min(id) as id from customer`)) as [{ id: number }]
  await seedQuality(at.plant.script)
  await seedUsers(at.server.db, at.plant.script, id)
}

test('a database without a demonstration tells none, and has no account with the known password', async () => {
  expect(await offered()).toBeUndefined()
  expect((await login('admin', demoPassword)).status).not.toBe(0)
})

test('an account of the same name and password that a person has made is not told', async () => {
  const [ids] = await at.rows(sql<Values>`select "customerId", id as "userId" from "user" order by id limit 1`)
  const roles = await at.rows(sql<Values>`select "targetId" as id from "user_roleIds" where "ownerId" = ${ids?.userId}`)
  const row = { loginName: 'wangfang', name: '王芳', password: demoPassword, customerId: ids?.customerId }
  const sent = { ...row, roleIds: roles.map(({ id }) => id) }
  const saved = await at.server.call('POST', 'template/save/user', sent, at.token)
  expect(saved).toMatchObject({ status: 0 })
  await sql`update "user" set "mustChangePassword" = false where "loginName" = 'wangfang'`.execute(at.server.db)
  expect(await offered()).toBeUndefined()
  await sql`update "user" set "loginName" = 'wangfang2' where "loginName" = 'wangfang'`.execute(at.server.db)
})

test('a demonstration tells one account for each role to who is not signed in, and each signs in at once', async () => {
  await seed()
  const accounts = (await offered()) ?? []
  expect(accounts.map(({ role }) => role)).toEqual(['store', 'quality', 'production', 'sales', 'manager'])
  for (const { loginName, password } of accounts) {
    const { status, data } = await login(loginName, password)
    expect([loginName, status, data.mustChangePassword]).toEqual([loginName, 0, undefined])
  }
  expect(await offered(at.token)).toBeUndefined()
  // The others of the demonstration keep passwords that nobody knows.
  expect((await login('lina', demoPassword)).status).not.toBe(0)
})

test('an account whose password was changed, or that is disabled, is told no longer', async () => {
  const { data } = await login('zhoumin', demoPassword)
  await at.server.call(
    'POST',
    'User/EditPwd',
    { type: 1, oldPwd: demoPassword, newPwd: 'another77' },
    data.access_token,
  )
  await sql`update "user" set status = 'DISABLED' where "loginName" = 'liuyang'`.execute(at.server.db)
  expect((await offered())?.map(({ loginName }) => loginName)).toEqual(['wangfang', 'yangfan', 'zhangwei'])
})

test('an account whose stored password cannot be read leaves the others told', async () => {
  await sql`update "user" set password = 'unreadable' where "loginName" = 'yangfan'`.execute(at.server.db)
  expect((await offered())?.map(({ loginName }) => loginName)).toEqual(['wangfang', 'zhangwei'])
})

test('a server that other machines reach tells no account, and the known password signs nobody in', async () => {
  const app = await createServer({ db: at.server.db })
  const reached = (await app.listen({ port: 0, host: '0.0.0.0' })).replace('0.0.0.0', '127.0.0.1')
  const answer = await fetch(`${reached}/Home/GetSysInfo`, { method: 'POST' }).then(each => each.json())
  expect([answer.status, answer.data.version !== undefined, answer.data.demoAccounts]).toEqual([0, true, undefined])
  const body = new URLSearchParams({ grant_type: 'password', username: 'wangfang', password: demoPassword })
  const refused = await fetch(`${reached}/Auth/login`, { method: 'POST', body }).then(each => each.json())
  await app.close()
  expect([refused.status, (await login('wangfang', demoPassword)).status]).toEqual([1009, 0])
})
