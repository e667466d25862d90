/** Two PostgreSQL of the packages: a primary and its streaming standby, as processes to be killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { copyCluster } from '../../server/db/connection/backupCluster.ts'
import type { Database } from '../../server/db/connection/context.ts'
import { withDatabase } from '../../server/db/connection/open.ts'
import { serverRole } from '../../server/postgres/cluster.ts'
import { accountFor, giveTo, spawnAs } from '../../server/postgres/clusterAccount.ts'
import { postgresPrograms } from '../../server/postgres/clusterBinaries.ts'
import { ownerRole } from '../../server/postgres/clusterClient.ts'
import { makeCluster } from '../../server/postgres/clusterLaunch.ts'
import type { Connection, TestAccounts } from './databases.ts'
import { killAllWith, processesWith } from './killProcesses.ts'
import { scratchDirectory } from './scratch.ts'

export interface Node extends TestAccounts {
  readonly port: number
  start(settings?: Readonly<Record<string, string>>): Promise<void>
  /** Kills it as a lost machine: no process of it answers any more. */
  kill(): Promise<void>
  /** It stays connected and says nothing any more. */
  freeze(): Promise<void>
  stop(): Promise<void>
  /** As the owner, past every server. */
  look<T>(work: (db: Database) => Promise<T>): Promise<T>
}

export interface Replication {
  readonly primary: Node
  readonly standby: Node
  /** Commits wait for the standby from now on. */
  synchronise(): Promise<void>
  promote(): Promise<void>
  close(): Promise<void>
}

const loopback = '127.0.0.1'
const readyMs = 60_000
/** Processes are killed, not machines: the disk need not be flushed. */
const common = {
  listen_addresses: loopback,
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'replica',
  wal_keep_size: '256MB',
  max_connections: '120',
  shared_buffers: '64MB',
  jit: 'off',
  timezone: 'UTC',
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, loopback, resolve))
  const { port } = probe.address() as { port: number }
  await new Promise(resolve => probe.close(resolve))
  return port
}

const addressOf = (port: number, user: string, database = 'lotline'): Connection => ({
  host: loopback,
  port,
  user,
  database,
})

/** URL of several of them, as an operator writes it. */
export const urlOfNodes = (nodes: readonly Node[], user: string): string =>
  `postgresql://${user}@${nodes.map(({ port }) => `${loopback}:${port}`).join(',')}/lotline`

async function nodeIn(directory: string, name: string): Promise<Node & { readonly folder: string }> {
  const folder = join(directory, name)
  const account = await accountFor(directory)
  const programs = await postgresPrograms(account, directory)
  const port = await freePort()
  // Its processes bear it in their titles.
  const mark = `lotline-${name}-${port}`
  let child: ChildProcess | undefined
  const ended = async () => {
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    child = undefined
  }
  const owner = addressOf(port, ownerRole)
  // A test run that fails before its end leaves nothing behind.
  process.once('exit', () => child?.kill('SIGKILL'))
  async function answers(): Promise<void> {
    const deadline = Date.now() + readyMs
    for (;;) {
      const database = addressOf(port, ownerRole, 'postgres')
      const isUp = await withDatabase(database, db => sql`select 1`.execute(db)).then(
        () => true,
        () => false,
      )
      if (isUp) return
      if (Date.now() > deadline || child?.exitCode != null) throw new Error(`PostgreSQL ${name} does not answer`)
      await delay(50)
    }
  }
  return {
    folder,
    port,
    owner,
    connection: addressOf(port, serverRole),
    async start(settings = {}) {
      const log = await open(join(directory, `${name}.log`), 'a')
      const all = Object.entries({ ...common, port: String(port), cluster_name: mark, ...settings })
      const args = ['-D', folder, ...all.flatMap(([key, value]) => ['-c', `${key}=${value}`])]
      const env = { PATH: process.env.PATH, LC_ALL: 'C' }
      const stdio: ['ignore', number, number] = ['ignore', log.fd, log.fd]
      child = spawn(join(programs, 'postgres'), args, { ...spawnAs(account), cwd: folder, env, stdio })
      await log.close()
      await answers()
    },
    async kill() {
      await killAllWith(mark)
      await ended()
    },
    async freeze() {
      for (const pid of await processesWith(mark)) process.kill(pid, 'SIGSTOP')
    },
    async stop() {
      child?.kill('SIGINT')
      await ended()
    },
    look: work => withDatabase(owner, work),
  }
}

async function makePrimary(directory: string) {
  const node = await nodeIn(directory, 'primary')
  const account = await accountFor(directory)
  const plan = {
    ...{ folder: node.folder, name: 'lotline-test', programs: await postgresPrograms(account, directory), account },
    ...{ place: { host: loopback, port: node.port }, password: '', logFile: join(directory, 'initdb.log') },
    settings: {},
  }
  await makeCluster(plan, () => undefined)
  await node.start()
  await withDatabase(addressOf(node.port, ownerRole, 'postgres'), async db => {
    await sql`create database lotline`.execute(db)
    await sql.raw(`create role ${serverRole} login`).execute(db)
  })
  return node
}

/**
 * Starts both; the standby is a copy of the primary after `fill`.
 * @param delayMs time that the standby lets pass before it replays
 */
export async function startReplication(
  fill: (primary: TestAccounts) => Promise<unknown>,
  { delayMs = 0 }: { readonly delayMs?: number } = {},
): Promise<Replication> {
  const directory = await scratchDirectory('lotline-replication-')
  await chmod(directory, 0o711)
  const primary = await makePrimary(directory)
  await fill(primary)
  const standby = await nodeIn(directory, 'standby')
  await mkdir(standby.folder, { mode: 0o700 })
  await primary.look(db => copyCluster(db, primary.folder, standby.folder, new AbortController().signal))
  await writeFile(join(standby.folder, 'standby.signal'), '')
  const source = `host=${loopback} port=${primary.port} user=${ownerRole} application_name=standby`
  await appendFile(
    join(standby.folder, 'postgresql.auto.conf'),
    `\nprimary_conninfo = '${source}'\nwal_retrieve_retry_interval = '200ms'\nrecovery_min_apply_delay = '${delayMs}ms'\n`,
  )
  const account = await accountFor(directory)
  if (account) await giveTo(account, standby.folder)
  await standby.start()
  return {
    primary,
    standby,
    async synchronise() {
      await primary.look(async db => {
        await sql`alter system set synchronous_standby_names = '*'`.execute(db)
        await sql`select pg_reload_conf()`.execute(db)
        const isSynchronous = async () => {
          const { rows } = await sql`select from pg_stat_replication where sync_state = 'sync'`.execute(db)
          return rows.length > 0
        }
        while (!(await isSynchronous())) await delay(50)
      })
    },
    async promote() {
      await standby.look(db => sql`select pg_promote()`.execute(db))
    },
    async close() {
      await Promise.all([primary.kill(), standby.kill()])
      await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
