import { test as base, expect } from '@playwright/test'
import { type BrowserServer, startServer } from '../support/browserProcess.ts'

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

/** Gives each file of tests a plant of its own, one after the other: which files share a worker must not matter. */
const plantOfFile = [
  // biome-ignore lint/correctness/noEmptyPattern: playwright reads the fixture's needs from the pattern
  async ({}, use: (plantOf: (file: string) => Promise<string>) => Promise<void>) => {
    let current: { readonly file: string; readonly server: BrowserServer } | undefined
    await use(async file => {
      if (current?.file !== file) {
        await current?.server.stop()
        current = { file, server: await startServer('plant') }
      }
      return current.server.url
    })
    await current?.server.stop()
  },
  { scope: 'worker', timeout: 180_000 },
] as const

/** What a test finds, besides playwright's own. */
interface OfTest {
  readonly noise: string[]
  readonly busyUrl: string
}

/** What the tests of a worker share. */
interface OfWorker {
  readonly plantUrl: string
  readonly demoUrl: string
  readonly plantOf: (file: string) => Promise<string>
}

/**
 * A browser on the real server. `plant` has master data only, `demo` has weeks of business, `busy` is a plant for the tests of
 * one file that leave much behind; `noise` collects console messages, and what is left there fails the test.
 */
export const test = base.extend<OfTest, OfWorker>({
  plantUrl: [...addressOf('plant')],
  demoUrl: [...addressOf('demo')],
  plantOf: [...plantOfFile],
  // Starting it takes its own time, not that of the first test.
  busyUrl: [async ({ plantOf }, use, { file }) => use(await plantOf(file)), { timeout: 180_000 }],
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
