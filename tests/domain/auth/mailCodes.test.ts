/** Second factor by e-mail: needs a mailbox and a configured mail server. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { adminPassword, ownPassword, startTestServer, type TestServer } from '../../support/server.ts'
import { type SmtpServer, startSmtp, textOf } from '../../support/smtp.ts'

let server: TestServer
let smtp: SmtpServer
let people = 0

beforeAll(async () => {
  ;[server, smtp] = await Promise.all([startTestServer(), startSmtp()])
})
afterAll(() => Promise.all([server.close(), smtp.close()]))
beforeEach(() => {
  process.env.SMTP_URL = smtp.url
  process.env.MAIL_FROM = '恒香 <plant@example.com>'
  process.env.SMS_SINK = '/dev/null'
})
afterEach(() => {
  delete process.env.SMTP_URL
  delete process.env.MAIL_FROM
  delete process.env.SMS_SINK
})

const login = async (loginName: string) => {
  const parameters = { grant_type: 'password', username: loginName, password: adminPassword }
  return (await server.call('POST', 'Auth/login', parameters)).data
}
const ask = (refresh_token: string, by?: string, locale = 'zh-CN') =>
  server.call('GET', `${locale}/Home/CreatePhoneCode`, { refresh_token, ...(by ? { by } : {}) })
const second = (refresh_token: string, phoneCode: string) =>
  server.call('POST', 'Auth/login', { grant_type: 'refresh_token', refresh_token, phoneCode })

/** Somebody who needs a code, with these addresses. */
async function person(addresses: Values): Promise<string> {
  people += 1
  const loginName = `mailed${people}`
  const admin = await server.signIn()
  const { data: list } = await server.call('POST', 'template/list/user', { size: 1 }, admin)
  const { id: _id, rowVersion: _version, ...row } = list.rows[0] as Values
  const made = { ...row, loginName, name: loginName, password: adminPassword, phoneCodeRequired: true, ...addresses }
  const { status, data } = await server.call('POST', 'template/save/user', made, admin)
  expect(status, JSON.stringify(data)).toBe(0)
  await ownPassword(server.db, loginName)
  return loginName
}

const mailTo = (address: string) => smtp.mails.filter(({ to }) => to === address)

test('is offered beside the phone, arrives in the language of the caller, and signs in', async () => {
  const loginName = await person({ phone: '13812345678', email: 'wang@example.com' })
  const first = await login(loginName)
  expect(first).toEqual({ phoneCodeRequired: true, refresh_token: expect.any(String), codeBy: ['PHONE', 'EMAIL'] })
  expect(await ask(first.refresh_token, 'EMAIL', 'en-US')).toMatchObject({ status: 0, data: { nextAfterSeconds: 60 } })
  const [mail, ...more] = mailTo('wang@example.com')
  expect(more).toEqual([])
  const text = mail ? textOf(mail) : ''
  const code = /\d{6}/.exec(text)?.[0] ?? ''
  expect(text.trim()).toBe(`Your sign-in code is ${code}. Do not share it.`)
  expect(mail?.data).toContain('Subject: Sign-in code')
  // The pause is the account's, whichever way is asked for.
  expect(await ask(first.refresh_token, 'PHONE')).toMatchObject({ http: 429 })
  expect(await second(first.refresh_token, code)).toMatchObject({ status: 0, data: { LoginName: loginName } })
  expect(await second(first.refresh_token, code)).toMatchObject({ http: 401 })
})

test('is the one way where no short messages can be sent', async () => {
  const loginName = await person({ phone: '13812345678', email: 'only@example.com' })
  delete process.env.SMS_SINK
  process.env.DEMO = 'off'
  const first = await login(loginName)
  delete process.env.DEMO
  expect(first.codeBy).toEqual(['EMAIL'])
})

test('is not offered without a mailbox or without a mail server, and asked for all the same it is refused by name', async () => {
  const none = await login(await person({ phone: '13812345678', email: null }))
  expect(none).not.toHaveProperty('codeBy')
  expect(await ask(none.refresh_token, 'EMAIL')).toMatchObject({ status: 1018 })
  delete process.env.SMTP_URL
  const other = await login(await person({ phone: '13812345678', email: 'li@example.com' }))
  expect(other).not.toHaveProperty('codeBy')
  expect(await ask(other.refresh_token, 'EMAIL')).toMatchObject({ status: 1018 })
  expect(await ask(other.refresh_token, 'PIGEON')).toMatchObject({ status: 1001, data: { by: 'option' } })
  expect(mailTo('li@example.com')).toEqual([])
})

test('that the mail server refuses was not sent, and is not asked for again at once', async () => {
  smtp.treat('gone@example.com', 'refuse')
  const { refresh_token } = await login(await person({ phone: '13812345678', email: 'gone@example.com' }))
  expect(await ask(refresh_token, 'EMAIL')).toMatchObject({ status: 1018 })
  expect(await ask(refresh_token, 'EMAIL')).toMatchObject({ http: 429 })
  const [{ sent } = { sent: 0 }] = (
    await sql<{ sent: number }>`
      select count(*)::int as sent from phonecode p join "user" u on u.id = p."userId"
      where u.email = 'gone@example.com'`.execute(server.db)
  ).rows
  expect(sent).toBe(1)
})
