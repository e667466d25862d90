/** Way into a situation, from whatever the last key has left. */
import { expect, type Page } from '@playwright/test'
import type { ContextKeys } from '../../src/commands/core/when.ts'
import { pressOf } from '../support/keyEvents.ts'
import { american } from '../support/keyLayouts.ts'
import type { Probed, Situation } from './everyKeyProbe.ts'

/** What a person is in when pressing a key. */
export interface Around {
  readonly name: string
  readonly path: string
  /** What the person is in; everything else is as the page says. */
  readonly keys: Partial<ContextKeys>
  /** Command waiting for a confirmation: its result is no effect of the key. */
  readonly waiting?: string
  /** The commands it is about, where another situation shows the rest. */
  readonly about?: readonly string[]
  enter(probed: Probed): Promise<void>
}

/** Runs a command as a script would. */
export const runCommand = (page: Page, id: string) =>
  page.evaluate(async command => void (await window.lotline?.run(command)), id)

/** Puts the keyboard on the first of these that can be seen. */
export const focus = async (page: Page, selector: string) => {
  await page.locator(selector).first().waitFor({ state: 'attached' })
  await page.evaluate(wanted => {
    const all = [...document.querySelectorAll<HTMLElement>(wanted)]
    all.find(element => element.checkVisibility())?.focus()
  }, selector)
}

/** Presses strokes as the key sheet writes them. */
export async function strike({ keys }: Probed, ...strokes: readonly string[]): Promise<void> {
  for (const stroke of strokes) {
    const press = pressOf(american, stroke)
    if (!press) throw new Error(`no key for ${stroke}`)
    await keys.press(press)
  }
}

/** Puts the keyboard on the bare page. */
export const intoPage = ({ page }: Probed): Promise<void> => focus(page, '#main')

/** Context values that differ from the situation; under a window, focus is its affair. */
export function strangeIn({ keys }: Around, situation: Situation): readonly string[] {
  return Object.entries(keys)
    .filter(([name]) => !(name === 'focus' || name.startsWith('grid')) || keys.overlay === 'none')
    .filter(([name, value]) => situation[name] !== value)
    .map(([name, value]) => `${name} is ${String(situation[name])}, not ${String(value)}`)
}

/** Brings the page into a situation; reloads where there is no other way. */
export async function comeInto(probed: Probed, around: Around, url: string): Promise<void> {
  const { page } = probed
  await probed.install(around.keys.installed === true)
  for (let tries = 0; ; tries += 1) {
    try {
      if (tries > 0) await page.goto(url + around.path)
      // The frame comes after the commands.
      await page.locator('#main, [name=username]').first().waitFor({ state: 'attached' })
      await calm(probed, around.path)
      await around.enter(probed)
      const isThere = async () => expect(strangeIn(around, await probed.situation())).toEqual([])
      await expect(isThere).toPass({ timeout: 1000, intervals: [0, 10, 20, 50, 100] })
      return
    } catch (error) {
      if (tries === 3) throw new Error(`${around.name} cannot be come into: ${String(error)}`)
    }
  }
}

/** Closes overlays, drops drafts, and goes to the situation's page. */
async function calm(probed: Probed, path: string): Promise<void> {
  const { page } = probed
  let now = await probed.situation()
  for (let layers = 0; layers < 4 && (now.overlay !== 'none' || now.focus === 'gridEditor'); layers += 1) {
    await strike(probed, 'escape')
    now = (await probed.seen(['-'], 100)).after
  }
  await page.evaluate(
    async ([target, isDirty]) => {
      const { lotline } = window
      if (document.fullscreenElement) await document.exitFullscreen()
      if (isDirty) await lotline?.run('grid.revertAll', {}, { confirm: 'accept' })
      // A key may have enabled it persistently: then typing does not open a cell.
      await lotline?.run('readingAloud.toggle', { on: false })
      if (lotline?.list({ prefix: 'list.clearFilters' })[0]?.enabled) await lotline.run('list.clearFilters')
      if (location.pathname === target) return
      history.pushState(null, '', target)
      dispatchEvent(new PopStateEvent('popstate'))
      await lotline?.ready()
    },
    [path, now.dirty === true] as const,
  )
}
