/** Metrics for Prometheus: calls, refusals, pool, realtime, tasks, backups, disk. */
import { timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { Database } from '../../db/connection/context.ts'
import { poolUsage, slowStatementsOf } from '../../db/connection/open.ts'
import type { Standby } from '../../db/connection/replication/standby.ts'
import type { DiskWatch } from '../../domain/status/disks.ts'
import { type BackupState, backupState } from '../../domain/tasks/backup/stored.ts'

export interface MonitoringOptions {
  /** Bearer token; without one only this machine may read. */
  readonly token: string | null
  readonly backups: string | null
  readonly standby?: Standby | undefined
}

const loopback = /^(::ffff:)?127\.|^::1$/

const isSame = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** A proxy on this machine forwards strangers: its requests need the token. */
function mayRead({ headers, socket }: FastifyRequest, token: string | null): boolean {
  const [, given] = /^Bearer (\S{1,300})$/.exec(headers.authorization ?? '') ?? []
  if (token !== null && given !== undefined) return isSame(given, token)
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return token === null && !isForwarded && loopback.test(socket.remoteAddress ?? '')
}

/** `template/list/brand` → `template/list`: few series, whatever the entities. */
export const groupOf = (url: string | undefined): string =>
  url === undefined ? 'other' : url.split('/').filter(Boolean).slice(0, 2).join('/') || 'page'

interface Figures {
  /** Times of the newest run by result, in seconds; 0 without one. */
  readonly tasks: readonly { readonly code: string; readonly done: number; readonly failed: number }[]
  readonly waitingNotices: number
  readonly ledgerRows: number
}

/** The ledger's rows as the planner estimates them: counting reads all. */
async function figuresOf(db: Database): Promise<Figures> {
  const newest = (outcomes: readonly string[]) =>
    sql`coalesce(extract(epoch from max(r."finishedAt") filter (where r.outcome = any(${outcomes}))), 0)::float8`
  const tasks = await sql<Figures['tasks'][number]>`
    select t.code, ${newest(['DONE', 'FOUND'])} as done, ${newest(['FAILED', 'LOST'])} as failed
    from task t left join taskrun r on r."taskId" = t.id group by t.code`.execute(db)
  const sums = await sql<Omit<Figures, 'tasks'>>`
    select (select count(*) from callbacknotice where outcome = 'PENDING') as "waitingNotices",
      (select greatest(reltuples, 0)::float8 from pg_class where oid = 'stockledger'::regclass) as "ledgerRows"`.execute(
    db,
  )
  const [sum = { waitingNotices: 0, ledgerRows: 0 }] = sums.rows
  return { tasks: tasks.rows, ...sum }
}

/** Cache time of the database's figures, in ms: frequent readers cost nothing. */
const freshMs = 5_000

/** Cached figures; null while the database is away. */
function figuresReader(db: Database): () => Promise<Figures | null> {
  let readAt = Number.NEGATIVE_INFINITY
  let figures: Promise<Figures | null> = Promise.resolve(null)
  return () => {
    if (performance.now() - readAt > freshMs) {
      readAt = performance.now()
      figures = figuresOf(db).catch(() => null)
    }
    return figures
  }
}

/** Gauges of the plant; a database that is away leaves them out. */
function measurePlant(register: Registry, db: Database): void {
  const read = figuresReader(db)
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    put: (gauge: Gauge<string>, figures: Figures) => void,
  ) =>
    new Gauge<string>({
      name: `lotline_${name}`,
      help,
      labelNames,
      registers: [register],
      async collect() {
        const figures = await read()
        this.reset()
        if (figures) put(this, figures)
      },
    })
  const taskTime = (name: 'done' | 'failed', help: string) =>
    gauge(`task_${name}_timestamp_seconds`, help, ['task'], (each, { tasks }) => {
      for (const task of tasks) each.set({ task: task.code }, task[name])
    })
  taskTime('done', 'End of the newest run that succeeded, 0 for none.')
  taskTime('failed', 'End of the newest run that failed, 0 for none.')
  gauge('notices_waiting', 'Recall notices that wait to be sent.', [], (each, { waitingNotices }) =>
    each.set(waitingNotices),
  )
  gauge('ledger_rows', 'Rows of the stock ledger, as PostgreSQL estimates them.', [], (each, { ledgerRows }) =>
    each.set(ledgerRows),
  )
}

interface Measured extends MonitoringOptions {
  readonly disks: DiskWatch
}

/** Figures by name that are counted elsewhere. */
function measureByName(register: Registry, db: Database, disks: DiskWatch): void {
  new Gauge({
    name: 'lotline_disk_free_bytes',
    help: 'Free space by folder: data, wal, backups, temp.',
    labelNames: ['folder'],
    registers: [register],
    async collect() {
      this.reset()
      for (const { folders, freeBytes } of await disks.states())
        for (const folder of folders) this.set({ folder }, freeBytes)
    },
  })
  new Counter({
    name: 'lotline_slow_statements_total',
    help: 'Statements beyond SLOW_STATEMENT_MS by call.',
    labelNames: ['call'],
    registers: [register],
    collect() {
      this.reset()
      const sums = new Map<string, number>()
      for (const [call, count] of slowStatementsOf(db).counts)
        sums.set(groupOf(call), (sums.get(groupOf(call)) ?? 0) + count)
      for (const [call, count] of sums) this.inc({ call }, count)
    },
  })
}

function measureMachine(register: Registry, app: FastifyInstance, db: Database, { backups, disks }: Measured): void {
  const read = (name: string, help: string, value: () => number | Promise<number>) =>
    new Gauge({
      name: `lotline_${name}`,
      help,
      registers: [register],
      async collect() {
        this.set(await value())
      },
    })
  read('database_connections_busy', 'Connections of the calls in use.', () => poolUsage(db).busy)
  read('database_connections_max', 'Connections of the calls at most.', () => poolUsage(db).places)
  read('database_callers_waiting', 'Calls that wait for a connection.', () => poolUsage(db).waiting)
  read('realtime_channels', 'Open realtime channels.', () => app.websocketServer.clients.size)
  if (backups !== null) measureBackups(read, backups)
  measureByName(register, db, disks)
}

function measureStandby(register: Registry, standby: Standby): void {
  const registers = [register]
  new Gauge({
    name: 'lotline_standby_ready',
    help: 'Whether reads go to the standby: 1, or 0 while it is away or more than ten seconds behind.',
    registers,
    collect() {
      this.set(standby.state === 'ok' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'lotline_standby_lag_seconds',
    help: 'Time that the standby is behind the primary; none while it is away.',
    registers,
    collect() {
      this.reset()
      if (standby.lagSeconds === null) this.remove()
      else this.set(standby.lagSeconds)
    },
  })
  new Gauge({
    name: 'lotline_standby_reads',
    help: 'Reads since the start: answered by the standby, or by the primary because it was behind, away, in conflict or written to.',
    labelNames: ['outcome'],
    registers,
    collect() {
      for (const [outcome, count] of Object.entries(standby.outcomes)) this.set({ outcome }, count)
    },
  })
}

type Read = (name: string, help: string, value: () => number | Promise<number>) => unknown

const secondsOf = (moment: string | null | undefined): number => (moment ? Date.parse(moment) / 1000 : 0)

function measureBackups(read: Read, folder: string): void {
  const each = (name: string, help: string, of: (state: BackupState) => number) =>
    read(name, help, () => backupState(folder).then(of))
  each(
    'backup_timestamp_seconds',
    'Time of the newest whole backup on this machine, 0 for none.',
    state => state.newestAt,
  )
  each('archive_timestamp_seconds', 'Moment up to which the log is archived, 0 for never.', state =>
    secondsOf(state.archivedUntil),
  )
  each('drill_timestamp_seconds', 'Time of the last restore drill, 0 for none.', state => secondsOf(state.drill?.at))
  each('drill_success', '1 when the last restore drill succeeded.', state => (state.drill?.isGood ? 1 : 0))
}

/** Bounds in seconds around the promised 15, 30 and 100 ms. */
const buckets = [0.005, 0.015, 0.03, 0.1, 0.3, 1, 3, 10]

function measureCalls(register: Registry, app: FastifyInstance): void {
  const calls = new Histogram({
    name: 'lotline_call_duration_seconds',
    help: 'Duration of calls by group and HTTP status.',
    labelNames: ['group', 'http'],
    buckets,
    registers: [register],
  })
  const defects = new Counter({
    name: 'lotline_defects_total',
    help: 'Calls answered with an unexpected error.',
    registers: [register],
  })
  app.addHook('onResponse', async ({ routeOptions }, { statusCode, elapsedTime }) => {
    calls.observe({ group: groupOf(routeOptions.url), http: String(statusCode) }, elapsedTime / 1000)
    if (statusCode === 500) defects.inc()
  })
}

/** Serves `/metrics` in Prometheus' text format, to this machine or with the token. */
export function serveMetrics(app: FastifyInstance, db: Database, options: Measured): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  measureCalls(register, app)
  measureMachine(register, app, db, options)
  measurePlant(register, db)
  if (options.standby) measureStandby(register, options.standby)
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options.token)) throw new AppError('unauthorized')
    const text = await register.metrics()
    return reply.header('cache-control', 'no-store').type(register.contentType).send(text)
  })
  app.addHook('onClose', async () => register.clear())
}
