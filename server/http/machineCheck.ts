/** Checks whether this machine can run the server; changes nothing. */
import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../db/connection/context.ts'
import { withDatabase } from '../db/connection/open.ts'
import { requireCollation } from '../db/schema/migrate.ts'
import { packageFolder } from '../postgres/clusterBinaries.ts'
import { refuseIfOwned } from '../postgres/clusterLock.ts'
import { readTls } from './monitoring/tls.ts'
import { reasonOf } from './startRefusal.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Finding {
  readonly name: string
  readonly isFine: boolean
  /** What was found, or what to do. */
  readonly text: string
}

/** Finds out, or throws an error whose message says what to do. */
type Look = () => string | Promise<string>

const megabyte = 1024 * 1024
/** PostgreSQL's pages, the server and a large export together. */
const leastMemory = 1024 * megabyte
const oldestDatabase = 15

function fail(text: string): never {
  throw new Error(text)
}

const megabytes = (bytes: number) => `${Math.floor(bytes / megabyte)} MB`

function memory(): string {
  // Containers are limited below the machine's memory.
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return bytes >= leastMemory
    ? megabytes(bytes)
    : fail(`${megabytes(bytes)}: give it ${megabytes(leastMemory)} or more.`)
}

/** Nearest existing folder: a start makes the rest. */
async function existing(folder: string): Promise<string> {
  const place = resolve(folder)
  const found = await stat(place).catch(() => null)
  return found || dirname(place) === place ? place : existing(dirname(place))
}

async function writable(folder: string, name: string): Promise<string> {
  const place = await existing(folder)
  await access(place, constants.W_OK).catch(() => fail(`${place} cannot be written: choose another ${name}.`))
  return resolve(folder)
}

async function freeDisk(folder: string, leastBytes: number): Promise<string> {
  const { bavail, bsize } = await statfs(await existing(folder))
  const free = bavail * bsize
  if (free < leastBytes) fail(`${megabytes(free)} free: below ${megabytes(leastBytes)} nothing is saved (MIN_FREE_MB).`)
  return `${megabytes(free)} free`
}

async function freePort(port: number, host: string): Promise<string> {
  const probe = createServer()
  await new Promise<void>((done, refuse) => probe.once('error', refuse).listen({ port, host }, done))
  await new Promise(done => probe.close(done))
  return `${port} of ${host} is free`
}

/** Looks into an external database as its owner or as the server. */
async function databaseAt(address: string, isStandby = false): Promise<string> {
  const look = async (db: Database) => {
    const { rows } = await sql<{ version: string; checksums: string }>`
      select current_setting('server_version') as version, current_setting('data_checksums') as checksums`.execute(db)
    const { version = '', checksums = 'off' } = rows[0] ?? {}
    if (Number.parseInt(version, 10) < oldestDatabase)
      fail(`PostgreSQL ${version}: Lotline needs ${oldestDatabase} or later.`)
    await requireCollation(db)
    const pages = checksums === 'on' ? 'with page checksums' : 'without page checksums (pg_checksums --enable)'
    return `PostgreSQL ${version}, ${pages}`
  }
  return withDatabase(address, look, { isStandby })
}

function looksOf(env: Environment, dist: string): Readonly<Record<string, Look>> {
  const directory = env.DATA_DIR || './data'
  const backups = env.BACKUP_DIR || join(directory, 'backups')
  const leastBytes = Number(env.MIN_FREE_MB || 500) * megabyte
  const { DATABASE_URL: server, DATABASE_OWNER_URL: owner, TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = env
  const standby = env.DATABASE_READ_URL
  const builtIn = {
    postgres: () => packageFolder() && 'built in',
    data: async () => {
      await refuseIfOwned(directory)
      return writable(directory, 'DATA_DIR')
    },
    disk: () => freeDisk(directory, leastBytes),
  }
  return {
    node: () => process.versions.node,
    client: async () => {
      await access(join(dist, 'index.html')).catch(() => fail('The client is not built: run "npm run build".'))
      return 'built'
    },
    memory,
    ...(server ? { database: () => databaseAt(server) } : builtIn),
    ...(standby ? { standby: () => databaseAt(standby, true) } : {}),
    ...(server && owner ? { owner: () => databaseAt(owner) } : {}),
    backups: () => writable(backups, 'BACKUP_DIR'),
    ...(cert && key ? { tls: () => readTls({ cert, key }) && cert } : {}),
    port: () => freePort(Number(env.PORT || 5180), env.HOST || '127.0.0.1'),
  }
}

/** Findings in order; none depends on another. */
export async function checkMachine(env: Environment, dist: string): Promise<readonly Finding[]> {
  const at = { port: Number(env.PORT || 5180), host: env.HOST || '127.0.0.1' }
  const findings: Finding[] = []
  for (const [name, look] of Object.entries(looksOf(env, dist))) {
    const found = await Promise.resolve()
      .then(look)
      .then(
        text => ({ isFine: true, text }),
        (error: unknown) => ({ isFine: false, text: reasonOf(error, at) }),
      )
    findings.push({ name, ...found })
  }
  return findings
}
