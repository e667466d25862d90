/** Prefetch of a list's rows on navigation: once, and with the current view. */
import type { Page } from '@playwright/test'
import { run } from './scripts.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

/** What is asked of a list from now on. */
function asked(page: Page, list: string): readonly string[] {
  const bodies: string[] = []
  page.on('request', request => {
    if (request.url().endsWith(`/template/list/${list}`)) bodies.push(request.postData() ?? '')
  })
  return bodies
}

/** Records for each request of dealers whether their page was on screen. */
function watchSending(): void {
  const send = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (url.endsWith('/template/list/dealer'))
      performance.mark('asked', { detail: document.querySelector('[data-list=dealer]') !== null })
    return send(input, init)
  }
}

test('going to a list asks for its rows before its page is drawn, and only once', async ({ page, demoUrl }) => {
  await page.addInitScript(watchSending)
  // Read-ahead comes with the lists, loaded once nothing else is.
  await signIn(page, demoUrl, '/unit')
  await expect(page.locator('[data-grid=unit] [data-row-id]').first()).toBeVisible()
  const bodies = asked(page, 'dealer')
  await run(page, 'navigate.dealer')
  await expect(page.locator('[data-grid=dealer] [data-row-id]').first()).toBeVisible()
  expect(bodies).toHaveLength(1)
  const wasDrawn = await page.evaluate(() =>
    performance.getEntriesByName('asked').map(entry => (entry as PerformanceMark).detail),
  )
  expect(wasDrawn).toEqual([false])
})

test('a list that begins with a view of the person’s own is asked by that view alone', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/unit')
  await expect(page.locator('[data-grid=unit] [data-row-id]').first()).toBeVisible()
  expect(await run(page, 'grid.sortDescending', { column: 'name' })).toMatchObject({ status: 'ok' })
  expect(await run(page, 'view.saveAs', { name: 'ahead' })).toMatchObject({ status: 'ok' })
  expect(await run(page, 'view.makeDefault')).toMatchObject({ status: 'ok' })
  await page.goto(`${demoUrl}/index`)
  await page.evaluate(() => window.lotline?.ready())
  const bodies = asked(page, 'unit')
  await run(page, 'navigate.unit')
  await expect(page.locator('[data-grid=unit] [data-row-id]').first()).toBeVisible()
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toContain('["name","desc"]')
  expect(await run(page, 'view.delete')).toMatchObject({ status: 'ok' })
})
