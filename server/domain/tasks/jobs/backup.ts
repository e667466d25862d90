/** Backup: database snapshot in its own folder, with rotation. See docs/reference/backup.md. */
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parameterOf } from '#contract/system/taskParameters.ts'
import { copyCluster } from '../../../db/connection/backupCluster.ts'
import type { Database } from '../../../db/connection/context.ts'
import { withDatabase } from '../../../db/connection/open.ts'
import { addressesOf } from '../../../db/connection/replication/hosts.ts'
import { DumpError, dumpTo } from '../../../postgres/backupDump.ts'
import { folderSize } from '../../../postgres/backupFiles.ts'
import { listOfDump, writeDumpList, writeFolderList } from '../../../postgres/backupList.ts'
import { archiveFolder, pruneLog } from '../../../postgres/logArchive.ts'
import { wallTimeIn } from '../../basis/dates.ts'
import { appendHead, type Head, headText } from '../../chain/heads.ts'
import { markerName } from '../../chain/restored.ts'
import { headOf, newSealer, seal } from '../../chain/seal.ts'
import { factsBefore } from '../backup/facts.ts'
import { backupNames, hasRoom, isDump, listOf, partial } from '../backup/stored.ts'
import { type BackupPlace, type Job, say } from './job.ts'

/** Backup name: creation time in the reader's time zone. */
const nameAt = (timeZone: string, now: string) =>
  `lotline-${wallTimeIn(timeZone, now).replace(/[-:]/g, '').replace(' ', '-')}`

/** Password files of Windows, without which the copy lets nobody in. */
export const passwordFile = 'postgres.password'

async function removeHalfMade(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith('lotline-') && name.endsWith(partial)) await rm(join(folder, name), { recursive: true })
}

/** Deletes the archived log that no backup needs. */
async function pruneLogs(folder: string, left: readonly string[]): Promise<void> {
  const oldest = new Map<string, string>()
  for (const name of left) {
    const list = await listOf(folder, name).catch(() => null)
    const first = list?.log[0]
    if (list && first && !oldest.has(list.system)) oldest.set(list.system, first)
  }
  for (const [system, first] of oldest) await pruneLog(archiveFolder(folder, system), first)
}

/** Deletes all but the newest, and their log; returns their number. */
async function keepNewest(folder: string, keep: number): Promise<number> {
  const all = await backupNames(folder)
  const old = all.slice(0, Math.max(0, all.length - keep))
  for (const name of old) {
    await rm(join(folder, name), { recursive: true })
    if (isDump(name)) await rm(listOfDump(join(folder, name)), { force: true })
  }
  await pruneLogs(folder, all.slice(old.length))
  return all.length - old.length
}

interface Making {
  readonly db: Database
  readonly name: string
  readonly head: Head
  readonly timeZone: string
  readonly signal: AbortSignal
}

const now = () => new Date().toISOString()

async function makeFolder(
  { folder, source }: { readonly folder: string; readonly source: Extract<BackupPlace['source'], { cluster: string }> },
  { name, head, timeZone, signal }: Making,
): Promise<number> {
  const half = join(folder, `${name}${partial}`)
  const copy = join(half, 'postgres')
  // Ownership check: another run's folder must not be deleted.
  await mkdir(half, { mode: 0o700 })
  try {
    const bytes = await withDatabase(source.owner, async owner => {
      const facts = await factsBefore(owner, { head, timeZone, isOwn: true })
      const { log } = await copyCluster(owner, source.cluster, copy, signal)
      // Restored copies verify the chain against this head on start.
      await writeFile(join(copy, markerName), `${headText(head)} ${head.at} listed\n`, { flush: true })
      await copyFile(join(dirname(source.cluster), passwordFile), join(half, passwordFile)).catch(ignoreMissing)
      return (await writeFolderList(copy, { ...facts, finishedAt: now(), log }, signal)).bytes
    })
    await rename(half, join(folder, name))
    return bytes
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    throw error
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function makeDump(
  folder: string,
  address: string,
  { db, name, head, timeZone, signal }: Making,
): Promise<number> {
  const target = join(folder, `${name}.dump`)
  const half = `${target}${partial}`
  try {
    const facts = await factsBefore(db, { head, timeZone, isOwn: false })
    const bytes = await dumpTo(half, addressesOf(address).map(String), signal)
    await writeDumpList(
      { file: half, name: `${name}.dump`, to: listOfDump(target) },
      { ...facts, finishedAt: now(), log: [] },
    )
    await rename(half, target)
    return bytes
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    throw error
  }
}

/** Creates one backup, named once complete; null without disk space. */
async function make({ folder, source }: BackupPlace, making: Making): Promise<number | null> {
  if ('address' in source) return makeDump(folder, source.address, making)
  if (!(await hasRoom(folder, await folderSize(source.cluster)))) return null
  return makeFolder({ folder, source }, making)
}

export const backup: Job = async ({ context, params, signal, backups }) => {
  const failed = (key: string) => ({ outcome: 'FAILED' as const, message: say(context, key) })
  if (!backups) return failed('task.backupNowhere')
  const keep = parameterOf('BACKUP', 'keep', params)
  const { folder } = backups
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeHalfMade(folder)
  const name = nameAt(context.timeZone, context.now)
  try {
    await seal(context.tx, newSealer(), signal)
    const head = { ...(await headOf(context.tx)), at: context.now }
    const bytes = await make(backups, { db: context.tx, name, head, timeZone: context.timeZone, signal })
    if (bytes === null) return failed('task.backupNoRoom')
    await appendHead(folder, head, 'told')
    const kept = await keepNewest(folder, keep)
    const size = (bytes / 1024 / 1024).toFixed(1)
    return { outcome: 'DONE', message: say(context, 'task.backup', { name, size, kept }) }
  } catch (error) {
    if (!(error instanceof DumpError)) throw error
    process.stderr.write(`pg_dump: ${error.message}\n`)
    return failed(error.isMissing ? 'task.backupNoProgram' : 'task.backupRefused')
  }
}
