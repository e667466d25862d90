/** axe on pages of the menu, light and dark: nothing moderate or worse. Of lists made alike a third; `SOAK=1` all. */
import type { Page } from '@playwright/test'
import { entityNamed } from '#contract/index.ts'
import { type MenuPage, pages } from '#contract/pages.ts'
import { areas } from '#contract/schema/entity.ts'
import { sampled } from '../support/soak.ts'
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

/** Pages with a screen of their own, or with more than a list and a form. */
const ownScreens = new Set(['menu', 'role', 'setting', 'auditlog', 'task', 'labeltemplate', 'produceplan', 'callback'])
const isAlike = ({ name }: MenuPage) => entityNamed(name) !== undefined && !ownScreens.has(name)
const looked = new Set([...sampled(3, pages.filter(isAlike)), ...pages.filter(page => !isAlike(page))])

// One sign-in for several areas, and no test that walks too far.
for (const some of [areas.slice(0, 4), areas.slice(4)])
  test(`nothing moderate or worse is found on pages of ${some.join(', ')}, by day and by night`, async ({
    page,
    demoUrl,
  }) => {
    test.setTimeout(300_000)
    await loadAxe(page)
    await signIn(page, demoUrl)
    const found: string[] = []
    for (const { url } of [...looked].filter(({ area }) => some.includes(area)))
      found.push(...(await findingsOfPage(page, url)))
    expect(found).toEqual([])
  })
