/** Requests before the sign-in; a page's screen loads on its first visit. */
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'
import { signIn } from './signIn.ts'

/** Budget of the first load: bytes of compressed script. */
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
  expect(loaded.map(({ url }) => url).join(' ')).not.toMatch(/zh-TW|en-US|deferred/)
})

test('a language is a static script, its version in its address, fetched when it is chosen and merged into the texts', async ({
  page,
  plantUrl,
}) => {
  await page.addInitScript(() => localStorage.setItem('lotline.locale', 'zh-TW'))
  const script = page.waitForResponse(/assets.zh-TW/)
  await page.goto(`${plantUrl}/login`)
  expect(new URL((await script).url()).pathname).toMatch(/^\/assets\/zh-TW-[\w-]{8}\.js$/)
  expect((await script).headers()['cache-control']).toContain('immutable')
  await expect(page.locator('button[type=submit]')).toHaveText('登入')
})

/** Screens with a chunk of their own; others share two, fetched after sign-in. */
const own = [
  ['/index', 'HomeScreen'],
  ['/reviewasc', 'TraceScreen'],
  ['/menu', 'MenuScreen'],
  ['/produceplan/new', 'PlanScreen'],
  ['/callback/new', 'CallbackScreen'],
  ['/role/new', 'RoleScreen'],
] as const
const names: readonly string[] = ['LoginScreen', 'EntityScreen', 'DocumentScreen', ...own.map(([, name]) => name)]

/** Which of the screens a page has asked for so far. */
function screensOf(page: Page): () => readonly string[] {
  const asked: string[] = []
  page.on('request', request => void asked.push(new URL(request.url()).pathname))
  return () => names.filter(name => asked.some(path => path.startsWith(`/assets/${name}-`) && path.endsWith('.js')))
}

test('the script of a screen is asked for when its page is first gone to, and none of them before sign-in', async ({
  page,
  plantUrl,
}) => {
  const screens = screensOf(page)
  await page.goto(`${plantUrl}/login`)
  await expect(page.locator('input[type=password]')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(screens()).toEqual(['LoginScreen'])
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[type=password]').fill('admin123')
  await page.locator('button[type=submit]').click()
  await expect(page.locator('#main h1:visible')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(screens()).toEqual(names.slice(0, 4))
  for (const [index, [path]] of own.entries()) {
    await page.evaluate(to => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect.poll(screens).toEqual(names.slice(0, index + 4))
  }
})

test('a screen is shown when its script is there, not when React would end the fallback', async ({
  page,
  plantUrl,
}) => {
  await signIn(page, plantUrl, '/index')
  const waits: number[] = []
  for (const [path] of own.slice(1)) {
    const wait = await page.evaluate(async to => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
      const began = performance.now()
      const isShown = () => document.querySelector(`[data-screen="${to}"][data-front] > :not([role=status])`) !== null
      while (!isShown()) await new Promise(requestAnimationFrame)
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      const arrived = Math.max(began, ...scripts.map(entry => (entry as PerformanceResourceTiming).responseEnd))
      return performance.now() - arrived
    }, path)
    waits.push(wait)
  }
  console.info(`screens after their script: ${waits.map(wait => wait.toFixed(0)).join(', ')} ms`)
  // A slow machine delays some of them; the fallback's 300 ms delayed each.
  expect(Math.min(...waits)).toBeLessThan(200)
})
