/** The server of the browser tests in a process of its own. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./browserServer.ts', import.meta.url))

export interface BrowserServer {
  readonly url: string
  stop(): Promise<void>
}

/** Starts it on a database of its own: `plant` has master data only, `demo` has weeks of business. `dist` is another build of the client. */
export async function startServer(what: 'plant' | 'demo', dist?: string): Promise<BrowserServer> {
  const env = dist === undefined ? process.env : { ...process.env, DIST: dist }
  const child = spawn(process.execPath, [program, what], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
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
