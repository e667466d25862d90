import { test as base, expect } from '@playwright/test'
import { startServer } from '../support/browserProcess.ts'

/** A server that lives as long as the worker; its address. */
const addressOf = (what: 'plant' | 'demo') =>
  [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads the fixture's needs from the pattern
    async ({}, use: (url: string) => Promise<void>) => {
      const server = await startServer(what)
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ] as const

/**
 * A browser on the real server. `plant` has master data only, `demo` has weeks of business, `busy` is a plant for tests that
 * leave much behind; `noise` collects console messages, and what is left there fails the test.
 */
export const test = base.extend<{ noise: string[] }, { plantUrl: string; demoUrl: string; busyUrl: string }>({
  plantUrl: [...addressOf('plant')],
  demoUrl: [...addressOf('demo')],
  busyUrl: [...addressOf('plant')],
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
