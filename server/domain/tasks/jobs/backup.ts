/** Backup: database snapshot in its own folder, with rotation. See docs/reference/backup.md. */
import { mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parameterOf } from '#contract/system/taskParameters.ts'
import { copyCluster } from '../../../db/connection/backupCluster.ts'
import { withDatabase } from '../../../db/connection/open.ts'
import { DumpError, dumpTo } from '../../../postgres/backupDump.ts'
import { folderSize } from '../../../postgres/backupFiles.ts'
import { wallTimeIn } from '../../basis/dates.ts'
import { appendHead, type Head, headText } from '../../chain/heads.ts'
import { markerName } from '../../chain/restored.ts'
import { headOf, newSealer, seal } from '../../chain/seal.ts'
import { type BackupPlace, type Job, say } from './job.ts'

const partial = '.partial'
const named = /^lotline-\d{8}-\d{6}(\.dump)?$/
/** Free disk space in bytes to preserve beside the backup. */
const reserve = 512 * 1024 * 1024

/** Backup name: creation time in the reader's time zone. */
const nameAt = (timeZone: string, now: string) =>
  `lotline-${wallTimeIn(timeZone, now).replace(/[-:]/g, '').replace(' ', '-')}`

async function removeHalfMade(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith('lotline-') && name.endsWith(partial)) await rm(join(folder, name), { recursive: true })
}

/** Deletes all but the newest; returns their number. */
async function keepNewest(folder: string, keep: number): Promise<number> {
  const all = (await readdir(folder)).filter(name => named.test(name)).sort()
  const old = all.slice(0, Math.max(0, all.length - keep))
  for (const name of old) await rm(join(folder, name), { recursive: true })
  return all.length - old.length
}

async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize > bytes + reserve
}

/** Creates one backup, renamed once complete; null without disk space. */
async function make(
  { folder, source }: BackupPlace,
  { name, head, signal }: { readonly name: string; readonly head: Head; readonly signal: AbortSignal },
): Promise<number | null> {
  const isOwn = 'cluster' in source
  if (isOwn && !(await hasRoom(folder, await folderSize(source.cluster)))) return null
  const target = join(folder, isOwn ? name : `${name}.dump`)
  const half = `${target}${partial}`
  // Ownership check: another run's folder must not be deleted.
  if (isOwn) await mkdir(half, { mode: 0o700 })
  try {
    const bytes = isOwn
      ? await withDatabase(source.owner, owner => copyCluster(owner, source.cluster, join(half, 'postgres'), signal))
      : await dumpTo(half, source.address, signal)
    // Restored copies verify the chain against this head on start.
    if (isOwn) await writeFile(join(half, 'postgres', markerName), `${headText(head)} ${head.at}\n`, { flush: true })
    await rename(half, target)
    await appendHead(folder, head, 'told')
    return bytes
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    throw error
  }
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
    const bytes = await make(backups, { name, head, signal })
    if (bytes === null) return failed('task.backupNoRoom')
    const kept = await keepNewest(folder, keep)
    const size = (bytes / 1024 / 1024).toFixed(1)
    return { outcome: 'DONE', message: say(context, 'task.backup', { name, size, kept }) }
  } catch (error) {
    if (!(error instanceof DumpError)) throw error
    process.stderr.write(`pg_dump: ${error.message}\n`)
    return failed(error.isMissing ? 'task.backupNoProgram' : 'task.backupRefused')
  }
}
