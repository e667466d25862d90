/**
 * Operations a second at 1, 10 and 50 clients with what each costs: CPU of server and database, statements, round trips.
 * Beside them in the same run the rows of a receipt written by hand, so that figures of two runs can be compared.
 */
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { SizeName } from '../../server/domain/seed/generated/sizes.ts'
import { startPlant } from './build.ts'
import { postgresCpuMs } from './cpu.ts'
import { factsOf, issueOf, receiptOf, saleOf } from './posting.ts'
import { type RawPoster, rawPoster } from './rawPosting.ts'
import { printColumns, quantile } from './report.ts'
import { type BenchServer, startBenchServer } from './server.ts'
import { backward, shownFirst, typical } from './traceRoots.ts'

const levels = (process.env.CLIENTS ?? '1,10,50').split(',').map(Number)
const seconds = Number(process.env.SECONDS ?? 4)
const warmSeconds = 1.5
const shownStatements = Math.max(14, Number(process.env.STATEMENTS ?? 0))

interface Operation {
  readonly title: string
  readonly isRaw?: boolean
  /** @param client number of the client, from 0 */
  run(client: number, round: number): Promise<unknown>
}

interface Measured {
  readonly title: string
  readonly clients: number
  readonly times: readonly number[]
  readonly perSecond: number
  readonly serverMs: number
  readonly databaseMs: number
  readonly statements: number
  readonly roundTrips: number
}

/** Enough of what the measured issues and sales take that no run ends it; the plant is thrown away afterwards. */
const topUp = `
  with one as (
    select distinct on (b."lotId") b.id, b."lotId", b."locationId", b."customerId", b."unitId"
    from stockbalance b join stocklot l on l.id = b."lotId" and l."qualityStatus" = 'RELEASED'
    join stocklocation c on c.id = b."locationId" and c."locationType" = 'STORAGE' and not coalesce(c."isQuarantine", false)
    where b.quantity > 0 and b.quantity < 500000 order by b."lotId", b.quantity desc
  ), more as (update stockbalance b set quantity = b.quantity + 1000000 from one where b.id = one.id
  ), lots as (update stocklot l set "onHandQty" = l."onHandQty" + 1000000 from one where l.id = one."lotId")
  insert into stockledger ("customerId", "bizTime", "postedAt", "moveType", "lotId", "fromLocationId", "toLocationId",
    quantity, "unitId", "docType", "docNo", "docLineNo")
  select one."customerId", now() - interval '1 day', now(), 'ADJ', one."lotId", c.id, one."locationId", 1000000,
    one."unitId", 'stocktaking', 'BENCH', 1
  from one join stocklocation c on c."customerId" = one."customerId" and c."locationType" = 'ADJUST'`

/** Adds stock, then awaits the sealing of the plant's history. */
export async function stocked({ client }: BenchServer): Promise<void> {
  await client.query('set lotline.quiet = on')
  await client.query(topUp)
  for (;;) {
    const { rows } = await client.query<{ left: number }>(`
      select (select max(id) from stockledger) - coalesce((select "rowId" from auditchainmark where source = 'stockledger'), 0) as left`)
    if (Number(rows[0]?.left) < 100) return
    await delay(1_000)
  }
}

async function operationsOf(server: BenchServer, raw: readonly RawPoster[]): Promise<readonly Operation[]> {
  await stocked(server)
  const facts = await factsOf(server)
  const most = Math.max(...levels)
  const save = (entity: string, row: object) =>
    server.ask(`template/save/${entity}`, row, { 'idempotency-key': randomUUID() })

  const { rows: plans } = await server.client.query<{ id: number }>(
    `select id::int from produceplan where status = 'RELEASED' and id in (select id from bench.open) order by id limit $1`,
    [most],
  )
  const issues: object[] = []
  for (const { id } of plans) {
    const issue = (await issueOf(server, facts, id)) as { lines: object[] }
    // A tiny part of what is needed: a plan is issued to as often as it is measured.
    issues.push({ ...issue, lines: issue.lines.map(line => ({ ...line, qty: '0.0001' })) })
  }
  const { rows: dealers } = await server.client.query<{ id: number }>('select id::int from bench.dealer order by n')
  const sales: object[] = []
  for (let client = 0; client < most; client += 1)
    sales.push(await saleOf(server, facts, dealers[client % dealers.length]?.id, 1 + (client % 10)))
  const roots = await typical(server, 'PRODUCT')
  const now = () => new Date().toISOString()
  return [
    { title: 'receipt of one line', run: () => save('materialstorein', receiptOf(facts)) },
    { title: 'its rows by hand', isRaw: true, run: client => raw[client]?.post() ?? Promise.resolve() },
    {
      title: 'issue of eight lots',
      run: client => save('getmaterialrecord', { ...issues[client % issues.length], issueTime: now() }),
    },
    { title: 'sale of one line', run: client => save('productsaleout', { ...sales[client], shipTime: now() }) },
    { title: 'list of the ledger', run: () => server.call('template/list/stockledger', { size: 50 }) },
    {
      title: 'trace of a product lot',
      run: (client, round) => backward(server, roots[(client * 7 + round) % roots.length]?.lotNo, shownFirst.desc),
    },
  ]
}

async function forSeconds(operation: Operation, clients: number, length: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + length * 1000
  const client = async (number: number) => {
    for (let round = 0; performance.now() < until; round += 1) {
      const from = performance.now()
      await operation.run(number, round)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return times
}

interface Spent {
  readonly at: number
  readonly databaseMs: number
  readonly serverMs: number
  readonly statements: number
  readonly roundTrips: number
}

async function spent(server: BenchServer, backend: number): Promise<Spent> {
  const { statements, roundTrips, cpuMs: serverMs } = await server.counts()
  return { at: performance.now(), databaseMs: postgresCpuMs(backend), serverMs, statements, roundTrips }
}

async function measure(server: BenchServer, backend: number, operation: Operation, clients: number): Promise<Measured> {
  await forSeconds(operation, clients, warmSeconds)
  const before = await spent(server, backend)
  const times = await forSeconds(operation, clients, seconds)
  const after = await spent(server, backend)
  const each = (name: keyof Spent) => (after[name] - before[name]) / times.length
  return {
    title: operation.title,
    clients,
    times,
    perSecond: 1000 / each('at'),
    serverMs: operation.isRaw ? Number.NaN : each('serverMs'),
    databaseMs: each('databaseMs'),
    statements: operation.isRaw ? Number.NaN : each('statements'),
    roundTrips: operation.isRaw ? Number.NaN : each('roundTrips'),
  }
}

const figure = (value: number, digits = 1) => (Number.isNaN(value) ? '' : value.toFixed(digits))

const head = ['', 'clients', 'a second', 'p50 ms', 'p95 ms', 'server CPU ms', 'database CPU ms', 'statements', 'trips']

const rowOf = (each: Measured): readonly string[] => [
  each.title,
  String(each.clients),
  figure(each.perSecond),
  figure(quantile(each.times, 0.5)),
  figure(quantile(each.times, 0.95)),
  figure(each.serverMs, 2),
  figure(each.databaseMs, 2),
  figure(each.statements),
  figure(each.roundTrips),
]

/** The statements in which the database spent most of its time. */
async function printStatements({ client }: BenchServer, title: string, count: number): Promise<void> {
  const { rows } = await client.query<{
    calls: string
    ms: number
    plans: string
    planMs: number
    hits: number
    text: string
  }>(
    `select calls, total_exec_time + total_plan_time as ms, plans, total_plan_time as "planMs", shared_blks_hit as hits,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as text
     from pg_stat_statements where toplevel and query !~ 'pg_stat_statements' order by 2 desc limit ${shownStatements}`,
  )
  printColumns(
    `${title}: where the database spent its time, for one`,
    [
      ['calls', 'ms', 'plans', 'planning ms', 'buffers', ''],
      ...rows.map(({ calls, ms, plans, planMs, hits, text }) => [
        figure(Number(calls) / count, 2),
        figure(ms / count, 3),
        figure(Number(plans) / count, 2),
        figure(planMs / count, 3),
        figure(Number(hits) / count, 0),
        text,
      ]),
    ],
    [0, 1, 2, 3, 4],
  )
}

/** Measures every operation at every number of clients, all or those whose titles contain a word. */
export async function benchThroughput(size: SizeName, word = ''): Promise<void> {
  // Connections by hand besides the server's.
  const settings = {
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track_planning': 'on',
    max_connections: '120',
  }
  const most = Math.max(...levels)
  const cluster = await startPlant(size, undefined, settings)
  const node = process.env.CPU_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.CPU_PROFILE}`] : []
  const server = await startBenchServer(cluster, { sockets: most, sessions: Math.ceil(most / 10), node })
  const raw: RawPoster[] = []
  try {
    for (let client = 0; client < most; client += 1) raw.push(await rawPoster(cluster))
    await server.client.query('create extension if not exists pg_stat_statements')
    const { rows } = await server.client.query<{ id: number }>('select pg_backend_pid() as id')
    const measured: Measured[] = []
    for (const operation of await operationsOf(server, raw)) {
      if (!operation.title.includes(word) && !operation.isRaw) continue
      await server.client.query('select pg_stat_statements_reset()')
      let count = 0
      for (const clients of levels) {
        const one = await measure(server, rows[0]?.id ?? 0, operation, clients)
        measured.push(one)
        count += one.times.length * (1 + warmSeconds / seconds)
      }
      if (process.env.STATEMENTS) await printStatements(server, operation.title, count)
    }
    printColumns(`throughput on the ${size} plant`, [head, ...measured.map(rowOf)], [1, 2, 3, 4, 5, 6, 7, 8])
  } finally {
    for (const each of raw) await each.close()
    await server.close()
    await cluster.stop()
  }
}
