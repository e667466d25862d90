/** Waiting and empty places: the shape of what comes, why nothing is there, and the next step. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

/** Answers of a path that come late. */
const delay = (page: Page, path: string, ms: number) =>
  page.route(path, async route => {
    await new Promise(resolve => setTimeout(resolve, ms))
    await route.continue()
  })

test('slow rows are awaited by rows, busy, where they will stand', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  await delay(page, '**/template/list/materialstorein', 1500)
  await page.goto(`${demoUrl}/materialstorein`)
  const list = page.locator('[data-grid=materialstorein]')
  const awaited = list.locator('[data-skeleton=grid] > div > div')
  await expect(awaited).toHaveCount(14)
  await expect(list.getByRole('grid')).toHaveAttribute('aria-busy', 'true')
  const first = await awaited.first().boundingBox()
  const rows = list.locator('[data-row-id]')
  await expect(rows.first()).toBeVisible()
  await expect(awaited).toHaveCount(0)
  const real = await list.locator('[data-index="0"]').boundingBox()
  expect([real?.y, real?.height]).toEqual([first?.y, first?.height])
})

test('what comes within the delay has no placeholder', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/index')
  // How long each placeholder was awaited before its shape was drawn.
  await page.evaluate(() => {
    const since = new Map<Element, number>()
    const drawn = new Map<Element, number>()
    new MutationObserver(() => {
      const now = performance.now()
      for (const each of document.querySelectorAll('[data-skeleton]')) {
        since.set(each, since.get(each) ?? now)
        const shape = each.querySelector('[aria-hidden=true] > *, [role=gridcell] > *')
        if (shape && !drawn.has(each)) drawn.set(each, now - (since.get(each) ?? 0))
      }
      document.body.dataset.waits = JSON.stringify([...drawn.values()])
    }).observe(document.body, { childList: true, subtree: true })
  })
  const waits = () => page.evaluate(() => JSON.parse(document.body.dataset.waits ?? '[]') as number[])
  await page.evaluate(() => window.lotline?.run('navigate.brand'))
  await expect(page.locator('[data-grid=brand] [data-row-id]').first()).toBeVisible()
  await delay(page, '**/template/list/unit', 1500)
  await page.evaluate(() => window.lotline?.run('navigate.unit'))
  await expect(page.locator('[data-grid=unit] [data-skeleton=grid] > div > div').first()).toBeVisible()
  await delay(page, '**/template/**/stocklot**', 1500)
  await page.evaluate(() => {
    history.pushState(null, '', '/stocklot/33')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  const title = page.locator('[data-record="stocklot/33"] h1')
  await expect(title.locator('[data-skeleton=word] i')).toBeVisible()
  expect((await waits()).length).toBeGreaterThan(1)
  expect(Math.min(...(await waits()))).toBeGreaterThan(100)
})

test('an empty place says why and what is next', async ({ page, servers }) => {
  const server = await servers.open('plant')
  await signIn(page, server.url, '/complaint')
  const empty = page.locator('[data-empty-state]:visible')
  await expect(empty.locator('[data-command="complaint.new"]')).toBeVisible()
  await page.goto(`${server.url}/auditlog?q=zzzz`)
  await expect(empty).toContainText('zzzz')
  await empty.getByRole('button', { name: '清除筛选' }).click()
  await expect(empty).toHaveCount(0)
  await page.goto(`${server.url}/reviewasc`)
  await expect(empty.getByRole('link')).toHaveAttribute('href', '/stocklot')
  await page.evaluate(() => window.lotline?.idle())
  await server.stop()
})

test('work on the home page is awaited in its place, and moves nothing but by rows of two lines', async ({
  page,
  demoUrl,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, demoUrl, '/index')
  await expect(page.locator('[data-work] li').first()).toBeVisible()
  await delay(page, '**/template/list/**', 2500)
  await page.goto(`${demoUrl}/index`)
  const groups = page.locator('[data-work]')
  await expect(groups.locator('[data-skeleton=rows] [aria-hidden]').first()).toBeVisible()
  await expect(page.locator('[data-first-steps=stories]')).toBeVisible()
  const before = await groups.last().boundingBox()
  await expect(groups.locator('li').first()).toBeVisible()
  await expect(groups.locator('[data-skeleton]')).toHaveCount(0)
  const after = await groups.last().boundingBox()
  // Room is kept for rows of one line; how many take two, only their texts tell.
  const heights = await groups.evaluateAll(all =>
    all
      .slice(0, -1)
      .flatMap(group => [...group.querySelectorAll('li')])
      .map(row => row.getBoundingClientRect().height),
  )
  const line = 41
  for (const height of heights) expect(height).toBeLessThan(line + 30)
  const further = heights.reduce((sum, height) => sum + height - line, 0)
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0) - further)).toBeLessThan(20)
})

test('a record that is still loading has nothing to press, and moves nothing once it is there', async ({
  page,
  demoUrl,
}) => {
  await signIn(page, demoUrl, '/index')
  await delay(page, '**/template/**/stocklot**', 2500)
  await page.goto(`${demoUrl}/stocklot/33`)
  const head = page.locator('[data-record="stocklot/33"] header')
  await expect(head.locator('[data-skeleton=tools] [aria-hidden]')).toBeVisible()
  await expect(head.getByRole('button')).toHaveCount(0)
  await expect(head).not.toContainText('#33')
  const before = await head.locator('[data-skeleton=tools] i').first().boundingBox()
  await expect(head.getByRole('toolbar')).toBeVisible()
  await expect(head.locator('[data-skeleton]')).toHaveCount(0)
  expect((await head.getByRole('toolbar').getByRole('button').first().boundingBox())?.height).toBe(before?.height)
})

test('a list without a row offers nothing to do with one, and a key says why', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot')
  const list = page.locator('[data-list=stocklot]:visible')
  await expect(list.locator('[data-row-id]').first()).toBeVisible()
  const release = list.locator('[data-command="stocklot.release"]')
  await list.locator('[data-row-id]').first().locator('[role=gridcell]').nth(1).click()
  await list.getByRole('searchbox').fill('zzzqqq')
  await page.keyboard.press('Enter')
  await expect(list.locator('[data-row-id]')).toHaveCount(0)
  await expect(release).toHaveAttribute('aria-disabled', 'true')
  await expect(release).toHaveAttribute('data-hint-reason', /./)
  for (const action of ['restore', 'hold', 'sell'])
    for (const button of await list.locator(`[data-command="stocklot.${action}"]`).all())
      await expect(button, action).toHaveAttribute('aria-disabled', 'true')
  const answer = await page.evaluate(() => window.lotline?.run('stocklot.release', {}))
  expect(answer).toMatchObject({ status: 'denied', message: 'reason.noSelection' })
})
