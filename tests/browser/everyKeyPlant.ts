/** Plant in which every key is pressed, and the way in. */
import type { Page } from '@playwright/test'
import type { Probed } from './everyKeyProbe.ts'
import { test as base, expect } from './server.ts'

/** A plant of its own: keys save, delete and copy. */
export const test = base.extend<object, { keysUrl: string }>({
  keysUrl: [
    async ({ servers }, use) => {
      const server = await servers.open('plant')
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Signs in, with one error in the log so that it opens. */
export async function signIn({ page }: Probed, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.locator('input[name=username]').fill('admin')
  await page.locator('input[type=password]').fill('admin123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.evaluate(() => void dispatchEvent(new ErrorEvent('error', { error: new Error('planted') })))
}

/** Makes the console detect a Mac; before anything is loaded. */
export const onMac = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }))
