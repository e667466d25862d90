/** Stored backups: names, ranges, state. */
import { readdir, readFile, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, type BackupList, listName, listOfDump, readList } from '../../../postgres/backupList.ts'
import { archiveFolder, type BranchEnd, reachesOf, readState } from '../../../postgres/logArchive.ts'

export const partial = '.partial'
const named = /^lotline-\d{8}-\d{6}(\.dump)?$/
/** Free disk space in bytes to preserve beside a copy. */
const reserve = 512 * 1024 * 1024

export async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize > bytes + reserve
}

/** Names of whole backups, the oldest first. */
export const backupNames = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).filter(name => named.test(name)).sort()

export const isDump = (name: string): boolean => name.endsWith('.dump')

/** PostgreSQL's folder in a backup. */
export const clusterIn = (folder: string, name: string): string => join(folder, name, 'postgres')

/**
 * List of a backup; null for one of an older edition.
 * @throws BackupError when it was altered
 */
export const listOf = (folder: string, name: string): Promise<BackupList | null> =>
  readList(isDump(name) ? listOfDump(join(folder, name)) : join(clusterIn(folder, name), listName))

export interface StoredBackup {
  readonly name: string
  readonly list: BackupList | null
  /** Branches of the archived log that lead on, the newest last. */
  readonly reaches: readonly BranchEnd[]
  readonly fault: string | null
}

async function described(folder: string, name: string): Promise<StoredBackup> {
  try {
    const list = await listOf(folder, name)
    const last = list?.log.at(-1)
    const reaches = list && last ? await reachesOf(archiveFolder(folder, list.system), last) : []
    return { name, list, reaches, fault: null }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return { name, list: null, reaches: [], fault: error.message }
  }
}

/** Whole backups and their ranges, the oldest first. */
export async function storedBackups(folder: string): Promise<readonly StoredBackup[]> {
  const found: StoredBackup[] = []
  for (const name of await backupNames(folder)) found.push(await described(folder, name))
  return found
}

const drillName = 'last-drill.json'

/** Result of the last restore drill on this machine. */
export interface DrillResult {
  readonly at: string
  readonly backup: string
  readonly isGood: boolean
  readonly message: string
}

export const drillFile = (folder: string): string => join(folder, drillName)

export interface BackupState {
  /** Newest whole backup and its time in seconds; 0 without one. */
  readonly newest: string | null
  readonly newestAt: number
  readonly drill: DrillResult | null
  /** End of the archived log; null without archive. */
  readonly archivedUntil: string | null
}

/** State of this machine's backups, for metrics and status. */
export async function backupState(folder: string): Promise<BackupState> {
  const newest = (await backupNames(folder)).at(-1) ?? null
  const newestAt = newest ? (await stat(join(folder, newest))).mtimeMs / 1000 : 0
  const drill = await readFile(drillFile(folder), 'utf8').then(
    text => JSON.parse(text) as DrillResult,
    () => null,
  )
  const archives = (await readdir(folder).catch(() => [])).filter(name => name.startsWith('wal-'))
  const states = await Promise.all(archives.map(name => readState(join(folder, name))))
  const moments = states.flatMap(state => (state ? [state.until] : [])).sort()
  return { newest, newestAt, drill, archivedUntil: moments.at(-1) ?? null }
}
