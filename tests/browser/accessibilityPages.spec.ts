/** axe on every page of the menu, light and dark: nothing moderate or worse. */
import type { Page } from '@playwright/test'
import { pages } from '#contract/pages.ts'
import { areas } from '#contract/schema/entity.ts'
import { findingsOfThemes, go, loadAxe } from './axe.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

test.use({
  // Low window: further rows repeat the same cells, each checked anew.
  viewport: { width: 1440, height: 340 },
  // Nothing has to fade in before it is looked at.
  contextOptions: { reducedMotion: 'reduce' },
})

async function findingsOfPage(page: Page, url: string): Promise<readonly string[]> {
  await go(page, url)
  const within = `[data-screen="${url}"]`
  const screen = page.locator(within)
  await expect(
    screen.locator('[data-grid], form, [data-menu-screen], [data-warehouse], [data-status]').first(),
  ).toBeVisible()
  // Pages that are kept alive behind it would be read each time.
  await page.evaluate(here => window.lotline?.run('tab.closeOthers', { url: here }), url)
  await expect(screen.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(screen.locator('h1')).toHaveCount(1)
  return await findingsOfThemes(page, url, within)
}

// One sign-in for several areas, and no test that walks too far.
for (const some of [areas.slice(0, 4), areas.slice(4)])
  test(`nothing moderate or worse is found on any page of ${some.join(', ')}, by day and by night`, async ({
    page,
    demoUrl,
  }) => {
    test.setTimeout(180_000)
    await loadAxe(page)
    await signIn(page, demoUrl)
    const found: string[] = []
    for (const { url } of pages.filter(({ area }) => some.includes(area)))
      found.push(...(await findingsOfPage(page, url)))
    expect(found).toEqual([])
  })

test('with reduced motion nothing is moved by a change of all colours', async ({ page, demoUrl }) => {
  await signIn(page, demoUrl, '/stocklot')
  await expect(page.locator('[data-grid=stocklot]:visible [data-row-id]').first()).toBeVisible()
  await page.evaluate(() => window.lotline?.idle())
  const moved = await page.evaluate(async () => {
    document.documentElement.dataset.theme = 'dark'
    await new Promise(requestAnimationFrame)
    return document.getAnimations().filter(each => each instanceof CSSTransition).length
  })
  expect(moved).toBe(0)
})
