/** What a browser fetches before anybody has signed in. */
import { expect, test } from './server.ts'

/** Bytes of script, compressed as the server sends them: the budget of the first load. */
const budget = 200_000

test('before sign-in a browser is sent at most 200 KB of script, one language of texts among it', async ({
  page,
  plantUrl,
}) => {
  const scripts: Promise<{ url: string; size: number }>[] = []
  page.on('requestfinished', request => {
    if (request.resourceType() !== 'script') return
    scripts.push(request.sizes().then(({ responseBodySize }) => ({ url: request.url(), size: responseBodySize })))
  })
  await page.goto(`${plantUrl}/login`)
  await expect(page.locator('input[type=password]')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const loaded = await Promise.all(scripts)
  const total = loaded.reduce((sum, { size }) => sum + size, 0)
  console.info(`scripts before sign-in: ${loaded.length}, ${total} bytes`)
  expect(loaded.length).toBeGreaterThan(2)
  expect(total).toBeLessThanOrEqual(budget)
  expect(loaded.map(({ url }) => url).join(' ')).not.toMatch(/english|traditional/)
})
