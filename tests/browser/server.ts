import { test as base, expect } from '@playwright/test'
import { startServer } from '../support/browserProcess.ts'

/** A browser on the real server. `plant` has master data only, `demo` has weeks of business; `noise` collects console messages, and what is left there fails the test. */
export const test = base.extend<{ noise: string[] }, { plantUrl: string; demoUrl: string }>({
  plantUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const server = await startServer('plant')
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  demoUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const server = await startServer('demo')
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  noise: [
    async ({ page }, use) => {
      const noise: string[] = []
      page.on('console', message => {
        if (['error', 'warning'].includes(message.type())) noise.push(message.text())
      })
      page.on('pageerror', error => noise.push(String(error.stack ?? error)))
      await use(noise)
      expect(noise, 'messages in the browser console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect, startServer }
