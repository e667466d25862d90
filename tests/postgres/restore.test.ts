/** Restores of the built-in PostgreSQL: to a moment, of damaged copies, as a drill. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archiveLog } from '../../server/db/connection/archiveLog.ts'
import type { Database } from '../../server/db/connection/context.ts'
import { closeDatabase, openDatabase, withDatabase } from '../../server/db/connection/open.ts'
import { firstStart } from '../../server/domain/system/firstStart.ts'
import { examinePutBack } from '../../server/domain/tasks/backup/examine.ts'
import { planRestore } from '../../server/domain/tasks/backup/restore.ts'
import { backupState } from '../../server/domain/tasks/backup/stored.ts'
import { backup } from '../../server/domain/tasks/jobs/backup.ts'
import { restoreDrill } from '../../server/domain/tasks/jobs/restoreDrill.ts'
import { listName } from '../../server/postgres/backupList.ts'
import { type Cluster, startCluster } from '../../server/postgres/cluster.ts'
import { prepareServed } from '../support/databases.ts'
import { openTestPlant } from '../support/plant.ts'
import { scratchDirectory } from '../support/scratch.ts'

const zone = 'Asia/Shanghai'
let directory: string
let data: string
let folder: string
let cluster: Cluster
let db: Database
/** Name of the backup of this file, and the moments after it. */
let name: string
const moments: string[] = []

const settings = { fsync: 'off' }

const assignment = () => ({
  context: {
    ...{ tx: db, now: new Date().toISOString(), timeZone: zone, today: '2026-11-27', userId: null, customerId: 1 },
    ...{ locale: 'zh-CN' as const, grants: new Map(), ip: '' },
  },
  params: {},
  signal: new AbortController().signal,
  backups: { folder, source: { cluster: join(data, 'postgres'), owner: cluster.owner } },
})

const archive = (isForced: boolean) =>
  withDatabase(cluster.owner, owner =>
    archiveLog(owner, { cluster: join(data, 'postgres'), backups: folder, isForced }),
  )

const write = async (code: string) => {
  const plant = await openTestPlant(db)
  await plant.script.run('brand.save', { code, name: code, status: 'ENABLED' })
}

/** A moment that lies between what was written before and after it. */
async function moment(): Promise<string> {
  await delay(1_100)
  const at = new Date().toISOString()
  await delay(1_100)
  return at
}

beforeAll(async () => {
  directory = await scratchDirectory('lotline-restore-')
  data = join(directory, 'data')
  folder = join(directory, 'backups')
  cluster = await startCluster(data, { settings })
  await prepareServed(cluster)
  db = openDatabase(cluster.connection)
  await firstStart(db, 'admin123')
  await openTestPlant(db)
  await archive(false)
  await write('RS1')
  const report = await backup(assignment())
  expect(report.outcome).toBe('DONE')
  name = String((await readdir(folder)).find(each => each.startsWith('lotline-')))
  for (const code of ['RS2', 'RS3']) {
    moments.push(await moment())
    await write(code)
    await archive(true)
  }
}, 120_000)

afterAll(async () => {
  await closeDatabase(db)
  await cluster.stop()
  await rm(directory, { recursive: true, force: true })
})

/** `npm run restore` with a data directory of its own: exit code and output. */
const restored = (to: string, ...given: string[]) =>
  promisify(execFile)(process.execPath, ['server/restore.ts', ...given], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: to, BACKUP_DIR: folder },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  )

const wall = (at: string) => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

async function codesIn(place: string): Promise<readonly string[]> {
  const own = await startCluster(place, { settings })
  try {
    return await withDatabase(own.owner, async copy => {
      const { rows } = await sql<{ code: string }>`select code from brand where code like 'RS%' order by 1`.execute(
        copy,
      )
      return rows.map(({ code }) => code)
    })
  } finally {
    await own.stop()
  }
}

describe('a restore', () => {
  test('leads to the second that was asked for, or to all that was archived', async () => {
    const place = join(directory, 'to')
    const first = await restored(place, 'newest', '--to', wall(moments[0] as string), '--yes')
    expect(first).toMatchObject({ code: 0, said: expect.stringContaining('Restored.') })
    expect(await codesIn(place)).toEqual(['RS1'])
    const again = await restored(place, name, '--to', 'end', '--yes')
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining('postgres.before-') })
    expect(await codesIn(place)).toEqual(['RS1', 'RS2', 'RS3'])
    // What was replaced is put aside, nothing else is left.
    const left = (await readdir(place)).filter(
      each => each.startsWith('postgres.before-') || each.startsWith('restore-'),
    )
    expect(left.map(each => each.replace(/-.*/, ''))).toEqual(['postgres.before'])
  }, 120_000)

  test('outside of the archived time is refused with what is possible', async () => {
    for (const to of ['2001-01-01 00:00', '2999-01-01 00:00'])
      await expect(planRestore(folder, 'newest', to)).rejects.toThrow(
        new RegExp(
          `^No log leads to ${to}\\. Possible are:\\n {2}${name}: [\\d-]{10} [\\d:]{8} to .*\\(Asia/Shanghai\\)$`,
        ),
      )
    await expect(planRestore(folder, 'newest', 'yesterday')).rejects.toThrow('--to takes plant time')
    await expect(planRestore(folder, 'lotline-1', undefined)).rejects.toThrow(`There are: ${name}`)
  })

  test('never goes over a folder that a server or PostgreSQL has open, nor over another database', async () => {
    const running = await restored(data, 'newest', '--yes')
    expect(running).toMatchObject({ code: 2, said: expect.stringContaining('is already in use by') })
    await rename(join(data, 'lotline.lock'), join(data, 'lotline.away'))
    expect(await restored(data, 'newest', '--yes')).toMatchObject({
      code: 2,
      said: expect.stringContaining('PostgreSQL still runs'),
    })
    await rename(join(data, 'lotline.away'), join(data, 'lotline.lock'))
    expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
    const external = await promisify(execFile)(process.execPath, ['server/restore.ts', 'newest', '--yes'], {
      env: { ...process.env, DATABASE_URL: 'postgres://app@127.0.0.1:1/plant' },
    }).catch(({ stderr }: { stderr: string }) => stderr)
    expect(external).toContain('pg_restore --no-owner')
  }, 60_000)
})

/** Copies the backup under a later name, damages it, and answers its PostgreSQL folder. */
async function damaged(as: string, harm: (postgres: string) => Promise<unknown>): Promise<string> {
  const copy = join(folder, as)
  await cp(join(folder, name), copy, { recursive: true })
  await harm(join(copy, 'postgres'))
  return copy
}

/** File of the table of the brands, below the copy. */
const tableFile = async (): Promise<string> => {
  const { rows } = await sql<{ path: string }>`select pg_relation_filepath('brand') as path`.execute(db)
  return rows[0]?.path ?? ''
}

async function flipByte(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+')
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at)
  await handle.write(Buffer.of((buffer[0] ?? 0) ^ 1), 0, 1, at)
  await handle.close()
}

/** Changes the list as somebody would who computes its sum anew. */
async function rewriteList(postgres: string, change: (text: string) => string): Promise<void> {
  const file = join(postgres, listName)
  const text = change((await readFile(file, 'utf8')).replace(/"sum": "\w+",/, '').replace(/^\{\n /, '{'))
  const body = text.trimEnd()
  const sum = createHash('sha256').update(body).digest('hex')
  await writeFile(file, `{\n "sum": "${sum}",${body.slice(1)}\n`)
}

describe('a damaged backup is refused by name, before it serves anybody', () => {
  const harms: readonly (readonly [string, (postgres: string, table: string) => Promise<unknown>, RegExp])[] = [
    [
      'a truncated table file',
      (to, table) => truncate(join(to, table), 100),
      /brand-file has 100 bytes instead of \d+/,
    ],
    ['a flipped bit', (to, table) => flipByte(join(to, table), 4_000), /brand-file has other contents/],
    ['a missing file', (to, table) => rm(join(to, table)), /brand-file is missing/],
    ['half a copy', to => rm(join(to, listName)), /lotline\.backup\.json is missing: this is half a copy/],
    [
      'half a copy without marker',
      to => Promise.all([listName, 'lotline.head'].map(each => rm(join(to, each)))),
      /lotline\.head is missing: this is half a copy/,
    ],
    ['an altered list', to => flipByte(join(to, listName), 300), /the checksum list was altered or cut off/],
    [
      'a later version',
      to => rewriteList(to, text => text.replace('"0001_initial-schema"', '"9999_later"')),
      /was made by Lotline [\d.]+ with 9999_later/,
    ],
    [
      'another PostgreSQL',
      to => writeFile(join(to, 'PG_VERSION'), '17\n'),
      /is of PostgreSQL 17, and this server brings 18/,
    ],
  ]

  let copy: string
  beforeAll(async () => {
    copy = await damaged('lotline-29990101-000000', async () => undefined)
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  test.each(harms)('%s', async (what, harm, expected) => {
    const table = await tableFile()
    await harm(join(copy, 'postgres'), table)
    const said = (text: string) => text.replaceAll(join(copy, 'postgres', table), 'brand-file')
    // Put back by hand, it is refused as the server starts.
    const byHand = await examinePutBack(join(copy, 'postgres'), () => undefined).catch((error: Error) => error.message)
    expect(said(String(byHand))).toMatch(expected)
    if (what === 'a flipped bit') {
      const place = join(directory, 'untouched')
      await mkdir(join(place, 'postgres'), { recursive: true })
      await writeFile(join(place, 'postgres', 'mark'), 'there')
      const { code, said: spoken } = await restored(place, 'newest', '--yes')
      expect([code, said(spoken)]).toEqual([2, expect.stringMatching(expected)])
      expect(await readFile(join(place, 'postgres', 'mark'), 'utf8')).toBe('there')
    }
    for (const path of [table, listName, 'lotline.head', 'PG_VERSION'])
      await cp(join(folder, name, 'postgres', path), join(copy, 'postgres', path))
  })

  test('a damaged segment of the log', async () => {
    const log = join(folder, String((await readdir(folder)).find(each => each.startsWith('wal-'))))
    const segment = (await readdir(log)).filter(each => each.endsWith('.zst')).at(-1)
    const file = join(log, String(segment))
    const whole = await readFile(file)
    await truncate(file, whole.length - 40)
    try {
      const { code, said } = await restored(join(directory, 'cut'), 'newest', '--to', 'end', '--yes')
      expect([code, said]).toEqual([2, expect.stringContaining(`${file} of the archived log is damaged or cut off`)])
    } finally {
      await writeFile(file, whole)
    }
  })
})

describe('the restore drill', () => {
  const notices = async () =>
    (await sql<{ title: string }>`select title from notify order by id desc limit 1`.execute(db)).rows[0]?.title

  test('starts the newest backup beside while people post, says so, and leaves nothing', async () => {
    const plant = await openTestPlant(db)
    let posted = 0
    const drilled = { isOver: false }
    const posting = async () => {
      while (!drilled.isOver) {
        await plant.lot('M001', '1')
        posted += 1
      }
    }
    const people = [posting(), posting(), posting()]
    const report = await restoreDrill(assignment()).finally(() => {
      drilled.isOver = true
    })
    await Promise.all(people)
    expect(posted).toBeGreaterThan(3)
    expect(report).toEqual({
      outcome: 'DONE',
      message: expect.stringMatching(new RegExp(`^${name} 可以恢复：\\d+ 条记录相符，账目一致$`)),
    })
    expect(await notices()).toBe('恢复演练通过')
    expect(await backupState(folder)).toMatchObject({ newest: name, drill: { backup: name, isGood: true } })
    expect((await readdir(folder)).filter(each => each.startsWith('drill'))).toEqual([])
  }, 60_000)

  test('that fails is a notice with the file or the lot', async () => {
    const table = await tableFile()
    const copy = await damaged('lotline-29990101-000000', to => rm(join(to, table)))
    const report = await restoreDrill(assignment())
    await rm(copy, { recursive: true })
    expect(report).toMatchObject({ outcome: 'FAILED', message: expect.stringContaining('不能恢复：缺少 ') })
    expect(await notices()).toBe('恢复演练失败，请尽快检查备份')
    expect((await backupState(folder)).drill?.isGood).toBe(false)
    // Books that do not agree, in a copy whose files are whole.
    await (await openTestPlant(db)).lot('M001', '1')
    await sql`update stocklot set "onHandQty" = 5`.execute(db)
    await backup(assignment())
    expect(await restoreDrill(assignment())).toMatchObject({
      outcome: 'FAILED',
      message: expect.stringContaining('批次现有 5.0000'),
    })
  }, 60_000)
})

test('the log goes with the backups that need it', async () => {
  const log = join(folder, String((await readdir(folder)).find(each => each.startsWith('wal-'))))
  const before = (await readdir(log)).filter(each => each.endsWith('.zst')).length
  await delay(1_100)
  await backup({ ...assignment(), params: { keep: 1 } })
  expect((await readdir(log)).filter(each => each.endsWith('.zst')).length).toBeLessThan(before)
  expect((await stat(join(log, 'archive.json'))).size).toBeGreaterThan(0)
})
