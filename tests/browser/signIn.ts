/** How a person comes in, with the keyboard. */
import type { Page } from '@playwright/test'
import { keyboardOf } from './keyboard.ts'
import { expect } from './server.ts'

/** Signs in as the administrator where the page at this path asks for it, and waits until the console is there. */
export async function signIn(page: Page, url: string, path = '/'): Promise<void> {
  await page.goto(url + path)
  const { type, press } = keyboardOf(page)
  await expect(page.getByRole('textbox').first()).toBeFocused()
  await type('admin')
  await press('Tab')
  await type('admin123')
  await press('Enter')
  await expect(page.getByRole('navigation').first()).toBeVisible()
}
