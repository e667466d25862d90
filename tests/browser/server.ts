import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test as base, expect } from '@playwright/test'

const program = fileURLToPath(new URL('../support/browserServer.ts', import.meta.url))

async function startServer(what: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [program, what], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', line =>
      resolve(JSON.parse(line).url),
    )
    child.once('exit', code => reject(new Error(`the server of the browser tests ended with ${code}`)))
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

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

export { expect }
