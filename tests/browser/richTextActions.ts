/** Editor of a new notice, as tests write, read and paste in it. */
import type { Page } from '@playwright/test'
import { expect } from './server.ts'
import { signIn } from './signIn.ts'

export const area = (page: Page) => page.locator('[data-rich-text]:visible')

const answered = (page: Page, id: string, args: Readonly<Record<string, unknown>> = {}) =>
  page.evaluate(
    async ([command, given]) => {
      const result = await window.lotline?.run(command, given)
      return result?.status === 'ok' ? String(result.data) : JSON.stringify(result)
    },
    [id, args] as const,
  )

/** Replaces the text; returns what became of it. */
export const write = (page: Page, html: string): Promise<string> => answered(page, 'editor.write', { html })
export const read = (page: Page): Promise<string> => answered(page, 'editor.read')

export async function openEditor(page: Page, url: string): Promise<void> {
  await signIn(page, url, '/notify/new')
  await expect(area(page)).toBeVisible()
}

/** Pastes clipboard contents, as the browser delivers them. */
export const paste = (page: Page, html: string): Promise<void> =>
  area(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    clipboardData.setData('text/plain', 'plain')
    element.focus()
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
