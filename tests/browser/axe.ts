/** axe in the browser: what a screen reader and weak eyes meet on what stands there now. */
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { AxeResults, RunOptions } from 'axe-core'

// Evaluated by the protocol of the browser: the page's own rules about scripts stay as they are.
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Rules {
  readonly runOnly: { readonly type: 'tag' | 'rule'; readonly values: string[] }
}

/** All that the guidelines ask for, at level AA. */
const guidelines: Rules = { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } }

/** What alone changes with the theme. */
const contrast: Rules = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/** The library's guards at the ends of a menu pass the keyboard on at once: they never keep what is hidden. */
const exclude = [['[data-base-ui-focus-guard]']]

const resultTypes = ['violations'] satisfies RunOptions['resultTypes']

/** Every page that is loaded from now on brings axe along. */
export const loadAxe = (page: Page) => page.addInitScript({ path: axePath })

// Whether something plays by itself is asked of media; the sheets, which take long to read, no rule here asks for.
const preload = { assets: ['media'] } satisfies RunOptions['preload']

/** What axe finds serious or critical, a line each; within a part of the page if one is named. */
async function findings(
  page: Page,
  name: string,
  { rules, within }: { readonly rules: Rules; readonly within?: string },
): Promise<readonly string[]> {
  // Colours that are just fading in are not those that people read; what is folded away would never end by itself.
  await page.evaluate(async () => {
    const ending = () =>
      document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    // A busy page begins its transitions frames after the theme changed: none may be left twice in a row.
    for (let calm = 0; calm < 2; calm = ending().length === 0 ? calm + 1 : 0) {
      await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      for (const animation of ending()) animation.finish()
    }
  })
  const { violations } = await page.evaluate(
    async given => (await (window as unknown as { axe: typeof axe }).axe.run(given.where, given.options)) as AxeResults,
    // What it finds in order is only counted: describing it takes most of the time.
    { where: within ? { exclude, include: [[within]] } : { exclude }, options: { ...rules, resultTypes, preload } },
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 4)
        .map(
          ({ target, html, any }) =>
            `${name}: ${id} at ${target.join(' ')} ${any[0]?.message ?? ''} ${html.slice(0, 160)}`,
        ),
    )
}

/** By day everything is looked at; by night only what a theme can spoil. */
const looks = [
  ['light', guidelines],
  ['dark', contrast],
] as const

export type Theme = (typeof looks)[number][0]

/**
 * What is found on what stands there now, by day and by night.
 * @param looked is told of each theme while it is on
 */
export async function findingsOfThemes(
  page: Page,
  name: string,
  within?: string,
  looked?: (theme: Theme) => Promise<unknown>,
): Promise<readonly string[]> {
  const found: string[] = []
  // The one that is on comes first: every change colours all there is anew.
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
