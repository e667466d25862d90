/** Builds a generated plant once and keeps it under the system's temporary directory, named by what it was made from. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import pg from 'pg'
import { type Cluster, startCluster } from '../../server/db/cluster.ts'
import { migrate, migrationsFolder } from '../../server/db/migrate.ts'
import { closeDatabase, openDatabase } from '../../server/db/open.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import { openTestPlant, unbalancedLots } from '../support/plant.ts'
import { frameSteps, masterSteps, type Step } from './frame.ts'
import { documentSteps, lotSteps } from './history.ts'
import { openWorkSteps } from './openWork.ts'
import { type SizeName, sizes } from './sizes.ts'

export const adminPassword = 'admin123'

const filled = [
  'stocklot',
  'stockledger',
  'stockbalance',
  'lotlink',
  'materialstorein',
  'materialstoreinline',
  'produceplan',
  'produceplanmaterial',
  'getmaterialrecord',
  'getmaterialline',
  'usematerialrecord',
  'productstorein',
  'productsaleout',
  'productsaleoutline',
]

// Only while loading: what is lost by a crash is simply built again.
const loading = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  shared_buffers: '512MB',
  work_mem: '256MB',
  maintenance_work_mem: '768MB',
}

function fingerprint(size: SizeName): string {
  const hash = createHash('sha256')
  for (const name of ['sizes.ts', 'frame.ts', 'history.ts', 'openWork.ts'])
    hash.update(readFileSync(new URL(name, import.meta.url)))
  for (const name of readdirSync(migrationsFolder).sort()) hash.update(readFileSync(join(migrationsFolder, name)))
  return `${size}-${hash.digest('hex').slice(0, 12)}`
}

const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1).padStart(7)

async function run(client: pg.Client, steps: readonly Step[]): Promise<void> {
  for (const [title, statement] of steps) {
    const from = performance.now()
    await client.query(statement)
    console.log(`${seconds(from)} s  ${title}`)
  }
}

/** Indexes are built after the rows: many times faster than keeping them while rows come. */
async function withoutIndexes(client: pg.Client, load: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = any($1) and indexname not like '%\\_pkey'`,
    [filled],
  )
  for (const { name } of rows) await client.query(`drop index ${pg.escapeIdentifier(name)}`)
  await load()
  await run(
    client,
    rows.map(({ name, definition }): Step => [name, definition]),
  )
}

/** Ids were given by number; the next ones go on after them. */
const sequenceStep: Step = [
  'sequences',
  filled
    .map(
      table =>
        `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from "${table}"), 1));`,
    )
    .join('\n'),
]

async function fill(cluster: Cluster, size: SizeName): Promise<void> {
  const db = openDatabase(cluster.connection)
  await migrate(db)
  await firstStart(db, adminPassword)
  await openTestPlant(db)
  const client = new pg.Client(cluster.connection)
  await client.connect()
  try {
    await fillWith(client, size)
    const from = performance.now()
    const faults = await db.connection().execute(async connection => {
      await sql`set statement_timeout = 0`.execute(connection)
      return unbalancedLots(connection)
    })
    if (faults.length > 0)
      throw new Error(`the generated plant does not balance: ${JSON.stringify(faults.slice(0, 5))}`)
    console.log(`${seconds(from)} s  every lot balances: ledger, balances, on hand`)
    await client.query('create table bench.built as select now() as at')
  } finally {
    await client.end()
    await closeDatabase(db)
  }
}

async function fillWith(client: pg.Client, size: SizeName): Promise<void> {
  // Foreign keys and checks stay; the history is consistent by construction and is proven so below.
  await client.query(`set session_replication_role = replica`)
  await run(client, masterSteps(sizes[size]))
  await run(client, frameSteps(sizes[size]))
  // nothing analyzes by itself while loading, and unknown tables are joined the slow way
  await run(client, [['analyze', 'analyze']])
  await withoutIndexes(client, () => run(client, [...lotSteps, ...documentSteps, sequenceStep]))
  await run(client, openWorkSteps)
  await run(client, [['vacuum', 'vacuum analyze']])
}

async function isBuilt(cluster: Cluster): Promise<boolean> {
  const client = new pg.Client(cluster.connection)
  await client.connect()
  const { rows } = await client.query<{ built: boolean }>(`select to_regclass('bench.built') is not null as built`)
  await client.end()
  return rows[0]?.built === true
}

/** A PostgreSQL with the settings of a plant's own server on a generated plant of a size; built when it is not there. */
export async function startPlant(size: SizeName): Promise<Cluster> {
  const directory = process.env.BENCH_DIR ?? join(tmpdir(), `lotline-bench-${fingerprint(size)}`)
  const found = await startCluster(directory)
  if (await isBuilt(found)) return found
  await found.stop()
  await rm(directory, { recursive: true, force: true })
  console.log(`Building the ${size} plant in ${directory}`)
  const building = await startCluster(directory, { settings: loading })
  try {
    await fill(building, size)
  } finally {
    await building.stop()
  }
  return startCluster(directory)
}
