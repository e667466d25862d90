/** Builds a generated plant once and keeps it under the system's temporary directory, named by what it was made from. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase, withDatabase } from '../../server/db/connection/open.ts'
import { grantServer } from '../../server/db/schema/accounts.ts'
import { migrate, migrationsFolder } from '../../server/db/schema/migrate.ts'
import { lightened, run } from '../../server/domain/seed/generated/bulk.ts'
import { seedGenerated } from '../../server/domain/seed/generated/generate.ts'
import { type SizeName, sizes } from '../../server/domain/seed/generated/sizes.ts'
import type { GenerationStep } from '../../server/domain/seed/generated/statement.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts'
import { openWorkSteps } from './openWork.ts'

export const adminPassword = 'admin123'

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
}

/** Rows that are added to a generated plant when it is built. */
export interface Addition {
  /** Stands in the name of the directory. */
  readonly name: string
  readonly tables: readonly string[]
  readonly steps: readonly GenerationStep[]
}

const generator = fileURLToPath(new URL('../../server/domain/seed/generated/', import.meta.url))

function fingerprint(size: SizeName, further: Addition | undefined): string {
  const hash = createHash('sha256')
  if (further) hash.update(JSON.stringify(further))
  hash.update(readFileSync(new URL('openWork.ts', import.meta.url)))
  for (const folder of [generator, migrationsFolder])
    for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)))
  return `${size}${further ? `-${further.name}` : ''}-${hash.digest('hex').slice(0, 12)}`
}

async function add(db: Database, { tables, steps }: Addition): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx)
    const after = await lightened(tx, tables)
    await run(tx, [...steps, ...after], console.log)
  })
}

async function fill(cluster: Cluster, size: SizeName, further: Addition | undefined): Promise<void> {
  const db = openDatabase(cluster.owner)
  try {
    await migrate(db)
    await firstStart(db, adminPassword)
    await seedGenerated(db, sizes[size], console.log)
    await run(db, openWorkSteps, console.log)
    if (further) await add(db, further)
    await run(db, [['built', 'create table bench.built as select now() as at']], console.log)
  } finally {
    await closeDatabase(db)
  }
}

async function isBuilt(cluster: Cluster): Promise<boolean> {
  const client = new pg.Client(cluster.owner)
  await client.connect()
  const { rows } = await client.query<{ built: boolean }>(`select to_regclass('bench.built') is not null as built`)
  await client.end()
  return rows[0]?.built === true
}

async function granted(cluster: Cluster): Promise<Cluster> {
  await withDatabase(cluster.owner, db => grantServer(db, cluster.connection.user))
  return cluster
}

/**
 * A PostgreSQL with the settings of a plant's own server on a generated plant of a size, with what `further` adds to it;
 * built when it is not there.
 */
export async function startPlant(
  size: SizeName,
  further?: Addition,
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const directory = process.env.BENCH_DIR ?? join(tmpdir(), `lotline-bench-${fingerprint(size, further)}`)
  const found = await startCluster(directory, { settings })
  if (await isBuilt(found)) return granted(found)
  await found.stop()
  await rm(directory, { recursive: true, force: true })
  console.log(`Building the ${size} plant in ${directory}`)
  const building = await startCluster(directory, { settings: loading })
  try {
    await fill(building, size, further)
  } finally {
    await building.stop()
  }
  return granted(await startCluster(directory, { settings }))
}
