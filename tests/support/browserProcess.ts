/** The server of the browser tests in a process of its own. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Connection } from './databases.ts'

const program = fileURLToPath(new URL('./browserServer.ts', import.meta.url))

export interface BrowserServer {
  readonly url: string
  /** Its database, as the driver takes it. */
  readonly connection: Connection
  stop(): Promise<void>
}

export interface ServerOptions {
  /** Another build of the client. */
  readonly dist?: string
  /** The database of another server, instead of one of its own. */
  readonly beside?: Connection
  /** Where it listens, for one that comes in the place of another; anywhere unless said. */
  readonly port?: number
  /** What its surroundings say besides those of the tests. */
  readonly env?: Readonly<Record<string, string>>
}

/** Starts it on a database of its own: `plant` has master data only, `demo` has weeks of business. */
export async function startServer(
  what: 'plant' | 'demo',
  { dist, beside, port, env: surroundings }: ServerOptions = {},
): Promise<BrowserServer> {
  const env = {
    ...process.env,
    ...surroundings,
    ...(dist === undefined ? {} : { DIST: dist }),
    ...(port === undefined ? {} : { TEST_PORT: String(port) }),
  }
  const args = [program, what, ...(beside === undefined ? [] : [JSON.stringify(beside)])]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const said = await new Promise<Omit<BrowserServer, 'stop'>>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', line => resolve(JSON.parse(line)))
    child.once('exit', code => reject(new Error(`the server of the browser tests ended with ${code}`)))
  })
  return {
    ...said,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
