/** Opens the database and runs transactions. Of what asks questions, the only file that knows the driver. */
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import type { Cluster } from '../../postgres/cluster.ts'
import type { Database, Tables } from './context.ts'
import { instantIn } from './instant.ts'
import { type LivenessProbe, probeConnections } from './livenessProbe.ts'
import { prepareStatements } from './preparedStatements.ts'
import { cancelOnAbort } from './queryCancellation.ts'
import { behindQueue } from './queuedPool.ts'
import { limitStatements, statementLimitMs } from './statementLimit.ts'
import { codeOf } from './unavailable.ts'

/** Where a database is: what the built-in cluster says, or the same from a `DATABASE_URL`. */
export type Connection = Cluster['connection']

const { builtins } = pg.types
const asText = (value: string): string => value
const dateOf = pg.types.getTypeParser(builtins.TIMESTAMPTZ) as (value: string) => Date
const asInstant = (value: string): string => instantIn(value) ?? dateOf(value).toISOString()

// Decimals and days never pass through a float or a Date, where they would be rounded or moved by a zone.
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, asText],
  [builtins.DATE, asText],
  [builtins.TIMESTAMPTZ, asInstant],
])
/** Types of arrays by the parser of what they hold: int8[], numeric[], date[] and timestamptz[]. */
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

/** Most connections for the calls of one server process. */
const connections = 20
/** Beside them, for what must not wait for a transaction to end: numbers. */
const spareConnections = 2
/** Beside them, for the second half of a reading. */
const secondConnections = 2
/** Beside them, for exports: they go through whole tables, and must not keep postings waiting. */
export const exportConnections = 2
/** Longest wait for a connection to be made, and for a sign of life. */
const connectingMs = 4_000
const signMs = 2_000
const turns = 4

function settingsOf(connection: Connection | string): pg.PoolConfig {
  return {
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    application_name: 'lotline',
    connectionTimeoutMillis: connectingMs,
    // what is prepared is prepared on a connection, so it is kept for the next call
    idleTimeoutMillis: 60_000,
    statement_timeout: statementLimitMs,
    // who waits for somebody else's lock is told before a statement that is slow by itself
    lock_timeout: 8_000,
    // a transaction whose server has stalled must not hold its row locks for ever
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    // a plant's database lies in memory or on flash, where a page at random costs hardly more than the next one
    // days and instants come in the one style the parsers know, and `::date` means UTC, whatever the database is set to
    options: '-c TimeZone=UTC -c DateStyle=ISO -c random_page_cost=1.1',
    types: { getTypeParser },
  }
}

const hangUp = (client: unknown): void =>
  void (client as { connection: { stream: Duplex } }).connection.stream.destroy()

/** Does the database say anything at all? A refusal is an answer too. */
async function answers(settings: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: signMs + 1_000 })
  client.on('error', () => undefined)
  let isAnswered = false
  const answer = () => {
    isAnswered = true
  }
  const answered = client
    .connect()
    .then(() => client.query('select 1'))
    .then(answer, answer)
  // In turns: where this process itself stood still, the time is over before the answer that is there was read.
  for (let turn = 0; turn < turns && !isAnswered; turn += 1) await Promise.race([answered, delay(signMs / turns)])
  hangUp(client)
  return isAnswered
}

/** What belongs to a database beside its pool of connections. */
interface Beside {
  readonly settings: pg.ClientConfig
  readonly spare: Database
  readonly exports: Database
  readonly second: { readonly db: Database; free: number }
  readonly watch: LivenessProbe
}

const besides = new WeakMap<Database, Beside>()
const roots = new WeakMap<Database, Database>()

const through = (pool: PostgresPool): Database => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** Opens a pool of connections; none is made before the first question. */
export function openDatabase(connection: Connection | string): Database {
  const settings = settingsOf(connection)
  const open = new Set<unknown>()
  const watch = probeConnections({
    answers: () => answers(settings),
    cut() {
      for (const client of open) hangUp(client)
      main.refuse()
      spare.refuse()
      second.refuse()
      exporting.refuse()
    },
  })
  const poolOf = (max: number, prepare: (client: unknown) => void = () => undefined) => {
    const pool = new pg.Pool({ ...settings, max })
    // A lost connection is reported to whoever asks next. Without listeners Node would end the process, and the pool
    // listens only to the connections that lie idle in it.
    pool.on('error', () => undefined)
    pool.on('connect', client => {
      client.on('error', () => undefined)
      open.add(client)
      prepareStatements(client, watch.asked)
      limitStatements(client, processId => {
        hangUp(client)
        void sql`select pg_terminate_backend(${processId}::int)`.execute(aside).catch(() => undefined)
      })
      prepare(client)
    })
    pool.on('remove', client => open.delete(client))
    return behindQueue(pool, max, watch)
  }
  const spare = poolOf(spareConnections)
  const aside = through(spare)
  const cancelling = (client: unknown) =>
    cancelOnAbort(client, processId => sql`select pg_cancel_backend(${processId}::int)`.execute(aside))
  const main = poolOf(connections, cancelling)
  const second = poolOf(secondConnections, cancelling)
  const exporting = poolOf(exportConnections, cancelling)
  const db = through(main)
  const forExporting = through(exporting)
  const beside = {
    settings,
    spare: aside,
    exports: forExporting,
    second: { db: through(second), free: secondConnections },
    watch,
  }
  besides.set(db, beside)
  besides.set(forExporting, beside)
  return db
}

/** A connection for the second half of a reading, until it is given back. */
export interface Hand {
  readonly db: Database
  give(): void
}

/** Takes one of those connections, if one is free. */
export function secondHand(db: Database): Hand | undefined {
  const hands = besides.get(db)?.second
  if (!hands || hands.free === 0) return undefined
  hands.free -= 1
  const give = () => {
    hands.free += 1
  }
  return { db: hands.db, give }
}

/**
 * The same database outside the caller's transaction: what is written there stays, whatever becomes of the transaction. For
 * single short statements only, which wait for nobody.
 */
export function beside(tx: Database): Database {
  const root = roots.get(tx) ?? tx
  return besides.get(root)?.spare ?? root
}

/** The same database on the connections kept for exports. */
export const forExports = (db: Database): Database => besides.get(db)?.exports ?? db

/** A connection of its own, to listen on. */
export interface Line {
  ask(text: string): Promise<unknown>
  close(): void
}

/** Opens one beside the pools; `lost` is called once when it ends, whoever ended it. */
export async function lineTo(
  db: Database,
  { heard, lost }: { readonly heard: (said: string) => void; readonly lost: () => void },
): Promise<Line> {
  const client = new pg.Client({ ...besides.get(db)?.settings, query_timeout: signMs })
  client.on('error', () => undefined)
  client.on('notification', ({ payload = '' }) => heard(payload))
  await client.connect()
  client.once('end', lost)
  return { ask: text => client.query(text), close: () => hangUp(client) }
}

/** Ends every connection, after the questions that are under way. */
export async function closeDatabase(db: Database): Promise<void> {
  const found = besides.get(db)
  await Promise.all([db, found?.spare, found?.exports, found?.second.db].map(each => each?.destroy()))
  found?.watch.stop()
}

/** Opens a database for the time of some work. */
export async function withDatabase<T>(connection: Connection | string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(connection)
  return work(db).finally(() => closeDatabase(db))
}

const serializationFailure = '40001'
const deadlock = '40P01'
const attempts = 5

/**
 * Does work in one transaction: all of it or, when it throws, nothing. PostgreSQL ends one of two transactions that stand
 * in each other's way; that one is done again from its beginning, so `work` must write nothing but through its argument.
 * Inside another transaction it is part of that one.
 */
export async function transact<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(tx => {
        roots.set(tx, db)
        return work(tx)
      })
    } catch (error) {
      const code = codeOf(error)
      if ((code !== serializationFailure && code !== deadlock) || attempt > attempts) throw error
      // at random, or the two would meet again
      await delay(Math.random() * 10 * 2 ** attempt)
    }
  }
}
