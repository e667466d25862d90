/** Errors of the console: behind a badge, with their context (specification §2). */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const run = (page: Page, id: string, args: Readonly<Record<string, unknown>> = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given), [id, args] as const)
const bar = (page: Page) => page.getByRole('banner')

test('the error log opens only when there are errors, and tells message, stack, where it was and the address', async ({
  page,
  plantUrl,
  noise,
}) => {
  await signIn(page, plantUrl, '/unit')
  const badge = page.locator('[data-command="errors.open"]')
  await expect(bar(page)).toBeVisible()
  await expect(badge).toHaveCount(0)
  expect(await run(page, 'errors.open')).toMatchObject({ status: 'denied' })
  await page.keyboard.press('Alt+Shift+l')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('量杯打翻了'))))
  await expect(badge).toHaveAccessibleName('错误日志 (1)')
  expect(noise.join(' ')).toContain('量杯打翻了')
  noise.length = 0
  await badge.click()
  const log = page.getByRole('dialog', { name: '错误日志' })
  await expect(log.getByRole('columnheader')).toHaveText(['Message', 'Stack'])
  const [reported, stack] = [log.getByRole('cell').nth(0), log.getByRole('cell').nth(1)]
  await expect(reported).toContainText('量杯打翻了')
  await expect(reported).toContainText('promise')
  await expect(reported).toContainText(`${plantUrl}/unit`)
  await expect(stack).toContainText(/Error: 量杯打翻了\s+at/)
})

test('a screen that fails of a broken answer is told with the components it stood in, and the rest goes on', async ({
  page,
  plantUrl,
  noise,
}) => {
  await page.route('**/Home/GetSysInfo', async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, counters: [null] } } })
  })
  await signIn(page, plantUrl, '/index')
  const failed = page.getByRole('alert').filter({ hasText: '页面出错' })
  await expect(failed).toBeVisible()
  expect(noise.join(' ')).toContain('TypeError')
  noise.length = 0
  const badge = bar(page).locator('[data-command="errors.open"]')
  await expect(badge).toHaveAccessibleName('错误日志 (1)')
  await badge.click()
  const reported = page.getByRole('dialog', { name: '错误日志' }).getByRole('cell').first()
  await expect(reported).toContainText(`${plantUrl}/index`)
  // Throwing component first, then its parents: a section in the frame's div.
  await expect(reported).toContainText(/(\s+at [^\n]+)+\s+at section\b[\s\S]*\s+at div\b/)
  await page.keyboard.press('Escape')
  await run(page, 'navigate.unit')
  await expect(page.locator('[data-grid=unit] [data-index="0"][data-row-id]')).toBeVisible()
  await expect(failed).toBeHidden()
})

test('a notice of the browser about a late resize is no defect', async ({ page, plantUrl, noise }) => {
  await signIn(page, plantUrl, '/unit')
  const notice = await page.evaluate(
    () =>
      new Promise<string>(resolve => {
        window.addEventListener('error', ({ message }) => resolve(message), { once: true })
        const growing = document.body.appendChild(document.createElement('div'))
        let height = 1
        const sizes = new ResizeObserver(() => {
          height += 1
          if (height < 5) growing.style.height = `${height}px`
        })
        sizes.observe(growing)
      }),
  )
  expect(notice).toBe('ResizeObserver loop completed with undelivered notifications.')
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 100)))
  await expect(page.locator('[data-command="errors.open"]')).toHaveCount(0)
  noise.length = 0
})
