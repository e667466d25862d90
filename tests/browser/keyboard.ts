import type { Page } from '@playwright/test'
import { expect } from './server.ts'

/** Person at the keyboard: no mouse, no values set behind the page's back. */
export interface Keyboard {
  press(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Opens the palette, types, runs the first entry once it reads `title`; answers its questions. */
  run(query: string, title: string, ...answers: readonly string[]): Promise<void>
  /** Waits for a form at this URL, with focus in its first field or the first missing. */
  form(address: RegExp): Promise<void>
  /** Confirms the front dialog by its main button, once focused. */
  confirm(): Promise<void>
  /** Tab, or Shift+Tab, until the field or column of this name has focus. */
  to(name: string): Promise<void>
  /** Types into the focused field or cell and goes on; waits for a list of choices. */
  fill(name: string, value: string): Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  const { keyboard } = page

  const press: Keyboard['press'] = async (...keys) => {
    for (const key of keys) await keyboard.press(key)
  }
  const type: Keyboard['type'] = text => keyboard.type(text, { delay: 5 })

  const focused = () =>
    page.evaluate(() => {
      const active = document.activeElement
      const cell = active?.closest('[data-column-id]')?.getAttribute('data-column-id')
      return cell ?? active?.getAttribute('data-name') ?? active?.getAttribute('name') ?? ''
    })

  /** Position of a field of the same form before the focused one. */
  const isBefore = (name: string) =>
    page.evaluate(wanted => {
      const active = document.activeElement
      const field = active?.closest('form, [data-record]')?.querySelector(`[data-field] [data-name="${wanted}"]`)
      return (field?.compareDocumentPosition(active as Node) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING
    }, name)

  const to: Keyboard['to'] = async name => {
    const key = (await isBefore(name)) ? 'Shift+Tab' : 'Tab'
    for (let steps = 0; steps < 40; steps += 1) {
      if ((await focused()) === name) return
      await keyboard.press(key)
    }
    throw new Error(`Tab never reached ${name}; the focus is on "${await focused()}"`)
  }

  return {
    press,
    type,
    to,
    async confirm() {
      const dialog = page.getByRole('dialog')
      await expect(dialog.locator(':focus')).toHaveCount(1)
      await keyboard.press('Control+Enter')
      await expect(dialog).toBeHidden()
    },
    async form(address) {
      await expect(page).toHaveURL(address)
      const isAtBeginning = () =>
        page.evaluate(() => {
          const active = document.activeElement
          const screen = active?.closest<HTMLElement>('[data-screen]')
          const first = (field: string) => screen?.querySelector(`[data-record] ${field} :is(input, textarea)`)
          const isHere = screen?.dataset.screen === location.pathname
          return isHere && (active === first('[data-field]') || active === first('[data-field][data-missing]'))
        })
      await expect.poll(isAtBeginning).toBe(true)
    },
    async run(query, title, ...answers) {
      await keyboard.press('Control+k')
      // Argument dialogs may have a combobox too: the palette is marked.
      const palette = page.getByRole('dialog').filter({ has: page.locator('[data-palette]') })
      await expect(palette.getByRole('combobox')).toBeFocused()
      await type(query)
      await expect(palette.getByRole('option').first()).toContainText(title)
      if (process.env.SHOTS) await page.screenshot({ path: `test-results/palette-${query}.png` })
      await keyboard.press('Enter')
      for (const [index, answer] of answers.entries()) {
        await expect(palette).toContainText(`第 ${index + 1} 步`)
        await type(answer)
        await keyboard.press('Enter')
      }
      await expect(palette).toBeHidden()
    },
    async fill(name, value) {
      await to(name)
      await type(value)
      const isChoice = await page.evaluate(() => document.activeElement?.getAttribute('role') === 'combobox')
      if (isChoice) await expect(page.getByRole('option').first()).toContainText(value)
      // In a form Enter takes the highlighted choice; Tab only an exact name.
      const isInForm = await page.evaluate(() => document.activeElement?.closest('[role=grid]') === null)
      if (isChoice && isInForm) await keyboard.press('Enter')
      await keyboard.press('Tab')
    },
  }
}
