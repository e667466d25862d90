/** Archiving of the log while a server runs: what fails is notices, what is well ends with it. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '../../server/db/connection/open.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import { backupState } from '../../server/domain/tasks/backup/stored.ts'
import { createServer } from '../../server/http/serve.ts'
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts'
import { prepareServed } from '../support/databases.ts'
import { scratchDirectory } from '../support/scratch.ts'
import { until } from '../support/tasks.ts'

let directory: string
let cluster: Cluster

beforeAll(async () => {
  directory = await scratchDirectory('lotline-archiver-')
  cluster = await startCluster(join(directory, 'data'), { settings: { fsync: 'off' } })
  await prepareServed(cluster, async db => {
    await firstStart(db, 'admin123')
  })
}, 60_000)

afterAll(async () => {
  await cluster.stop()
  await rm(directory, { recursive: true, force: true })
})

test('an archive that fails is a notice, and one that is back goes on without a gap', async () => {
  const backups = join(directory, 'backups')
  // A file where the folder should be.
  await writeFile(backups, '')
  const db = openDatabase(cluster.connection)
  const archive = { owner: cluster.owner, cluster: join(directory, 'data', 'postgres'), backups, passMs: 100 }
  const app = await createServer({ db, archive })
  await app.ready()
  const titles = async () => (await sql<{ title: string }>`select title from notify`.execute(db)).rows
  try {
    const notices = await until(titles, found => found.length > 0)
    expect(notices).toEqual([{ title: '日志归档失败' }])
    await rm(backups)
    const state = await until(
      () => backupState(backups),
      ({ archivedUntil }) => archivedUntil !== null,
    )
    expect(Date.now() - Date.parse(String(state.archivedUntil))).toBeLessThan(60_000)
    await sql`update customer set name = name || '!'`.execute(db)
  } finally {
    const before = new Date().toISOString()
    await app.close()
    expect((await backupState(backups)).archivedUntil).not.toBeNull()
    expect(String((await backupState(backups)).archivedUntil) >= before).toBe(true)
    await closeDatabase(db)
  }
}, 60_000)
