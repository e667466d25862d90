/** The real server in a process of its own on the generated plant, signed in over HTTP. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Cluster } from '../../server/postgres/cluster.ts'
import { adminPassword } from './build.ts'
import type { ServerCounts } from './countQueries.ts'

export interface BenchServer {
  /** Plain SQL beside the server, for peers and for what to ask about. */
  readonly client: pg.Client
  readonly processId: number
  readonly url: string
  call(path: string, parameters: unknown, headers?: Readonly<Record<string, string>>): Promise<Buffer>
  /** As `call`, and the answer's data. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  ask(path: string, parameters: unknown, headers?: Readonly<Record<string, string>>): Promise<any>
  /** What the server asked its database so far, and its CPU time. */
  counts(): Promise<ServerCounts>
  /** Answer of a module preloaded by `node`. */
  probe<T>(question: string): Promise<T>
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise(resolve => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const counting = new URL('countQueries.ts', import.meta.url).href

export interface BenchServerOptions {
  /** Calls under way at once; the others wait on this side. */
  readonly sockets?: number
  /** Calls take turns at them: one session has sixteen calls at once. */
  readonly sessions?: number
  /** Further options of the server's Node, such as `--cpu-prof`. */
  readonly node?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The address of a database as the server is told it. */
export function urlOf({ host, port, user, database }: Cluster['connection']): string {
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
}

/** Starts the server and signs in. */
export async function startBenchServer(
  { connection, owner }: Cluster,
  { sockets = 10, sessions = 1, node = [], env = {} }: BenchServerOptions = {},
): Promise<BenchServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [...node, '--import', counting, main], {
    env: { ...process.env, DATABASE_URL: urlOf(connection), PORT: String(port), DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('Lotline') && resolve())
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)))
  })
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const client = new pg.Client(owner)
  await client.connect()
  const tokens: string[] = []
  let turn = 0

  const send = (path: string, body: string, headers: Readonly<Record<string, string>>) =>
    new Promise<Buffer>((resolve, reject) => {
      const call = request(
        { host: '127.0.0.1', port, path: `/${path}`, method: 'POST', agent, headers },
        async answer => {
          const chunks: Buffer[] = []
          for await (const chunk of answer) chunks.push(chunk as Buffer)
          const bytes = Buffer.concat(chunks)
          if (answer.statusCode === 200) resolve(bytes)
          else reject(new Error(`${path}: ${answer.statusCode} ${bytes}`))
        },
      )
      call.once('error', reject)
      call.end(body)
    })
  const call: BenchServer['call'] = (path, parameters, headers = {}) =>
    send(path, JSON.stringify(parameters), {
      'content-type': 'application/json',
      authorization: `Bearer ${tokens[turn++ % tokens.length]}`,
      ...headers,
    })
  async function probe<T>(question: string): Promise<T> {
    const answer = once(child, 'message')
    child.send(question)
    const [told] = (await answer) as [T]
    return told
  }
  const form = new URLSearchParams({ grant_type: 'password', username: 'admin', password: adminPassword })
  for (let session = 0; session < sessions; session += 1) {
    const answer = await send('Auth/login', form.toString(), { 'content-type': 'application/x-www-form-urlencoded' })
    tokens.push(JSON.parse(answer.toString()).data.access_token)
  }

  return {
    client,
    processId: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    call,
    async ask(path, parameters, headers) {
      const answer = JSON.parse((await call(path, parameters, headers)).toString())
      if (answer.status !== 0)
        throw new Error(`${path}: ${answer.status} ${answer.message} ${JSON.stringify(answer.data)}`)
      return answer.data
    },
    counts: () => probe<ServerCounts>('counts'),
    probe,
    async close() {
      agent.destroy()
      await client.end()
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}
