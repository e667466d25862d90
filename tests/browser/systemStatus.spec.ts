/** Status page: renewed by itself, faults with what to do, kept with the reason when nothing new comes, copied as text. */
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test('shows the server, renews itself, keeps the last state when the server cannot say, and is copied as text', async ({
  page,
  context,
  demoUrl,
  noise,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, demoUrl, '/systemstatus')
  const summary = page.locator('[data-summary]')
  await expect(page.locator('[data-line=postgres]')).toContainText(/\d+\.\d+/)
  await expect(page.locator('[data-line=pool]')).toContainText('/ 20 在用')
  await page.getByRole('button', { name: '复制系统状态' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^系统状态 .*\n程序\n {2}版本: Lotline/)
  const path = '**/SystemSetting/Status'
  const disk = {
    group: 'disk',
    key: 'diskDays',
    values: {
      folders: 'data,backups',
      path: '/data',
      freeBytes: 900 * 1024 ** 2,
      totalBytes: 50 * 1024 ** 3,
      daysLeft: 1,
    },
    tone: 'danger',
    fault: 'diskScarce',
  }
  // A disk cannot be filled under the others' tests.
  await page.route(path, async route => {
    const answer = (await (await route.fetch()).json()) as { data: { lines: unknown[] } }
    await route.fulfill({ json: { ...answer, data: { ...answer.data, lines: [...answer.data.lines, disk] } } })
  })
  await expect(summary).toContainText('磁盘快满了 · 请马上清理磁盘', { timeout: 15_000 })
  await expect(page.locator('[data-line=diskDays]')).toContainText(
    '数据文件夹、备份文件夹剩 900 MB，共 50 GB，按目前增速还够 1 天',
  )
  await page.unroute(path)
  const refusal = { status: 503, message: '数据库暂时不可用，请稍后再试', data: null }
  await page.route(path, route => route.fulfill({ status: 503, json: refusal }))
  await expect(summary).toContainText(/读不到新的状态，下面是 \d+ 秒前的：数据库暂时不可用/, { timeout: 15_000 })
  await expect(page.locator('[data-line=postgres]')).toBeVisible()
  await page.unroute(path)
  await expect(summary).not.toContainText('读不到', { timeout: 15_000 })
  noise.splice(0)
})

test('fits a phone', async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, demoUrl, '/systemstatus')
  await expect(page.locator('[data-line=pool]')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
