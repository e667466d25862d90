/** Real server as a process on a durable database, to be killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { readPostmaster } from '../../server/postgres/clusterProcess.ts'
import { clusterName, killAllWith, killHard, processesMatching, processesWith } from './killProcesses.ts'
import { adminPassword } from './server.ts'

/** Victim: the server; with its whole PostgreSQL; the postmaster; or one connection's process. */
export type Victim = 'server' | 'server and database' | 'postmaster' | 'backend'

export interface KillAnswer {
  readonly http: number
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  readonly data: any
}

export interface KillTarget {
  /** Starts the server process; resolves when it listens. */
  start(): Promise<void>
  /** Starts it and kills it after so many ms, ready or not. */
  startAndKill(afterMs: number): Promise<void>
  kill(victim: Victim): Promise<void>
  /** Stops a process and lets it go on after so many ms. */
  pause(victim: 'server' | 'postmaster', ms: number): Promise<void>
  signIn(): Promise<void>
  /** Posts with the session of `signIn`, which survives restarts. Rejects without a whole answer. */
  post(path: string, body: unknown, key?: string): Promise<KillAnswer>
  /** Waits until the server answers from its database. */
  answers(): Promise<void>
  /** Opens the database past the server, for the duration of the work. */
  look<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** What the server wrote on its standard error. */
  readonly said: string
  close(): Promise<void>
}

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
const keeperScript = fileURLToPath(new URL('killKeeper.ts', import.meta.url))
const timeoutMs = 60_000

async function whenEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Data directory with a keeper that cleans up; nothing runs yet. */
export async function makeKillTarget(): Promise<KillTarget> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'lotline-kill-')))
  const keeper = spawn(process.execPath, [keeperScript, directory], { stdio: ['pipe', 'ignore', 'inherit'] })
  // as the server itself makes it: root's PostgreSQL runs under another account
  await chmod(directory, 0o711)
  const folder = join(directory, 'postgres')
  let server: ChildProcess | undefined
  let url = ''
  let token = ''
  let said = ''

  // Minimal environment: a DATABASE_URL of the caller could be real.
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const own = { DATA_DIR: directory, PORT: '0', ADMIN_PASSWORD: adminPassword, DEMO: 'off' }
  const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...own }

  function launch(): ChildProcess {
    // No argument of the server: it marks the process for the keeper.
    const child = spawn(process.execPath, [main, directory], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stderr.on('data', chunk => {
      said += chunk
    })
    server = child
    return child
  }

  const listening = (child: ChildProcess) =>
    new Promise<string>((resolve, reject) => {
      let out = ''
      child.stdout?.on('data', chunk => {
        out += chunk
        const found = /^Lotline {2}(http:\S+)\n/m.exec(out)
        if (found?.[1]) resolve(found[1])
      })
      child.once('error', reject)
      child.once('exit', code => reject(new Error(`the server ended with ${code}: ${said.slice(-3000)}`)))
    })

  async function send(path: string, init: RequestInit): Promise<KillAnswer> {
    const response = await fetch(`${url}/${path}`, { ...init, method: 'POST', signal: AbortSignal.timeout(30_000) })
    return { http: response.status, ...((await response.json()) as { status: number; data: unknown }) }
  }

  const post: KillTarget['post'] = (path, body, key) =>
    send(path, {
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        ...(key ? { 'idempotency-key': key } : {}),
      },
    })

  async function killServer(): Promise<void> {
    if (!server) return
    server.kill('SIGKILL')
    await whenEnded(server)
  }

  async function killDatabase(): Promise<void> {
    const found = await processesWith(clusterName(directory))
    // Guard: renamed processes must not mean that nothing is killed.
    if (found.length < 4) throw new Error(`only ${found.length} processes of PostgreSQL found`)
    found.forEach(killHard)
    await killAllWith(clusterName(directory))
  }

  return {
    get said() {
      return said
    },
    post,
    async start() {
      url = await listening(launch())
    },
    async startAndKill(afterMs) {
      launch()
      await delay(afterMs)
      await killServer()
    },
    async kill(victim) {
      if (victim === 'server') return killServer()
      if (victim === 'server and database') return void (await Promise.all([killServer(), killDatabase()]))
      const postmaster = await readPostmaster(folder)
      if (!postmaster) throw new Error('no PostgreSQL runs')
      if (victim === 'postmaster') return killHard(postmaster.pid)
      const serving = /^postgres: lotline-\w+: lotline_server /
      const found = await processesMatching(postmaster.pid, serving)
      if (found.length === 0) throw new Error('no connection of the server found')
      killHard(found[0] as number)
    },
    async pause(victim, ms) {
      const pid = victim === 'server' ? server?.pid : (await readPostmaster(folder))?.pid
      if (pid === undefined) throw new Error(`no ${victim} runs`)
      process.kill(pid, 'SIGSTOP')
      await delay(ms)
      process.kill(pid, 'SIGCONT')
    },
    async signIn() {
      const form = new URLSearchParams({ grant_type: 'password', username: 'admin', password: adminPassword })
      const { status, data } = await send('Auth/login', { body: form })
      if (status !== 0) throw new Error(`signing in: ${status}`)
      token = data.access_token
    },
    async answers() {
      const deadline = Date.now() + timeoutMs
      for (;;) {
        const { http } = await post('template/list/unit', { size: 1 }).catch(() => ({ http: 0 }))
        if (http === 200) return
        if (Date.now() > deadline) throw new Error(`the server does not answer again: ${said.slice(-3000)}`)
        await delay(20)
      }
    },
    async look(work) {
      const place = await readPostmaster(folder)
      if (!place) throw new Error('no PostgreSQL runs')
      const db = openDatabase({ host: place.host, port: place.port, user: 'app', database: 'lotline' })
      return work(db).finally(() => closeDatabase(db))
    },
    async close() {
      keeper.stdin.end()
      await whenEnded(keeper)
      if (keeper.exitCode !== 0) throw new Error(`the processes on ${directory} could not be ended`)
    },
  }
}
