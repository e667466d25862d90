/** Server entry point: environment, database, migration, listening, clean shutdown. */
import { createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Locale } from '#contract/messages/locales.ts'
import type { Database } from './db/connection/context.ts'
import { closeDatabase, openDatabase } from './db/connection/open.ts'
import { Standby } from './db/connection/replication/standby.ts'
import { analyze, analyzeAtStart } from './db/connection/statistics.ts'
import { restoreCounts } from './db/query/count.ts'
import { warmLists } from './db/query/warmLists.ts'
import { type Accounts, asOwner, separateAccounts } from './db/schema/accounts.ts'
import { migrate, requireCollation } from './db/schema/migrate.ts'
import { refreshSearch } from './db/schema/search.ts'
import { knownAccounts } from './domain/auth/demoAccounts.ts'
import { examineRestored, reportForeignHeads } from './domain/chain/restored.ts'
import { seedDemo } from './domain/seed/demo.ts'
import { seedGenerated } from './domain/seed/generated/generate.ts'
import { isSizeName, sizes } from './domain/seed/generated/sizes.ts'
import type { Exposure } from './domain/seed/users.ts'
import { defaultMinFreeBytes, type WatchedFolder } from './domain/status/disks.ts'
import { type FirstStart, firstStart } from './domain/system/firstStart.ts'
import { requireSessions } from './domain/system/pooler.ts'
import { examinePutBack } from './domain/tasks/backup/examine.ts'
import { refuseUnfilled, requireWholeSchema } from './domain/tasks/backup/wholeSchema.ts'
import type { BackupPlace } from './domain/tasks/jobs/job.ts'
import { trustedProxies } from './http/calls/proxies.ts'
import { drain } from './http/closing.ts'
import { settingsOrExit } from './http/environment.ts'
import { isExposed } from './http/exposed.ts'
import { createServer } from './http/serve.ts'
import { reasonOf } from './http/startRefusal.ts'
import { type Cluster, startCluster } from './postgres/cluster.ts'

const env = settingsOrExit()
const port = Number(env.PORT ?? 5180)
const host = env.HOST ?? '127.0.0.1'
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const closeTimeoutMs = 10_000
const dataDirectory = env.DATA_DIR ?? './data'
const backupFolder = env.BACKUP_DIR ?? join(dataDirectory, 'backups')

const say = (text: string) => process.stdout.write(`${text}\n`)
const note = (text: string) => process.stderr.write(`${text}\n`)

/** Demo plant by default in a new built-in database. */
function isDemoWanted(embedded: boolean, { isNew }: FirstStart): boolean {
  return isNew && (env.DEMO ?? (embedded ? 'demo' : 'off')) === 'demo'
}

/** Abort signal of shutdown: plant generation takes minutes. */
const stopped = new AbortController()

/** Generates the plant before listening, while it has the database alone. */
async function generatePlant({ db, accounts }: Data): Promise<void> {
  const name = env.DEMO
  if (!isSizeName(name)) return
  if (await asOwner(accounts, db, owner => seedGenerated(owner, sizes[name], say, stopped.signal)))
    say(`The ${name} plant is ready.`)
  else note(`DEMO=${name} was left aside: a plant is generated only in an empty database, and this one has entries.`)
}

/** Cleanup stack: server, database and cluster, closed in reverse order. */
const opened: (() => Promise<void>)[] = []
/** Pending open: shutdown awaits it, so that nothing is left running. */
let opening: Promise<unknown> = Promise.resolve()
let stopping = false

async function stop(code: number): Promise<never> {
  stopping = true
  stopped.abort()
  await opening.catch(() => undefined)
  try {
    for (const close of opened.reverse()) await close()
  } catch (error) {
    note(String(error))
    process.exit(1)
  }
  process.exit(code)
}

async function close(app: FastifyInstance): Promise<void> {
  await drain(app, Number(env.DRAIN_SECONDS ?? 0) * 1000)
  // Grace period of 10 s; then connections are cut, transactions rolled back.
  const cut = setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs)
  await app.close()
  clearTimeout(cut)
}

/** Port check before the first start: failing later loses its password. */
async function refuseTakenPort(): Promise<void> {
  const probe = createSocket()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen({ port, host }, resolve))
  await new Promise(resolve => probe.close(resolve))
}

interface Data {
  readonly db: Database
  readonly standby: Standby | undefined
  readonly accounts: Accounts
  readonly first: FirstStart
}

function accountsOf(cluster: Cluster | null): Accounts {
  if (cluster) return { server: cluster.connection, owner: cluster.owner }
  const server = env.DATABASE_URL as string
  return { server, owner: env.DATABASE_OWNER_URL || server }
}

async function openData(): Promise<Data> {
  if (!env.DATABASE_URL) await examinePutBack(join(dataDirectory, 'postgres'), note)
  const cluster = env.DATABASE_URL ? null : await startCluster(dataDirectory, { log: note })
  if (cluster) opened.push(() => cluster.stop())
  const accounts = accountsOf(cluster)
  const db = openDatabase(accounts.server)
  opened.push(() => closeDatabase(db))
  const first = await asOwner(accounts, db, owner => bringUpToDate(owner, { db, accounts }))
  return { db, standby: openStandby(db), accounts, first }
}

function openStandby(db: Database): Standby | undefined {
  if (!env.DATABASE_READ_URL) return undefined
  const standby = new Standby(env.DATABASE_READ_URL, db)
  opened.push(() => standby.close())
  return standby
}

async function bringUpToDate(owner: Database, { db, accounts }: Pick<Data, 'db' | 'accounts'>): Promise<FirstStart> {
  await requireSessions(owner)
  if (owner !== db) await requireSessions(db)
  await requireCollation(owner)
  await refuseUnfilled(owner)
  const migrated = await migrate(owner)
  await requireWholeSchema(owner)
  await separateAccounts(accounts, { db, owner, say: note })
  if (!env.DATABASE_URL)
    await examineRestored(db, { folder: join(dataDirectory, 'postgres'), heads: backupFolder, say: note })
  await reportForeignHeads(db, backupFolder, note)
  await refuseTakenPort()
  const first = await firstStart(db, env.ADMIN_PASSWORD)
  await refreshSearch(db)
  await analyzeAtStart(owner, migrated)
  return first
}

const sourceOf = ({ owner }: Accounts): BackupPlace['source'] =>
  typeof owner === 'string' ? { address: owner } : { cluster: join(dataDirectory, 'postgres'), owner }

/** Folders that fill; those of an external PostgreSQL are elsewhere. */
const watchedFolders = (): readonly WatchedFolder[] => [
  ...(env.DATABASE_URL
    ? []
    : ([
        { name: 'data', path: dataDirectory },
        { name: 'wal', path: join(dataDirectory, 'postgres', 'pg_wal') },
      ] as const)),
  { name: 'backups', path: backupFolder },
  { name: 'temp', path: tmpdir() },
]

/** Listens; answers whether other machines reach it. */
async function listen({ db, standby, accounts }: Data): Promise<boolean> {
  const log = { level: env.LOG_LEVEL ?? 'warn', stream: process.stderr }
  const minFreeBytes = env.MIN_FREE_MB ? Number(env.MIN_FREE_MB) * 1024 * 1024 : defaultMinFreeBytes
  const app = await createServer({
    db,
    standby,
    log,
    staticDirectory: dist,
    proxies: trustedProxies(env.TRUST_PROXY),
    ...(env.TLS_CERT_FILE && env.TLS_KEY_FILE ? { tls: { cert: env.TLS_CERT_FILE, key: env.TLS_KEY_FILE } } : {}),
    monitoring: {
      token: env.METRICS_TOKEN || null,
      backups: backupFolder,
    },
    tasks: { byClock: env.TASKS !== 'off', backups: { folder: backupFolder, source: sourceOf(accounts) } },
    ...(typeof accounts.owner === 'string'
      ? {}
      : { archive: { owner: accounts.owner, cluster: join(dataDirectory, 'postgres'), backups: backupFolder } }),
    space: { folders: watchedFolders(), minFreeBytes },
    ...(env.SLOW_STATEMENT_MS ? { slowMs: Number(env.SLOW_STATEMENT_MS) } : {}),
  })
  opened.push(() => close(app))
  await restoreCounts(db).catch(() => undefined)
  say(`Lotline  ${await app.listen({ port, host })}`)
  void warmLists(db).catch(() => undefined)
  if (!isExposed(app)) return false
  if ((await knownAccounts({ tx: db })).length > 0)
    note(`Accounts with the known password of the demonstration cannot sign in while HOST is ${host}.`)
  return true
}

async function demonstrate({ db, accounts }: Data, exposure: Exposure): Promise<void> {
  // Made before anybody visits: nobody's browser tells its language.
  await seedDemo(db, { ...exposure, locale: (env.DEMO_LANG || 'zh-CN') as Locale })
  await asOwner(accounts, db, owner => analyze(owner))
}

async function start(): Promise<void> {
  const starting = openData()
  opening = starting
  const data = await starting
  const { first } = data
  const generated = isSizeName(env.DEMO)
  // Printed even while stopping: a generated password is stored nowhere.
  const logPassword = () => first.password && say(`Sign in  admin${env.ADMIN_PASSWORD ? '' : ` / ${first.password}`}`)
  if (generated) logPassword()
  if (generated && !stopping) await generatePlant(data)
  const exposure = { isExposed: false }
  if (!stopping) {
    const listening = listen(data)
    opening = listening
    exposure.isExposed = await listening
  }
  if (!generated) logPassword()
  if (stopping || !isDemoWanted(!env.DATABASE_URL, first)) return
  await demonstrate(data, exposure).catch(error => {
    if (!stopping) throw error
    note('The demonstration plant is not whole; it is made anew in an empty DATA_DIR.')
  })
  if (!stopping) say('The demonstration plant is ready.')
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (!stopping) void stop(0)
  })
}

start().catch(error => {
  if (stopping) return
  note(reasonOf(error, { port, host }))
  void stop(1)
})
