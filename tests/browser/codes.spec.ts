/** Sign-in beyond name and password: captcha, code by phone or e-mail. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { shipped } from '#contract/messages/index.ts'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { hashToken } from '../../server/domain/auth/tokens.ts'
import type { BrowserServer } from '../support/browserProcess.ts'
import { type SmtpServer, startSmtp, textOf } from '../support/smtp.ts'
import { drawn, stopClock } from './fakeClock.ts'
import { expect, startServer, test } from './server.ts'

const mailbox = 'admin@example.com'
let folder: string
let sink: string
let smtp: SmtpServer
let server: BrowserServer
let db: Database

test.beforeAll(async () => {
  test.setTimeout(180_000)
  folder = await mkdtemp(join(tmpdir(), 'codes-'))
  sink = join(folder, 'sms.txt')
  smtp = await startSmtp()
  const env = { SMS_SINK: sink, SMTP_URL: smtp.url, MAIL_FROM: '恒香 <plant@example.com>' }
  server = await startServer('plant', { env })
  db = openDatabase(server.connection)
})
test.afterAll(async () => {
  await closeDatabase(db)
  await server.stop()
  await smtp.close()
  await rm(folder, { recursive: true })
})

/** Phone and e-mail of the administrator; with a phone the code is required. */
const wantsCode = ({ phone, email }: { readonly phone?: string; readonly email?: string }) =>
  sql`update "user" set phone = ${phone ?? null}, email = ${email ?? null}, "phoneCodeRequired" = ${phone !== undefined}
    where "loginName" = 'admin'`.execute(db)
test.beforeEach(async () => {
  await wantsCode({})
  await writeFile(sink, '')
  await sql`delete from phonecode`.execute(db)
  await sql`delete from loginfailure`.execute(db)
})

/** The codes that went to the phone, the last at the end. */
const sent = async () => (await readFile(sink, 'utf8')).match(/\d{6}$/gm) ?? []
/** Last code aged by a minute on the server too. */
const letMinutePass = () => sql`update phonecode set "createdAt" = "createdAt" - interval '1 minute'`.execute(db)

const submit = (page: Page) => page.locator('button[type=submit]').click()
/** Name and password are given; done when the server has answered. */
async function give(page: Page, password = 'admin123'): Promise<void> {
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[type=password]').fill(password)
  const answered = page.waitForResponse(/Auth\/login/)
  await submit(page)
  await answered
}
/** Sign-in with a stopped clock, once drawn: a starting page needs a running one. */
async function openWithStoppedClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto(`${server.url}/login`)
  await expect(page.locator('input[autocomplete=username]')).toBeVisible()
  await stopClock(page)
}
const isIn = (page: Page) => expect(page.getByRole('navigation').first()).toBeVisible()
const alert = (page: Page) => page.getByRole('alert')

test('after three failures a picture is to be read, and what was read goes along as validCode, form-encoded', async ({
  page,
}) => {
  await page.goto(`${server.url}/login`)
  const field = page.getByLabel('图中的验证码')
  for (let failure = 1; failure <= 3; failure += 1) {
    await give(page, 'wrong123')
    await expect(alert(page)).toHaveText('用户名或密码错误')
    await expect(field).toHaveCount(0)
  }
  // Whoever failed waits a little longer each time: that has gone by.
  await sql`update loginfailure set "lastAt" = now() - interval '1 minute'`.execute(db)
  const picture = page.getByRole('img', { name: '图中的验证码' })
  /** What the picture will show, since a test cannot read it. */
  const pictured = async (text: string, act: () => Promise<void>) => {
    const came = page.waitForResponse(/Home\/CreateCode/)
    await act()
    const { data } = (await (await came).json()) as { data: { id: string; image: string } }
    await sql`update verification set answer = ${hashToken(`${data.id}:${text}`)}
      where handle = ${hashToken(data.id)}`.execute(db)
    await expect(picture).toHaveAttribute('src', data.image)
    return data.id
  }
  await pictured('abcde', () => give(page))
  await expect(alert(page)).toHaveText('请输入图中的验证码')
  await expect(picture).toBeVisible()
  await pictured('mnpqr', () => page.getByRole('button', { name: '换一张' }).click())
  await field.fill('zzzzz')
  // Wrong answer spends it: another picture comes, with an empty field.
  const id = await pictured('fghjk', () => submit(page))
  await expect(alert(page)).toHaveText('请输入图中的验证码')
  await expect(field).toHaveValue('')
  await field.fill('fghjk')
  const asked = page.waitForRequest(/Auth\/login/)
  await submit(page)
  const request = await asked
  expect(request.method()).toBe('POST')
  expect(request.headers()['content-type']).toContain('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(request.postData() ?? ''))).toEqual({
    grant_type: 'password',
    username: 'admin',
    password: 'admin123',
    validCode: `${id}:fghjk`,
  })
  await isIn(page)
})

test('a code by phone may be sent anew a minute after the last one, which a reload does not forget', async ({
  page,
}) => {
  await wantsCode({ phone: '13812345678' })
  await openWithStoppedClock(page)
  const start = await page.evaluate(() => Date.now())
  await give(page)
  const again = page.getByRole('button', { name: /秒后可重发|发送验证码/ })
  await expect(again).toHaveText('60 秒后可重发')
  await expect(again).toBeDisabled()
  await drawn(page)
  await page.clock.runFor(20_000)
  await expect(again).toHaveText('40 秒后可重发')
  // A page that is loaded needs a clock that goes.
  await page.clock.resume()
  await page.reload()
  await expect(again).toBeDisabled()
  await drawn(page)
  await page.clock.pauseAt(start + 50_000)
  await expect(again).toHaveText('10 秒后可重发')
  await page.clock.runFor(9_000)
  await expect(again).toHaveText('1 秒后可重发')
  await expect(again).toBeDisabled()
  expect(await sent()).toHaveLength(1)
  await page.clock.runFor(1_000)
  await expect(again).toHaveText('发送验证码')

  await letMinutePass()
  await again.click()
  // From the last one, not from the first.
  await expect(again).toHaveText('60 秒后可重发')
  await drawn(page)
  await page.clock.runFor(10_000)
  await expect(again).toHaveText('50 秒后可重发')
  await expect(again).toBeDisabled()
  const codes = await sent()
  expect(codes).toHaveLength(2)
  await page.getByLabel('短信验证码').fill(codes[1] ?? '')
  await page.clock.resume()
  await submit(page)
  await isIn(page)
})

test('whoever has a mailbox may have the code sent there instead, once it may be sent anew', async ({ page }) => {
  await wantsCode({ phone: '13812345678', email: mailbox })
  await openWithStoppedClock(page)
  await give(page)
  const byMail = page.getByRole('button', { name: '改用邮件接收' })
  await expect(byMail).toBeDisabled()
  expect(smtp.mails).toEqual([])
  await letMinutePass()
  await drawn(page)
  await page.clock.runFor(60_000)
  await byMail.click()
  await expect(page.getByRole('button', { name: '60 秒后可重发' })).toBeDisabled()
  const [mail, ...more] = smtp.mails
  expect([mail?.to, more]).toEqual([mailbox, []])
  await page.getByLabel('邮件验证码').fill(/\d{6}/.exec(mail ? textOf(mail) : '')?.[0] ?? '')
  await page.clock.resume()
  await submit(page)
  await isIn(page)
})

test('what is wrong is said in the language that is chosen then, at each step of signing in', async ({ page }) => {
  await wantsCode({ phone: '13812345678' })
  await page.goto(`${server.url}/login`)
  const speak = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await submit(page)
  await expect(alert(page)).toHaveText('请输入登录名')
  await speak('EN')
  await expect(alert(page)).toHaveText('Enter your user name')
  await give(page, 'wrong123')
  await expect(alert(page)).toHaveText('Wrong user name or password')
  await speak('简体')
  await expect(alert(page)).toHaveText('用户名或密码错误')

  await give(page)
  const code = page.getByLabel('短信验证码')
  await expect(code).toBeFocused()
  await expect(page.getByRole('button', { name: /秒后可重发/ })).toBeVisible()
  await submit(page)
  await expect(alert(page)).toHaveText('请输入短信验证码')
  await speak('EN')
  await expect(alert(page)).toHaveText('Enter the code sent to your phone')
  const last = (await sent()).at(-1)
  await page.getByLabel('Code sent to your phone').fill(last === '000000' ? '000001' : '000000')
  await submit(page)
  await expect(alert(page)).toHaveText(shipped['en-US']['error.phoneCodeWrong'] ?? '')
  await speak('繁體')
  await expect(alert(page)).toHaveText(shipped['zh-TW']['error.phoneCodeWrong'] ?? '')
})
