import type { Page } from '@playwright/test'
import { expect } from './server.ts'

/** A person at the keyboard: nothing here touches the mouse or sets a value behind the page's back. */
export interface Keyboard {
  press(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Opens the palette, types and runs what stands first, once it reads as expected; answers what it asks step by step. */
  run(query: string, title: string, ...answers: readonly string[]): Promise<void>
  /** Waits until a form stands at this address with the keyboard in its first field. */
  form(address: RegExp): Promise<void>
  /** Answers the dialog in front with its main button, once it has the keyboard. */
  confirm(): Promise<void>
  /** Goes on with Tab until the field or the column of this name has the focus. */
  to(name: string): Promise<void>
  /** Types into the field or cell that has the focus and goes on; waits for a list to choose from where there is one. */
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

  const to: Keyboard['to'] = async name => {
    for (let steps = 0; steps < 40; steps += 1) {
      if ((await focused()) === name) return
      await keyboard.press('Tab')
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
      const first = page.locator('[data-record]:visible [data-field] :is(input, textarea)').first()
      await expect(first).toBeFocused()
    },
    async run(query, title, ...answers) {
      await keyboard.press('Control+k')
      // A dialog that asks for arguments may have a combobox too: the palette says that it is one.
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
      // In a form Enter takes what is highlighted; Tab alone only what is named outright.
      const isInForm = await page.evaluate(() => document.activeElement?.closest('[role=grid]') === null)
      if (isChoice && isInForm) await keyboard.press('Enter')
      await keyboard.press('Tab')
    },
  }
}
