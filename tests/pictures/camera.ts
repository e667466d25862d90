/** Camera of `npm run pictures`: waits until a page is at rest. */
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'

/** Quality of the pictures: small text stays sharp at a third of the size of a PNG. */
const quality = 80

/** Page at rest: two pictures in a row are the same. */
async function still(page: Page): Promise<Buffer> {
  const take = () => page.screenshot({ animations: 'disabled', caret: 'hide' })
  for (let last = await take(), tries = 0; ; tries += 1) {
    await page.waitForTimeout(300)
    const next = await take()
    if (next.equals(last)) return next
    if (tries === 20) throw new Error('the page does not come to rest')
    last = next
  }
}

/** Takes the window into a WebP file, once nothing is under way and nothing moves. */
export async function takePicture(page: Page, file: string): Promise<void> {
  await page.evaluate(() => window.lotline?.idle())
  const png = await still(page)
  await mkdir(dirname(file), { recursive: true })
  await sharp(png).webp({ quality, effort: 6 }).toFile(file)
}
