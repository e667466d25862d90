/** First seconds on a slow line: the name of the product, then the screen. */
import type { Route } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

const files = ['script', 'image', 'manifest', 'other']

const grounds = { light: 'oklch(0.969 0.0035 200)', dark: 'oklch(0.162 0.008 215)' } as const

for (const colorScheme of ['light', 'dark'] as const)
  test(`the mark is painted before any script is there, and stays until a screen is (${colorScheme})`, async ({
    page,
    plantUrl,
  }) => {
    await signIn(page, plantUrl, '/index')
    await page.emulateMedia({ colorScheme })
    let isHeld = true
    const held: Route[] = []
    await page.route('**/*', route => {
      if (!isHeld || ['document', 'stylesheet'].includes(route.request().resourceType())) return route.continue()
      held.push(route)
      return undefined
    })
    const mark = page.locator('.starting')
    const isPainted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length === 1)
    await page.goto(`${plantUrl}/index`, { waitUntil: 'commit' })
    await expect(mark).toBeVisible()
    await expect(mark).toHaveText('Lotline')
    await expect.poll(isPainted).toBe(true)
    await expect(mark).toHaveCSS('background-color', grounds[colorScheme])
    const releaseFiles = async () => {
      for (const route of held.splice(0))
        if (files.includes(route.request().resourceType())) await route.continue()
        else held.push(route)
    }
    // Scripts are there, the menu is not.
    await expect
      .poll(async () => {
        await releaseFiles()
        return held.some(route => route.request().url().includes('Menu'))
      })
      .toBe(true)
    await expect(mark).toBeVisible()
    // Whatever waits goes on from here, the script of the frame last.
    isHeld = false
    for (const route of held.splice(0)) await route.continue()
    await expect(page.locator('#main')).toBeVisible()
    await expect(mark).toBeHidden()
  })
