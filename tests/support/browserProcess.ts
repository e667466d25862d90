/** Servers of the browser tests in processes of their own. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Connection } from './databases.ts'

const program = fileURLToPath(new URL('./browserServer.ts', import.meta.url))

/** `plant` has master data only, `demo` has weeks of business. */
export type Plant = 'empty' | 'plant' | 'demo'

interface Opened {
  readonly url: string
  /** Its database, as the driver takes it. */
  readonly connection: Connection
}

export interface BrowserServer extends Opened {
  stop(): Promise<void>
}

interface PlaceOptions {
  /** The database of another server, instead of one of its own. */
  readonly beside?: Connection
  /** Port to listen at, for a server that replaces another; any unless said. */
  readonly port?: number
}

interface ProcessOptions {
  /** Another build of the client. */
  readonly dist?: string
  /** Environment variables besides those of the tests. */
  readonly env?: Readonly<Record<string, string>>
}

/** Message to the process of the servers. */
export type Request = { readonly id: number } & (
  | ({ readonly kind: 'open'; readonly what: Plant } & PlaceOptions)
  | { readonly kind: 'close'; readonly url: string }
)

/** Its reply to the request of this id. */
export interface Answer {
  readonly id: number
  readonly opened?: Opened
  readonly error?: string
}

/** A process with any number of servers: its modules are loaded once for all of them. */
export interface ServerProcess {
  open(what: Plant, options?: PlaceOptions): Promise<BrowserServer>
  end(): Promise<void>
}

export function startServerProcess({ dist, env: surroundings }: ProcessOptions = {}): ServerProcess {
  const env = { ...process.env, LOCAL_PRINTERS: 'on', ...surroundings, ...(dist === undefined ? {} : { DIST: dist }) }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const waiting = new Map<number, (answer: Answer) => void>()
  const ended = new Promise<void>(resolve =>
    child.once('exit', code => {
      for (const [id, settle] of waiting) settle({ id, error: `the servers of the browser tests ended with ${code}` })
      resolve()
    }),
  )
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let last = 0
  async function ask(request: Request): Promise<Answer> {
    const answer = await new Promise<Answer>(resolve => {
      waiting.set(request.id, resolve)
      child.send(request)
    })
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer
  }
  return {
    async open(what, options = {}) {
      const { opened } = await ask({ id: ++last, kind: 'open', what, ...options })
      if (opened === undefined) throw new Error('the server of the browser tests gave no address')
      return { ...opened, stop: async () => void (await ask({ id: ++last, kind: 'close', url: opened.url })) }
    },
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts one server in a process of its own. */
export async function startServer(
  what: Plant,
  { dist, env, ...place }: PlaceOptions & ProcessOptions = {},
): Promise<BrowserServer> {
  const servers = startServerProcess({ ...(dist === undefined ? {} : { dist }), ...(env === undefined ? {} : { env }) })
  const server = await servers.open(what, place)
  return { ...server, stop: () => servers.end() }
}
