import { test as base, expect } from '@playwright/test'
import {
  type BrowserServer,
  type Plant,
  type ServerProcess,
  startServer,
  startServerProcess,
} from '../support/browserProcess.ts'

/** A server that lives as long as the worker; its address. */
const addressOf = (what: Plant) =>
  [
    async ({ servers }: OfWorker, use: (url: string) => Promise<void>) => {
      const server = await servers.open(what)
      await use(server.url)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ] as const

/** One plant per test file, in turn: sharing a worker must not matter. */
const plantOfFile = [
  async ({ servers }: OfWorker, use: (plantOf: (file: string) => Promise<string>) => Promise<void>) => {
    let current: { readonly file: string; readonly server: BrowserServer } | undefined
    await use(async file => {
      if (current?.file !== file) {
        await current?.server.stop()
        current = { file, server: await servers.open('plant') }
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
  readonly servers: ServerProcess
  readonly plantUrl: string
  readonly demoUrl: string
  readonly plantOf: (file: string) => Promise<string>
}

/**
 * Browser on the real server. `plant` has master data only, `demo` weeks of business, `busy` is for one file that
 * leaves much behind; `noise` collects console messages, and leftovers fail the test.
 */
export const test = base.extend<OfTest, OfWorker>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const servers = startServerProcess()
      await use(servers)
      await servers.end()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
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
      // A listener from the start: a chooser opened before its interception is lost.
      page.on('filechooser', () => undefined)
      await use(noise)
      expect(noise, 'messages in the browser console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect, startServer }
