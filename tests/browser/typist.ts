/** Chinese typed into cells: an input method over the browser's protocol. */
import type { Page } from '@playwright/test'
import { pressOf } from '../support/keyEvents.ts'
import { american } from '../support/keyLayouts.ts'
import { type Keys, keysOf } from './everyKeyEvents.ts'
import { expect } from './server.ts'
import { signIn } from './signIn.ts'

/** Somebody who writes Chinese by an input method. */
export interface Typist {
  readonly keys: Keys
  /** Composes the letters of a word one by one, then commits it. */
  write(letters: string, word: string): Promise<void>
  /** A key that the input method takes for itself. */
  take(stroke: string): Promise<void>
}

/** The typist of a page. */
export async function typistOf(page: Page): Promise<Typist> {
  const keys = keysOf(await page.context().newCDPSession(page))
  const take = async (stroke: string) => {
    const press = pressOf(american, stroke)
    if (!press) throw new Error(`no key for ${stroke}`)
    await keys.press(press, { taken: 'wholly' })
  }
  return {
    keys,
    take,
    async write(letters, word) {
      for (let end = 1; end <= letters.length; end += 1) {
        await take(letters.charAt(end - 1))
        await keys.compose(letters.slice(0, end))
      }
      // Candidate chosen by its digit, a key of the input method too.
      await take('1')
      await keys.commit(word)
    },
  }
}

/** List of units with focus in a column of its first row. */
export async function openUnits(page: Page, url: string, column: string): Promise<void> {
  await signIn(page, url, '/unit')
  await goTo(page, column)
}

/** Moves focus to a column of the open list's first row. */
export async function goTo(page: Page, column: string): Promise<void> {
  // Focus enters the list by itself once its rows are there.
  await expect(page.locator('[data-grid]:visible [data-index="0"][data-row-id]')).toBeVisible()
  await expect(page.locator('[data-grid]:visible :focus')).toHaveCount(1)
  await page.evaluate(() => window.lotline?.run('grid.gridStart'))
  for (let steps = 0; steps < 20 && (await cursor(page)).column !== column; steps += 1)
    await page.keyboard.press('ArrowRight')
  expect(await cursor(page)).toMatchObject({ column, row: '0' })
}

/** Where the cursor is, what is being entered there, and how. */
export const cursor = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement
    const input = active?.matches('input, textarea') ? (active as HTMLInputElement) : null
    return {
      row: active?.closest<HTMLElement>('[data-index]')?.dataset.index ?? null,
      column: active?.closest<HTMLElement>('[data-column-id]')?.dataset.columnId ?? null,
      mode: input?.dataset.mode ?? null,
      text: input?.value ?? null,
    }
  })

/** A cell of the list of units. */
export const shown = (page: Page, column: string, row = 0) =>
  page.locator(`[data-grid=unit] [data-index="${row}"] [data-column-id="${column}"]`)
