/** Restores over branches of the log: a restored plant works on, and is restored again. */
import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveLog } from '../../server/db/connection/archiveLog.ts'
import { withDatabase } from '../../server/db/connection/open.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import { planRestore } from '../../server/domain/tasks/backup/restore.ts'
import { backup } from '../../server/domain/tasks/jobs/backup.ts'
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts'
import { prepareServed } from '../support/databases.ts'
import { scratchDirectory } from '../support/scratch.ts'
import { isSoak } from '../support/soak.ts'

const settings = { fsync: 'off' }

let directory: string
let folder: string
let data: string
let cluster: Cluster
const moments = new Map<string, string>()

beforeAll(async () => {
  directory = await scratchDirectory('lotline-timelines-')
  data = join(directory, 'data')
  folder = join(directory, 'backups')
  cluster = await startCluster(data, { settings })
  await prepareServed(cluster)
  await withDatabase(cluster.connection, db => firstStart(db, 'admin123'))
}, 120_000)
afterAll(async () => {
  await cluster?.stop()
  await rm(directory, { recursive: true, force: true })
})

const source = () => ({ cluster: join(data, 'postgres'), owner: cluster.owner })

const archive = () =>
  withDatabase(cluster.owner, db => archiveLog(db, { cluster: source().cluster, backups: folder, isForced: true }))

/** A commit, and a moment before the next one. */
async function write(code: string): Promise<void> {
  await withDatabase(cluster.owner, db =>
    sql`insert into brand ("customerId", code, name, status)
      select min(id), ${code}, ${code}, 'ENABLED' from customer`.execute(db),
  )
  await delay(1_100)
  moments.set(code, new Date().toISOString())
  await delay(1_100)
  await archive()
}

async function backUp(): Promise<void> {
  await withDatabase(cluster.connection, async tx => {
    const report = await backup({
      context: {
        ...{ tx, now: new Date().toISOString(), timeZone: 'Asia/Shanghai', today: '2026-11-27', userId: null },
        ...{ customerId: 1, locale: 'zh-CN' as const, grants: new Map(), ip: '' },
      },
      ...{ params: {}, signal: new AbortController().signal, backups: { folder, source: source() } },
    })
    expect(report.outcome).toBe('DONE')
  })
}

const backups = async () => (await readdir(folder)).filter(name => name.startsWith('lotline-')).sort()

const restored = (to: string, ...given: string[]) =>
  promisify(execFile)(process.execPath, ['server/restore.ts', ...given, '--yes'], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: to, BACKUP_DIR: folder },
  }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )

const codes = (of: Cluster) =>
  withDatabase(of.owner, async db => {
    const { rows } = await sql<{ code: string }>`select code from brand where code like 'T_' order by id`.execute(db)
    return rows.map(({ code }) => code).join(' ')
  })

/** Brands of a restore into a folder of its own. */
async function codesAfter(...given: string[]): Promise<string> {
  const place = join(directory, 'copy')
  const said = await restored(place, ...given)
  if (!said.includes('Restored.')) return said
  const copy = await startCluster(place, { settings })
  const found = await codes(copy)
  await copy.stop()
  await rm(place, { recursive: true })
  return found
}

/** Plant put back as it was at a moment, which then works on. */
async function goBack(code: string): Promise<void> {
  await cluster.stop()
  expect(await restored(data, 'newest', '--to', moments.get(code) as string)).toContain('Restored.')
  cluster = await startCluster(data, { settings })
}

const at = (code: string) => ['newest', '--to', moments.get(code) as string]

test('each minute is as it was, on whichever branch it was lived', { timeout: 300_000 }, async () => {
  await backUp()
  for (const code of ['T1', 'T2']) await write(code)
  // Of the branch that is given up: nothing later leads on from it.
  await backUp()
  if (isSoak) await write('T3')
  await goBack('T1')
  expect(await codes(cluster)).toBe('T1')
  await write('T4')
  const [first = '', second = ''] = await backups()
  expect(await planRestore(folder, 'newest', 'end')).toMatchObject({ backup: { name: first }, timeline: '00000002' })
  if (isSoak) expect(await codesAfter('newest', '--to', 'end')).toBe('T1 T4')
  // Made of a restored folder, which has the list of its own backup.
  await backUp()
  await write('T5')
  await cluster.stop()
  expect(await codesAfter(...at('T2'))).toBe('T1 T2')
  expect(await codesAfter('newest', '--to', 'end')).toBe('T1 T4 T5')
  if (isSoak) {
    expect(await codesAfter(...at('T4'))).toBe('T1 T4')
    expect(await codesAfter(...at('T1'))).toBe('T1')
    expect(await codesAfter(...at('T3'))).toBe('T1 T2 T3')
    expect(await codesAfter(first, '--to', 'end')).toBe('T1 T4 T5')
    expect(await codesAfter(second)).toBe('T1 T2')
    expect(await codesAfter(second, '--to', 'end')).toBe('T1 T2 T3')
    expect(await codesAfter('newest')).toBe('T1 T4')
  }
  cluster = await startCluster(data, { settings })
})
