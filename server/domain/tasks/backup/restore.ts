/** Restore of the built-in database: beside first, exchanged once whole. */
import { cp, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clockIn } from '#contract/zonedClock.ts'
import { withDatabase } from '../../../db/connection/open.ts'
import { copyFolder, copyOne, folderSize } from '../../../postgres/backupFiles.ts'
import { BackupError, type BackupList } from '../../../postgres/backupList.ts'
import { startCluster } from '../../../postgres/cluster.ts'
import { archiveFolder, type BranchEnd, unpackedBytes, unpackInto } from '../../../postgres/logArchive.ts'
import { numberOf } from '../../../postgres/logBranches.ts'
import { examineRestored } from '../../chain/restored.ts'
import { examineFiles, missingRows, noList } from './examine.ts'
import { clusterIn, hasRoom, isDump, type StoredBackup, storedBackups } from './stored.ts'

export interface RestorePlan {
  readonly backup: StoredBackup
  /** UTC moment, `end` of the log, or null for the backup. */
  readonly to: string | null
  /** Branch of the log; null for the backup. */
  readonly timeline: string | null
}

/** Moments in plant time, for people. */
export const plantTime = (backup: StoredBackup, moment: string): string =>
  clockIn(backup.list?.timeZone ?? 'UTC').wall(moment)

export function restoreRange(backup: StoredBackup): string {
  const { list, reaches } = backup
  if (!list) return 'no other moment: it has no checksum list'
  const wall = (moment: string) => plantTime(backup, moment)
  const until = reaches.at(-1)?.until
  const from = wall(list.finishedAt)
  return until && until > list.finishedAt
    ? `${from} to ${wall(until)} (${list.timeZone})`
    : `${from} (${list.timeZone})`
}

function momentIn(text: string, list: BackupList): string {
  const iso = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(iso)) return new Date(iso).toISOString()
  const [, day, minute, second = ':00'] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?$/.exec(text.trim()) ?? []
  const moment = day ? Date.parse(clockIn(list.timeZone).instant(`${day} ${minute}${second}`)) : Number.NaN
  if (Number.isNaN(moment))
    throw new Error(`--to takes plant time such as "2026-11-27 14:30", or "end"; not "${text}".`)
  return new Date(moment).toISOString()
}

/** Branch that was lived at a moment, where it leads there. */
function branchAt({ list, reaches }: StoredBackup, moment: string): BranchEnd | undefined {
  const lived = reaches.findLast(({ since }) => since <= moment)
  return list && lived && moment >= list.finishedAt && moment <= lived.until ? lived : undefined
}

/** Newest backup on the newest branch: others were given up. */
function planEnd(named: readonly StoredBackup[], last: StoredBackup): RestorePlan {
  const alike = named.filter(({ list }) => list?.system === last.list?.system)
  const newest = alike
    .flatMap(({ reaches }) => reaches.map(({ timeline }) => timeline))
    .sort()
    .at(-1)
  const backup = alike.findLast(({ reaches }) => reaches.at(-1)?.timeline === newest)
  if (!backup || newest === undefined) throw outside(named, '"end"')
  return { backup, to: 'end', timeline: newest }
}

function outside(backups: readonly StoredBackup[], text: string): Error {
  const ranges = backups.filter(({ list }) => list).map(backup => `  ${backup.name}: ${restoreRange(backup)}`)
  return new Error(
    `No log leads to ${text}. Possible are:\n${ranges.join('\n') || '  nothing: there is no archived log'}`,
  )
}

/**
 * Chooses backup and moment.
 * @throws Error that says what is possible
 */
export async function planRestore(folder: string, which: string, to: string | undefined): Promise<RestorePlan> {
  const all = (await storedBackups(folder)).filter(({ name }) => !isDump(name))
  const named = which === 'newest' ? all : all.filter(({ name }) => name === which)
  const last = named.at(-1)
  if (!last)
    throw new Error(
      `There is no backup ${which} in ${folder}. There are: ${all.map(({ name }) => name).join(', ') || 'none'}.`,
    )
  if (to === undefined) return { backup: last, to: null, timeline: null }
  if (to === 'end') return planEnd(named, last)
  const listed = named.filter(({ list }) => list)
  const moment = listed.at(-1)?.list
  if (!moment) throw outside(named, to)
  const at = momentIn(to, moment)
  const backup = listed.findLast(each => branchAt(each, at))
  if (!backup) throw outside(all, to)
  return { backup, to: at, timeline: branchAt(backup, at)?.timeline ?? null }
}

export interface Restoring extends RestorePlan {
  readonly backups: string
  readonly data: string
  readonly say: (text: string) => void
  readonly signal: AbortSignal
}

/** Log of the folder in place, newer than the archive. */
async function addOwnLog(data: string, copy: string, system: string, first: string): Promise<void> {
  const from = join(data, 'postgres', 'pg_wal')
  const own = await systemOf(join(data, 'postgres'))
  if (own !== system) return
  for (const name of await readdir(from).catch(() => []))
    if (/^[0-9A-F]{24}$/.test(name) && numberOf(name) >= numberOf(first))
      if (!(await stat(join(copy, 'pg_wal', name)).catch(() => null)))
        await copyOne(join(from, name), join(copy, 'pg_wal', name))
}

/** Identity of a cluster, the first eight bytes of its control file. */
async function systemOf(folder: string): Promise<string | null> {
  const file = await open(join(folder, 'global', 'pg_control'), 'r').catch(() => null)
  if (!file) return null
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.readBigUInt64LE().toString()
  } finally {
    await file.close()
  }
}

/** Recovery settings; the log is already in `pg_wal`. */
const recovery = ({ to, timeline }: Pick<RestorePlan, 'to' | 'timeline'>): Record<string, string> => ({
  hot_standby: 'off',
  restore_command: 'exit 1',
  recovery_target_action: 'promote',
  recovery_target_timeline: timeline === null ? 'current' : String(Number.parseInt(timeline, 16)),
  ...(to === null ? { recovery_target: 'immediate' } : {}),
  ...(to === null || to === 'end' ? {} : { recovery_target_time: to.replace('T', ' ').replace('Z', '+00') }),
})

const endsEarly = /recovery ended before configured recovery target was reached/

async function recovered(place: string, { to, timeline, say }: Restoring) {
  try {
    return await startCluster(place, { settings: recovery({ to, timeline }) })
  } catch (error) {
    // Idle since that moment: the log's end is the same.
    if (to === null || !endsEarly.test(String(error))) throw error
    say('Nothing was written after that moment')
    return startCluster(place, { settings: recovery({ to: 'end', timeline }) })
  }
}

async function copyBeside(restoring: Restoring, place: string): Promise<BackupList | null> {
  const { backup, backups, data, to, say, signal } = restoring
  const from = clusterIn(backups, backup.name)
  say(`Comparing ${backup.name} with its checksum list`)
  const list = await examineFiles(from, signal)
  if (!list) say(noList(from))
  const log = list?.log[0] ?? ''
  const archive = archiveFolder(backups, list?.system ?? '')
  const bytes = (await folderSize(from)) + (to && log ? await unpackedBytes(archive, log) : 0)
  if (!(await hasRoom(data, bytes)))
    throw new Error(`${data} has no room for ${Math.ceil(bytes / 2 ** 20)} MB: free some, or choose another DATA_DIR.`)
  say('Copying it')
  const copy = join(place, 'postgres')
  await copyFolder(from, copy, { leaves: () => false, signal })
  if (list) await examineFiles(copy, signal)
  for (const name of ['postgres.password', 'postgres.server.password']) {
    await cp(join(data, name), join(place, name)).catch(() => undefined)
    await cp(join(backups, backup.name, name), join(place, name)).catch(() => undefined)
  }
  if (to && list) {
    await unpackInto(archive, join(copy, 'pg_wal'), log)
    await addOwnLog(data, copy, list.system, log)
  }
  await writeFile(join(copy, 'recovery.signal'), '', { mode: 0o600, flush: true })
  return list
}

/** Opens the copy once: recovery, audit chain, rows. */
async function examineBeside(restoring: Restoring, place: string, list: BackupList | null): Promise<void> {
  restoring.say('PostgreSQL makes it whole from its log')
  const cluster = await recovered(place, restoring)
  try {
    await withDatabase(cluster.owner, async db => {
      const missing = list ? await missingRows(db, list) : []
      if (missing.length > 0) throw new BackupError(...missing)
      await examineRestored(db, { folder: join(place, 'postgres'), heads: restoring.backups, say: restoring.say })
    })
  } finally {
    await cluster.stop()
  }
}

/**
 * Restores beside the data folder, then exchanges the two.
 * @returns where the replaced folder was put; null when there was none
 * @throws BackupError or Error; the data folder is untouched then
 */
export async function restoreBackup(restoring: Restoring): Promise<string | null> {
  const { data } = restoring
  const stamp = new Date().toISOString().replace(/[-:]/g, '').slice(0, 15)
  const place = join(data, `restore-${stamp}`)
  await mkdir(place, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  try {
    const list = await copyBeside(restoring, place)
    await examineBeside(restoring, place, list)
    const current = join(data, 'postgres')
    const aside = join(data, `postgres.before-${stamp}`)
    const isThere = await stat(current).catch(() => null)
    if (isThere) await rename(current, aside)
    await rename(join(place, 'postgres'), current)
    for (const name of ['postgres.password', 'postgres.server.password'])
      await rename(join(place, name), join(data, name)).catch(() => undefined)
    return isThere ? aside : null
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
