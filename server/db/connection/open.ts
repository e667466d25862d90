/** Connection pools and transactions; the driver's only user. */
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import type { Cluster } from '../../postgres/cluster.ts'
import type { Database } from './context.ts'
import { instantIn } from './instant.ts'
import { type LivenessProbe, probeConnections } from './livenessProbe.ts'
import { causeOf, pipelined, sendTogether, worked } from './pipeline.ts'
import { prepareStatements } from './preparedStatements.ts'
import { cancelOnAbort } from './queryCancellation.ts'
import { behindQueue, type PoolUsage, renewalOf } from './queuedPool.ts'
import { followCommits } from './replication/commitPosition.ts'
import {
  type Address,
  addressesOf,
  atHost,
  type Hosts,
  hostQuestion,
  hostStateIn,
  hostsOf,
  placeOf,
  type Question,
  type Rows,
  refuseReadOnly,
} from './replication/hosts.ts'
import { type SlowStatements, slowStatements, timeStatements, waitsOfCall } from './slowStatements.ts'
import type { Tables } from './tables.ts'
import { codeOf, isConnectionLost, OutcomeUnknown } from './unavailable.ts'

/** Address of the built-in cluster, or a `DATABASE_URL`. */
export type Connection = Cluster['connection']

const { builtins } = pg.types
const asText = (value: string): string => value
const dateOf = pg.types.getTypeParser(builtins.TIMESTAMPTZ) as (value: string) => Date
const asInstant = (value: string): string => instantIn(value) ?? dateOf(value).toISOString()

// Decimals and dates stay text: floats round, Dates shift zones.
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, asText],
  [builtins.DATE, asText],
  [builtins.TIMESTAMPTZ, asInstant],
])
/** Array type OIDs: int8[], numeric[], date[] and timestamptz[]. */
const arrayParsers = new Map<number, (value: string) => unknown>([
  [1016, Number],
  [1231, asText],
  [1182, asText],
  [1185, asInstant],
])
const textArray: number = 1009

function parserOf(oid: number): ((value: string) => unknown) | undefined {
  const parser = parsers.get(oid)
  if (parser) return parser
  const ofItem = arrayParsers.get(oid)
  if (!ofItem) return undefined
  const itemsOf = pg.types.getTypeParser(textArray) as (value: string) => (string | null)[]
  return value => itemsOf(value).map(item => (item === null ? null : ofItem(item)))
}

const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  (format === 'binary' ? undefined : parserOf(oid)) ??
  pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser

/** Pool size for the calls of one server process. */
const connections = 20
/** Reserve for number allocation, which must not wait for a transaction. */
const spareConnections = 2
/** Reserve for parallel reads of a snapshot. */
const secondConnections = 2
/** Reserve for exports: whole-table scans must not block postings. */
export const exportConnections = 2
const connectingMs = 4_000
const signMs = 2_000
const turns = 4

/** Prepared statements live on their connection: keep it for reuse. */
const poolSettings = { connectionTimeoutMillis: connectingMs, idleTimeoutMillis: 60_000 }

function settingsOf(connection: Address): pg.ClientConfig {
  return {
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    application_name: 'lotline',
    connectionTimeoutMillis: connectingMs,
    statement_timeout: statementLimitMs,
    // Below the statement timeout, so that lock waits are reported as such.
    lock_timeout: 8_000,
    // Bounds row locks of a stalled client.
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    // SSD: random pages cost like sequential ones. Parsers expect UTC and ISO.
    options: '-c TimeZone=UTC -c DateStyle=ISO -c random_page_cost=1.1',
    types: { getTypeParser },
    pipeline: true,
  }
}

const hangUp = (client: unknown): void =>
  void (client as { connection: { stream: Duplex } }).connection.stream.destroy()

/** Separate connection: null is a refusal, undefined no answer. */
async function askAside(settings: pg.ClientConfig, question: string): Promise<Rows | null | undefined> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: signMs + 1_000 })
  client.on('error', () => undefined)
  let answer: Rows | null | undefined
  const answered = client
    .connect()
    .then(() => client.query(question))
    .then(
      rows => {
        answer = rows
      },
      () => {
        answer = null
      },
    )
  // Short turns: a stalled process must read a pending answer first.
  for (let turn = 0; turn < turns && answer === undefined; turn += 1)
    await Promise.race([answered, delay(signMs / turns)])
  hangUp(client)
  return answer
}

/** Liveness probe; a refusal counts as an answer. */
const answers = async (settings: pg.ClientConfig) => (await askAside(settings, 'select 1')) !== undefined

const stateOf = async (settings: pg.ClientConfig) => hostStateIn(await askAside(settings, hostQuestion))

interface SidePools {
  readonly isStandby: boolean
  readonly hosts: Hosts<pg.ClientConfig>
  readonly isServing: (client: Question) => Promise<void>
  /** Connections outside the pools. */
  readonly dedicated: Set<unknown>
  readonly spare: Database
  readonly exports: Database
  readonly second: { readonly db: Database; free: number }
  readonly watch: LivenessProbe
  readonly usage: () => PoolUsage
  readonly slow: SlowStatements
}

const sidePools = new WeakMap<Database, SidePools>()
const roots = new WeakMap<Database, Database>()

const through = (pool: PostgresPool): Database => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

const clientOf = (hosts: Hosts<pg.ClientConfig>, more: pg.ClientConfig = {}) =>
  class extends pg.Client {
    readonly place = hosts.current
    constructor() {
      super({ ...hosts.current, ...more })
    }
  }

export interface DatabaseOptions {
  /** Any host serves, standbys first. */
  readonly isStandby?: boolean
  readonly connected?: (client: Question) => Promise<void>
}

/** Opens a connection pool lazily: the first query connects. */
export function openDatabase(connection: Address, options: DatabaseOptions = {}): Database {
  const { isStandby = false, connected = async () => undefined } = options
  const [first = settingsOf(connection), ...others] = addressesOf(connection).map(settingsOf)
  const open = new Set<unknown>()
  const dedicated = new Set<unknown>()
  // Waiting for a former primary is in vain, listening to it is deaf.
  const leave = () => {
    for (const client of [...open, ...dedicated]) if (placeOf(client) !== hosts.current) hangUp(client)
  }
  const hosts = isStandby
    ? hostsOf([first, ...others], ['standby', 'primary'], stateOf)
    : hostsOf([first, ...others], ['primary'], stateOf, leave)
  const isServing = hosts.isSingle || isStandby ? connected : refuseReadOnly
  const Client = clientOf(hosts)
  const slow = slowStatements()
  const watch = probeConnections({
    answers: () => answers(hosts.current),
    disconnect() {
      for (const client of open) hangUp(client)
      main.refuse()
      spare.refuse()
      second.refuse()
      exporting.refuse()
      if (!hosts.isSingle) void hosts.find()
    },
  })
  // Process ids of another host belong to strangers.
  const onItsHost = (client: unknown, work: (db: Database) => Promise<unknown>) =>
    placeOf(client) === hosts.current ? work(aside) : Promise.resolve()
  const renewal = renewalOf(() => void (hosts.isSingle || hosts.find()))
  const poolOf = (max: number, prepare: (client: unknown) => void = () => undefined) => {
    // The driver awaits it, whatever its types say.
    const onConnect = isServing as unknown as (client: pg.ClientBase) => void
    const pool = new pg.Pool({ ...poolSettings, Client, onConnect, max })
    // Lost connections reach the next query; unhandled, they would exit Node.
    pool.on('error', () => undefined)
    pool.on('connect', client => {
      client.on('error', () => undefined)
      open.add(client)
      if (!isStandby) followCommits(client)
      timeStatements(client, slow)
      prepareStatements(client, watch.waitBegan)
      limitStatements(client, processId => {
        hangUp(client)
        // No answer, as where a commit waits for a standby that left.
        if (!hosts.isSingle) void hosts.find()
        const terminate = (db: Database) => sql`select pg_terminate_backend(${processId}::int)`.execute(db)
        void onItsHost(client, terminate).catch(() => undefined)
      })
      prepare(client)
      sendTogether(client)
    })
    pool.on('remove', client => open.delete(client))
    return behindQueue(atHost(pool, hosts), max, watch, renewal)
  }
  const spare = poolOf(spareConnections)
  const aside = through(spare)
  const cancelling = (client: unknown) =>
    cancelOnAbort(client, processId =>
      onItsHost(client, db => sql`select pg_cancel_backend(${processId}::int)`.execute(db)),
    )
  const main = poolOf(connections, cancelling)
  const second = poolOf(secondConnections, cancelling)
  const exporting = poolOf(exportConnections, cancelling)
  const db = through(main)
  const forExporting = through(exporting)
  const pools = {
    ...{ isStandby, hosts, isServing, dedicated, spare: aside, exports: forExporting, watch, usage: main.usage, slow },
    second: { db: through(second), free: secondConnections },
  }
  sidePools.set(db, pools)
  sidePools.set(forExporting, pools)
  return db
}

export const isForReads = (db: Database): boolean => sidePools.get(db)?.isStandby ?? false

export const findHost = (db: Database): Promise<void> => sidePools.get(db)?.hosts.find() ?? Promise.resolve()

export interface ConnectionLease {
  readonly db: Database
  release(): void
}

/** Leases a free connection, or undefined when none is free. */
export function borrowConnection(db: Database): ConnectionLease | undefined {
  const pool = sidePools.get(db)?.second
  if (!pool || pool.free === 0) return undefined
  pool.free -= 1
  const release = () => {
    pool.free += 1
  }
  return { db: pool.db, release }
}

/** Same database outside the caller's transaction: short statements that survive rollback. */
export function outsideTransaction(tx: Database): Database {
  const root = roots.get(tx) ?? tx
  return sidePools.get(root)?.spare ?? root
}

/** Same database on the connections reserved for exports. */
export const forExports = (db: Database): Database => sidePools.get(db)?.exports ?? db

/** Connections in use, and waiting callers. */
export const poolUsage = (db: Database): PoolUsage =>
  sidePools.get(db)?.usage() ?? { places: connections, busy: 0, waiting: 0 }

/** Slow statements of all connections; set limit and report there. */
export const slowStatementsOf = (db: Database): SlowStatements => sidePools.get(db)?.slow ?? slowStatements()

export interface DedicatedConnection {
  query(text: string): Promise<unknown>
  close(): void
}

const dedicatedSettings = { pipeline: false, query_timeout: signMs }

/** Connection outside the pools; `lost` is called once. */
export async function openDedicated(
  db: Database,
  { heard, lost }: { readonly heard: (said: string) => void; readonly lost: () => void },
): Promise<DedicatedConnection> {
  const pools = sidePools.get(db)
  const connect = async () => {
    const client = pools ? new (clientOf(pools.hosts, dedicatedSettings))() : new pg.Client(dedicatedSettings)
    pools?.dedicated.add(client)
    client.on('error', () => undefined)
    client.on('end', () => pools?.dedicated.delete(client))
    client.on('notification', ({ payload = '' }) => heard(payload))
    await client.connect()
    await pools?.isServing(client).catch(error => {
      hangUp(client)
      throw error
    })
    return client
  }
  const client = await (pools ? pools.hosts.reach(connect) : connect())
  client.once('end', lost)
  return { query: text => client.query(text), close: () => hangUp(client) }
}

/** Closes every connection after its running queries. */
export async function closeDatabase(db: Database): Promise<void> {
  const found = sidePools.get(db)
  await Promise.all([db, found?.spare, found?.exports, found?.second.db].map(each => each?.destroy()))
  found?.watch.stop()
}

export async function withDatabase<T>(
  connection: Address,
  work: (db: Database) => Promise<T>,
  options: DatabaseOptions = {},
): Promise<T> {
  const db = openDatabase(connection, options)
  return work(db).finally(() => closeDatabase(db))
}

const serializationFailure = '40001'
const deadlock = '40P01'
const attempts = 5

/**
 * Runs one transaction, retried on conflict: `work` writes only through its argument.
 * @throws OutcomeUnknown when the connection was lost during COMMIT
 */
export async function transact<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let attempt = 1; ; attempt += 1) {
    let running: Database | undefined
    let isWorkDone = false
    try {
      return await db.transaction().execute(async held => {
        running = await pipelined(held)
        roots.set(running, db)
        const result = await worked(running, work)
        isWorkDone = true
        return result
      })
    } catch (error) {
      if (isWorkDone && isConnectionLost(error)) throw new OutcomeUnknown(error)
      const cause = await causeOf(running, error)
      const code = codeOf(cause)
      if ((code !== serializationFailure && code !== deadlock) || attempt > attempts) throw cause
      // Jitter: otherwise both would collide again.
      await delay(Math.random() * 10 * 2 ** attempt)
    }
  }
}

// Client-side statement timeout: PostgreSQL's own cannot detect a silent connection.

/** Time limit of one statement in PostgreSQL, in ms. */
const statementLimitMs = 10_000
/** Grace in ms, in two steps: stalled processes read the answer first. */
const graceMs = [1_500, 500] as const

interface Client {
  readonly processID: number
  query(text: string, values?: readonly unknown[]): Promise<unknown>
}

/** Tracks `statement_timeout` changes: long statements raise it and are exempt. */
function limitAfter(text: string, limit: { own: boolean; local: boolean }): { own: boolean; local: boolean } {
  if (limit.own && limit.local && !text.includes('statement_timeout')) return limit
  if (/^\s*(commit|rollback)\b/i.test(text)) return { ...limit, local: true }
  if (/\bset local statement_timeout\b/i.test(text)) return { ...limit, local: false }
  if (/\breset statement_timeout\b/i.test(text)) return { ...limit, own: true }
  return /\bset statement_timeout\b/i.test(text) ? { ...limit, own: false } : limit
}

/**
 * Limits statements on the client side, less what their call has waited.
 * @param end closes the socket and terminates the backend of that process id
 */
function limitStatements(client: unknown, end: (processId: number) => void): void {
  const connection = client as Client
  const query = connection.query.bind(connection)
  let limit = { own: true, local: true }
  connection.query = async (text, values) => {
    limit = limitAfter(text, limit)
    if (!(limit.own && limit.local)) return query(text, values)
    const ms = statementLimitMs + graceMs[0] - waitsOfCall().ms
    let timer = setTimeout(() => {
      timer = setTimeout(() => end(connection.processID), graceMs[1])
    }, ms)
    try {
      return await query(text, values)
    } finally {
      clearTimeout(timer)
    }
  }
}
