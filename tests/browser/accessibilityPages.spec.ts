/** axe looks at every page of the menu, by day and by night, and finds nothing serious. */
import type { Page } from '@playwright/test'
import { pages } from '../../src/contract/pages.ts'
import { areas } from '../../src/contract/schema/entity.ts'
import { contrast, findings, go, loadAxe } from './axe.ts'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

// Further rows hold the same cells again, and each is looked at anew.
test.use({ viewport: { width: 1440, height: 420 } })

const run = (page: Page, id: string, args = {}) =>
  page.evaluate(([command, given]) => window.lotline?.run(command, given), [id, args] as const)

/** Everything on a page is looked at by day; by night only what a theme can spoil. */
async function findingsOfPage(page: Page, url: string): Promise<readonly string[]> {
  await go(page, url)
  // Pages that are kept alive behind it would be read each time.
  await run(page, 'tab.closeOthers', { url })
  const within = `[data-screen="${url}"]`
  const screen = page.locator(within)
  await expect(screen.locator('[data-grid], form, [data-menu-screen]').first()).toBeVisible()
  await expect(screen.locator('[aria-busy="true"]')).toHaveCount(0)
  const found: string[] = []
  for (const [theme, asked] of [
    ['light', { within }],
    ['dark', { within, rules: contrast }],
  ] as const) {
    await page.evaluate(chosen => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    found.push(...(await findings(page, `${url}, ${theme}`, asked)))
  }
  return found
}

for (const area of areas)
  test(`nothing serious is found on any page of ${area}, by day and by night`, async ({ page, demoUrl }) => {
    test.setTimeout(180_000)
    await loadAxe(page)
    await signIn(page, demoUrl)
    const found: string[] = []
    for (const { url } of pages.filter(({ area: its }) => its === area))
      found.push(...(await findingsOfPage(page, url)))
    expect(found).toEqual([])
  })
