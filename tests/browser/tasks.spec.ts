/** Scheduled tasks on their page, incoming notices, a session ended by another. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

interface Row {
  readonly id: number
  readonly code?: string
  readonly cron?: string
}

/** Runs a command in the page, as a script does. */
const run = <T = unknown>(page: Page, id: string, args: object = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given, { confirm: 'accept' }), [
    id,
    { ...args },
  ] as const) as Promise<{ readonly status: string; readonly data: T }>

const rowsOf = async (page: Page, entity: string, where: readonly object[] = []) =>
  (await run<{ rows: readonly Row[] }>(page, `${entity}.list`, { where })).data.rows

test('a task is run from its page, and its run is shown below it', async ({ page, plantUrl }) => {
  await signIn(page, plantUrl, '/task')
  const grid = page.getByRole('grid').first()
  await expect(grid).toContainText('库存核对')
  const task = (await rowsOf(page, 'task')).find(({ code }) => code === 'BALANCE_CHECK')
  await page.goto(`${plantUrl}/task/${task?.id}`)
  const record = page.locator('[data-record]:visible')
  await expect(record).toBeVisible()
  await expect(page.locator('[data-channel=connected]')).toBeAttached()
  await page.getByRole('button', { name: '立即运行' }).first().click()
  // The run ends shortly after, and the page is notified.
  await expect(record.locator('[data-field=lastResult]')).toContainText('流水与结存一致')
  await page.reload()
  await page.getByRole('tab', { name: /任务运行记录/ }).click()
  await expect(page.getByRole('grid').filter({ hasText: '手动' })).toContainText('流水与结存一致')
  // What a task wrote follows the language of its reader, at once.
  await run(page, 'locale.en-US')
  await expect(page.getByRole('grid').filter({ hasText: 'Manual' })).toContainText('Ledger and balances agree')
  await record.getByRole('tab').first().click()
  const result = record.locator('[data-field=lastResult]')
  await expect(result).toContainText('Ledger and balances agree')
  await run(page, 'locale.zh-CN')
  await expect(result).toContainText('流水与结存一致')
})

test('a schedule is words in the list, choices in its form, and cron text where they do not suffice', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/task')
  await expect(page.getByRole('grid').first()).toContainText('每天 03:00')
  await expect(page.getByRole('grid').first()).toContainText('每 10 分钟')
  const task = (await rowsOf(page, 'task')).find(({ code }) => code === 'CALIBRATION')
  await page.goto(`${plantUrl}/task/${task?.id}`)
  const field = page.locator('[data-record]:visible [data-field=cron]')
  const input = field.locator('input[data-name=cron]')
  const frequency = field.locator('input[data-name=frequency]')
  const time = field.locator('input[data-name=time]')
  const choose = async (name: string) => {
    await frequency.click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await expect(field.locator('[data-schedule]')).toContainText(
    /下次 \d{4}-\d\d-\d\d 00:30（Asia\/Shanghai）30 0 \* \* \*/,
  )
  await expect(frequency).toHaveValue('每天')
  await expect(time).toHaveValue('00:30')
  await choose('每周')
  await time.fill('830')
  await expect(field.locator('[data-schedule]')).toContainText(/08:30（Asia\/Shanghai）30 8 \* \* 1/)
  await choose('自定义（cron）')
  await expect(frequency).toBeFocused()
  await input.fill('0 9 * * 1,3')
  await expect(field.locator('[data-schedule]')).toContainText(/星期一和星期三，09:00 · 下次 .* 09:00/)
  await input.fill('0 0 31 2 *')
  await page.keyboard.press('Control+s')
  await expect(field).toContainText('永远不会执行')
  await input.fill('61 * * * *')
  await page.keyboard.press('Control+s')
  await expect(page.locator('[data-record]:visible [role=alert]')).toContainText('有 1 处未填对')
  await expect(field).toContainText('依次填分、时、日、月、周五段')
  await expect(input).toBeFocused()
  await input.press('Tab')
  await expect(frequency).toBeFocused()
  await choose('每月')
  await expect(input).toHaveCount(0)
  await time.fill('6')
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await rowsOf(page, 'task')).some(({ cron }) => cron === '0 6 1 * *')).toBe(true)
  await page.goto(`${plantUrl}/task`)
  await expect(page.getByRole('grid').first()).toContainText('每月 1 日 06:00')
})

test('a notice comes to whoever is there, and ending a session leads its holder to the login screen', async ({
  page,
  browser,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/userlogin')
  const context = await browser.newContext()
  const other = await context.newPage()
  await signIn(other, plantUrl, '/brand')
  await expect(other.locator('[data-channel=connected]')).toBeAttached()
  const { data: notice } = await run<Row>(page, 'notify.save', {
    row: { title: '今天下午停水', content: '两点到四点', targetType: 'ALL' },
  })
  await run(page, 'notify.publish', { ids: [notice.id] })
  await expect(other.getByText('新通知：今天下午停水')).toBeVisible()
  const online = [{ field: 'sessionState', op: 'eq', value: 'ONLINE' }]
  const latest = (await rowsOf(page, 'userlogin', online))[0]
  expect(await run(page, 'userlogin.end', { ids: [latest?.id] })).toMatchObject({ status: 'ok' })
  await expect(other).toHaveURL(/\/login$/)
  await expect(page).toHaveURL(/\/userlogin$/)
  await run(page, 'list.refresh')
  await expect(page.getByRole('grid').first()).toContainText('已结束')
  await context.close()
})
