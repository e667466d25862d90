/** Backup of our own PostgreSQL: under load, and started as a database. */
import { execFile } from 'node:child_process'
import { cp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { readBytes } from '../../server/db/schema/fileBytes.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { readHeads } from '../../server/domain/chain/heads.ts'
import { examineRestored } from '../../server/domain/chain/restored.ts'
import { storeFile } from '../../server/domain/files/storeFile.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import { backup } from '../../server/domain/tasks/jobs/backup.ts'
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts'
import { prepareServed } from '../support/databases.ts'
import { openTestPlant, unbalancedLots } from '../support/plant.ts'
import { scratchDirectory } from '../support/scratch.ts'

let directory: string
let cluster: Cluster
let db: Database
let folder: string

beforeAll(async () => {
  directory = await scratchDirectory('lotline-backup-')
  folder = join(directory, 'backups')
  cluster = await startCluster(join(directory, 'data'))
  await prepareServed(cluster)
  db = openDatabase(cluster.connection)
  await firstStart(db, 'admin123')
  await openTestPlant(db)
}, 120_000)

afterAll(async () => {
  await closeDatabase(db)
  await cluster.stop()
  await rm(directory, { recursive: true, force: true })
})

/** Names of backups tell seconds apart. */
let runs = 0

const assignment = (params = {}, signal = new AbortController().signal) => ({
  context: {
    tx: db,
    now: new Date(Date.now() + 1000 * runs++).toISOString(),
    timeZone: 'Asia/Shanghai',
    today: '2026-11-22',
    userId: null,
    customerId: 1,
    locale: 'zh-CN' as const,
    grants: new Map(),
    ip: '',
  },
  params,
  signal,
  backups: { folder, source: { cluster: join(directory, 'data', 'postgres'), owner: cluster.owner } },
})

const countOf = async (of: Database) =>
  (await sql<{ n: number }>`select count(*)::int as n from brand where code like 'BK%'`.execute(of)).rows[0]?.n ?? 0

test('holds all that was written before it, whole, although others go on writing', async () => {
  let made = 0
  let isWorking = true
  const paper = Buffer.from('检验报告\n'.repeat(100_000))
  const { id: key } = await storeFile(assignment().context, { name: '报告.txt', bytes: Readable.from([paper]) }, 'file')
  const plant = await openTestPlant(db)
  const work = (async () => {
    while (isWorking) {
      made += 1
      await plant.script.run('brand.save', { code: `BK${made}`, name: `备份 ${made}`, status: 'ENABLED' })
      if (made % 5 === 0) await plant.lot('M001', '1')
    }
  })()
  while (made < 20) await new Promise(resolve => setTimeout(resolve, 10))
  const before = made - 1
  const report = await backup(assignment())
  const after = made
  isWorking = false
  await work
  expect(report).toMatchObject({
    outcome: 'DONE',
    message: expect.stringMatching(/^lotline-\d{8}-\d{6}，[\d.]+ MB，保留 1 份$/),
  })
  expect(after).toBeGreaterThan(before)

  const name = (await readdir(folder)).find(each => each.startsWith('lotline-'))
  const restored = join(directory, 'restored')
  await cp(join(folder, String(name), 'postgres'), join(restored, 'postgres'), { recursive: true })
  const second = await startCluster(restored)
  const copy = openDatabase(second.owner)
  try {
    expect(await countOf(copy)).toBeGreaterThanOrEqual(before)
    expect(await countOf(copy)).toBeLessThanOrEqual(after)
    expect(await unbalancedLots(copy)).toEqual([])
    // The papers that belong to the records are in it too.
    const { rows: kept } = await sql<{
      id: number
      size: number
    }>`select id, size from "file" where key = ${key}`.execute(copy)
    const [file] = kept as [{ id: number; size: number }]
    const pieces: Buffer[] = []
    for await (const piece of readBytes(copy, file.id, 0, file.size - 1)) pieces.push(piece)
    expect(Buffer.concat(pieces).equals(paper)).toBe(true)
    // All pages of tables and indexes readable, each row in its index.
    await sql`create extension if not exists amcheck`.execute(copy)
    const { rows } = await sql<{ n: number }>`
      select count(bt_index_check(c.oid, i.indisunique))::int as n from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_am a on a.oid = c.relam and a.amname = 'btree' where c.relpersistence = 'p' and i.indisvalid`.execute(
      copy,
    )
    expect(rows[0]?.n).toBeGreaterThan(300)
    // It is a database to go on with.
    expect(await migrate(copy)).toEqual([])
    await sql`delete from brand where code like 'BK%'`.execute(copy)
  } finally {
    await closeDatabase(copy)
    await second.stop()
  }
  expect((await sql`select 1 from pg_replication_slots`.execute(db)).rows).toEqual([])
}, 120_000)

test('keeps as many as the task says, the newest, and clears away what was cut off', async () => {
  const stopped = new AbortController()
  stopped.abort(new Error('stopped'))
  await expect(backup(assignment({}, stopped.signal))).rejects.toThrow('stopped')
  const before = (await readdir(folder)).filter(name => name !== 'chain-heads.txt')
  expect(before.filter(name => name.endsWith('.partial'))).toEqual([])
  await cp(join(folder, String(before[0])), join(folder, 'lotline-20200101-030000.partial'), { recursive: true })
  expect(await backup(assignment({ keep: 1 }))).toMatchObject({
    outcome: 'DONE',
    message: expect.stringContaining('保留 1 份'),
  })
  const [left, ...others] = (await readdir(folder)).filter(name => name !== 'chain-heads.txt')
  expect(others).toEqual([])
  expect(left).not.toBe(before[0])
  expect((await stat(join(folder, String(left), 'postgres', 'backup_label'))).size).toBeGreaterThan(0)
  if (process.platform !== 'win32') expect((await stat(join(folder, String(left)))).mode & 0o077).toBe(0)
}, 120_000)

/** `npm run verify` on a data directory: exit code and output. */
const verified = (data: string) =>
  promisify(execFile)(process.execPath, ['server/verify.ts'], { env: { ...process.env, DATA_DIR: data } }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  )

test('put back is verified against its head, and one that was changed is refused by the row', async () => {
  await backup(assignment())
  const name = (await readdir(folder)).filter(each => each.startsWith('lotline-')).at(-1)
  const data = join(directory, 'damaged')
  await cp(join(folder, String(name), 'postgres'), join(data, 'postgres'), { recursive: true })
  const own = await startCluster(data)
  const copy = openDatabase(own.owner)
  // Movements rolled back leave gaps in the numbers.
  const [moved] = (await sql<{ id: number }>`select id from stockledger order by id offset 1 limit 1`.execute(copy))
    .rows
  const said: string[] = []
  const examine = () =>
    examineRestored(copy, {
      folder: join(data, 'postgres'),
      heads: join(data, 'backups'),
      say: text => void said.push(text),
    })
  try {
    await copy.transaction().execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update stockledger set quantity = quantity + 1 where id = ${moved?.id}`.execute(tx)
    })
    await expect(examine()).rejects.toThrow(
      `This copy is damaged (此副本已损坏): Stock ledger ${moved?.id} was changed`,
    )
    expect(await verified(data)).toMatchObject({ code: 1, stdout: expect.stringContaining('此副本已损坏') })
    await copy.transaction().execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`update stockledger set quantity = quantity - 1 where id = ${moved?.id}`.execute(tx)
    })
    await examine()
    expect(said.at(-1)).toMatch(/^The copy is whole: \d+ records fit/)
    expect(await readHeads(join(data, 'backups'))).toEqual([])
    expect(await verified(data)).toMatchObject({ code: 0, stdout: expect.stringContaining('Whole') })
    // Once verified, it is a database like any other.
    said.length = 0
    await examine()
    expect(said).toEqual([])
  } finally {
    await closeDatabase(copy)
    await own.stop()
  }
}, 120_000)

test('of a PostgreSQL that is not ours fails by name where its program is not installed', async () => {
  vi.stubEnv('PATH', folder)
  const source = { address: 'postgres://app@127.0.0.1:1/plant' }
  const report = await backup({ ...assignment(), backups: { folder, source } })
  vi.unstubAllEnvs()
  expect(report).toEqual({ outcome: 'FAILED', message: '找不到 pg_dump，请安装或用数据库自己的备份' })
})
