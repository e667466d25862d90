/** axe in the browser: accessibility findings of the current screen. */
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { AxeResults, RunOptions } from 'axe-core'

// Evaluated over the browser's protocol: the page's CSP stays in force.
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Rules {
  readonly runOnly: { readonly type: 'tag' | 'rule'; readonly values: string[] }
}

/** Guidelines at level AA, and best practices. */
const guidelines: Rules = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'],
  },
}

/** What alone changes with the theme. */
const contrast: Rules = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/** Focus guards of the menu library pass focus on at once: false positives. */
const exclude = [['[data-base-ui-focus-guard]']]

const resultTypes = ['violations'] satisfies RunOptions['resultTypes']

/** Every page that is loaded from now on brings axe along. */
export const loadAxe = (page: Page) => page.addInitScript({ path: axePath })

// Autoplay needs media alone; style sheets are slow and no rule here needs them.
const preload = { assets: ['media'] } satisfies RunOptions['preload']

/** Findings rated moderate or worse, one line each; optionally within a part. */
async function findings(
  page: Page,
  name: string,
  { rules, within }: { readonly rules: Rules; readonly within?: string },
): Promise<readonly string[]> {
  // Animations finished by script: fading colours are not final, hidden ones never end.
  await page.evaluate(async () => {
    const ending = () =>
      document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    // Busy pages start transitions frames later: two calm looks in a row required.
    for (let calm = 0; calm < 2; calm = ending().length === 0 ? calm + 1 : 0) {
      await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      for (const animation of ending()) animation.finish()
    }
  })
  const { violations } = await page.evaluate(
    async given => (await (window as unknown as { axe: typeof axe }).axe.run(given.where, given.options)) as AxeResults,
    // Passes are only counted: describing them takes most of the time.
    { where: within ? { exclude, include: [[within]] } : { exclude }, options: { ...rules, resultTypes, preload } },
  )
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, nodes }) =>
      nodes
        // Menus open over the page, outside of its landmarks.
        .filter(({ html }) => id !== 'region' || !html.includes('role="menu"'))
        .slice(0, 4)
        .map(
          ({ target, html, any }) =>
            `${name}: ${id} at ${target.join(' ')} ${any[0]?.message ?? ''} ${html.slice(0, 160)}`,
        ),
    )
}

/** Light: all rules. Dark: only those a theme can break. */
const looks = [
  ['light', guidelines],
  ['dark', contrast],
] as const

export type Theme = (typeof looks)[number][0]

/**
 * Findings of the current screen, light and dark.
 * @param looked is told of each theme while it is on
 */
export async function findingsOfThemes(
  page: Page,
  name: string,
  within?: string,
  looked?: (theme: Theme) => Promise<unknown>,
): Promise<readonly string[]> {
  const found: string[] = []
  // Current theme first: each switch recolours everything.
  const now = await page.evaluate(() => document.documentElement.dataset.theme)
  for (const [theme, rules] of now === 'dark' ? looks.toReversed() : looks) {
    await page.evaluate(chosen => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    found.push(...(await findings(page, `${name}, ${theme}`, within ? { rules, within } : { rules })))
    await looked?.(theme)
  }
  return found
}

/** Goes to an address inside the console, as a link would. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(target => {
    history.pushState(null, '', target)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
