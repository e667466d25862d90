import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, realpath, rmdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Account, accountFor, canReach } from './clusterAccount.ts'
import { postgresPrograms } from './clusterBinaries.ts'
import { type ClusterAddress, type ClusterClient, ownerRole } from './clusterClient.ts'
import { type ClusterPlan, launch, makeCluster } from './clusterLaunch.ts'
import { refuseIfOwned, removeNote, takeLock } from './clusterLock.ts'
import { findRunning, type Postmaster, stopPostmaster } from './clusterProcess.ts'

/** Built-in PostgreSQL of a data directory. */
export interface Cluster {
  /** Server role: only inserts into append-only tables. */
  readonly connection: { host: string; port: number; user: string; database: string; password?: string }
  /** Owner role, for migrations, generated plants and backups. */
  readonly owner: Cluster['connection']
  /** Stops PostgreSQL cleanly and releases the data directory. */
  stop(): Promise<void>
}

export interface ClusterOptions {
  log?: (message: string) => void
  /** PostgreSQL setting overrides, for tests without fsync. */
  settings?: Record<string, string>
}

// Unix socket paths: 108 bytes on Linux, 104 on macOS, terminator included.
const SOCKET_PATH_LIMIT = 103

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function placeFor(dataDirectory: string, name: string, account: Account | undefined): Promise<ClusterAddress> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() }
  const own = join(dataDirectory, 'socket')
  const short = Buffer.byteLength(join(own, '.s.PGSQL.5432')) <= SOCKET_PATH_LIMIT
  const host = short && (await canReach(dataDirectory, account, 1)) ? own : join(tmpdir(), name)
  return { host, port: 5432 }
}

/** Windows lacks private sockets, so passwords per role keep other accounts out. */
async function passwordFor(dataDirectory: string, name: string): Promise<string> {
  if (process.platform !== 'win32') return ''
  const file = join(dataDirectory, name)
  await writeFile(file, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(() => undefined)
  return readFile(file, 'utf8')
}

async function planFor(dataDirectory: string, options: ClusterOptions): Promise<ClusterPlan> {
  const folder = join(dataDirectory, 'postgres')
  const name = `lotline-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`
  const account = await accountFor(folder)
  const programs = await postgresPrograms(account, dataDirectory)
  const place = await placeFor(dataDirectory, name, account)
  const password = await passwordFor(dataDirectory, 'postgres.password')
  const logFile = join(dataDirectory, 'postgres.log')
  return { folder, name, programs, account, place, password, logFile, settings: options.settings ?? {} }
}

/** Adopts a running PostgreSQL of the folder, or starts one. */
async function runPostgres(plan: ClusterPlan, log: (message: string) => void): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const { running, stalePid } = await findRunning(plan.folder, plan.name, plan.password)
    if (running) {
      log(`Going on with the PostgreSQL that still runs (process id ${running.pid})`)
      return running
    }
    try {
      return await launch(plan, stalePid)
    } catch (error) {
      // Transient: a second server starts, or a killed PostgreSQL is ending.
      const passing = /postmaster\.pid" already exists|pre-existing shared memory/.test(String(error))
      if (!passing || attempt === 40) throw error
      await delay(250)
    }
  }
}

const connectionAt = ({ host, port }: ClusterAddress, user: string, password: string): Cluster['connection'] => ({
  ...{ host, port, user, database: 'lotline' },
  ...(password ? { password } : {}),
})

async function makeDatabase(client: ClusterClient, database: string): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [database])
  if (found.rowCount === 0) await client.query(`create database ${database}`)
}

export async function runningCluster(dataDirectory: string): Promise<Cluster['connection'] | null> {
  const directory = await realpath(dataDirectory)
  const { folder, name, password } = await planFor(directory, {})
  const { running } = await findRunning(folder, name, password)
  return running ? connectionAt(running, ownerRole, password) : null
}

/**
 * Opens the built-in PostgreSQL: creates, adopts (after a kill) and restarts it.
 * @throws Error for a second server on the directory
 */
export async function startCluster(dataDirectory: string, options: ClusterOptions = {}): Promise<Cluster> {
  const log = options.log ?? (() => undefined)
  // Passable for PostgreSQL's account under root; the inner folder is private.
  await mkdir(dataDirectory, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 }).catch(error => {
    throw new Error(
      `The data directory ${dataDirectory} cannot be made: ${error instanceof Error ? error.message : error}`,
    )
  })
  const directory = await realpath(dataDirectory)
  await refuseIfOwned(directory)
  let plan = await planFor(directory, options)
  await makeCluster(plan, log)
  const { host, port } = await runPostgres(plan, log)
  plan = { ...plan, place: { host, port } }
  let lock = await takeLock(directory, plan.place, plan.password)
  let stopping = false
  let recovery = Promise.resolve()

  async function recover(): Promise<void> {
    log('The connection to PostgreSQL was lost')
    for (let attempt = 1; !stopping; attempt += 1) {
      try {
        const { pid } = await runPostgres(plan, log)
        lock = await takeLock(directory, plan.place, plan.password)
        watch()
        log(`PostgreSQL serves again (process id ${pid})`)
        return
      } catch (error) {
        log(`PostgreSQL is not back yet: ${error instanceof Error ? error.message : String(error)}`)
        await delay(Math.min(attempt, 5) * 1_000)
      }
    }
  }

  function watch(): void {
    lock.once('end', () => {
      if (!stopping) recovery = recover()
    })
  }

  async function stop(): Promise<void> {
    stopping = true
    await recovery
    await stopPostmaster(plan.folder, plan.programs)
    await lock.end().catch(() => undefined)
    if (process.platform !== 'win32') await rmdir(plan.place.host).catch(() => undefined)
    await removeNote(directory)
  }

  watch()
  await makeDatabase(lock, 'lotline')
  const password = await passwordFor(directory, 'postgres.server.password')
  await makeServerRole(lock, password)
  let stopped: Promise<void> | undefined
  return {
    connection: connectionAt(plan.place, serverRole, password),
    owner: connectionAt(plan.place, ownerRole, plan.password),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

// Server role beside the owner's. See docs/decisions/0006-database-accounts.md.

/** Role of all server queries; owns nothing. */
export const serverRole = 'lotline_server'

const attributes = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

/**
 * Creates the server role.
 * @param password hexadecimal digits, or none
 */
async function makeServerRole(client: ClusterClient, password: string): Promise<void> {
  const { rows } = await client.query<{ fits: boolean }>(
    `select rolcanlogin and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) as fits
      from pg_roles where rolname = $1`,
    [serverRole],
  )
  if (rows[0]?.fits && !password) return
  const secret = password ? ` password '${password}'` : ''
  await client.query(`${rows[0] ? 'alter' : 'create'} role ${serverRole} ${attributes}${secret}`)
}
