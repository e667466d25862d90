/** Starts the server of the bench in a process of its own. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Cluster } from '../../../server/postgres/cluster.ts'
import { adminPassword } from '../build.ts'
import { urlOf } from '../server.ts'

export interface PageServer {
  readonly url: string
  /** One page of a list, as the browser asks for it. */
  list(entity: string, query: object): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds. */
const timeoutMs = 60_000

const program = fileURLToPath(new URL('./serverProgram.ts', import.meta.url))

async function tokenFrom(url: string): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'password', username: 'admin', password: adminPassword })
  const answer = await (await fetch(`${url}/Auth/login`, { method: 'POST', body: form })).json()
  return answer.data.access_token
}

/** The server on a database with the pages of a folder, and a way to ask it beside the browser. */
export async function startPageServer(connection: Cluster['connection'], dist: string): Promise<PageServer> {
  const env = { ...process.env, DATABASE_URL: urlOf(connection), DIST: dist }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', line =>
      resolve(JSON.parse(line).url),
    )
    child.once('exit', code => reject(new Error(`the server of the bench ended with ${code}`)))
  })
  const token = await tokenFrom(url)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return {
    url,
    async list(entity, query) {
      const answer = await fetch(`${url}/template/list/${entity}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(query),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const { status, message } = await answer.json()
      if (status !== 0) throw new Error(`list of ${entity}: ${status} ${message}`)
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
