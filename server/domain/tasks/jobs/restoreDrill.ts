/** Restore drill: newest backup started beside, examined, removed. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { richTextOf } from '#contract/schema/plainText.ts'
import type { Context, Database } from '../../../db/connection/context.ts'
import { withDatabase } from '../../../db/connection/open.ts'
import { copyFolder, folderSize } from '../../../postgres/backupFiles.ts'
import { BackupError, type BackupList, verifyFiles } from '../../../postgres/backupList.ts'
import { startCluster } from '../../../postgres/cluster.ts'
import { archiveFolder, verifyLog } from '../../../postgres/logArchive.ts'
import { headIn } from '../../chain/heads.ts'
import { chainErrorText, verifyChain } from '../../chain/verify.ts'
import { publishNotice } from '../../notices/notify.ts'
import { examineFiles, missingRows } from '../backup/examine.ts'
import { backupNames, clusterIn, drillFile, hasRoom, isDump, listOf } from '../backup/stored.ts'
import { ledgerDifferences } from './balanceCheck.ts'
import { readersOf } from './findings.ts'
import { type Assignment, type Job, say, withinTime } from './job.ts'

/** Settings beside a busy server, for a throwaway copy. */
const frugal = {
  shared_buffers: '32MB',
  fsync: 'off',
  max_parallel_workers_per_gather: '0',
  maintenance_work_mem: '16MB',
}

interface Verdict {
  readonly isGood: boolean
  readonly message: string
}

export interface Examined {
  readonly rows: number
  readonly faults: readonly string[]
}

type Examining = Pick<Assignment, 'context' | 'signal'>

/** Examines an opened copy: audit chain, rows, balances. */
export async function examineCopy({ context, signal }: Examining, db: Database, list: BackupList | null) {
  const head = list && headIn(list.head, list.startedAt)
  const copied = { context: { ...context, tx: db }, signal }
  return withinTime(copied, async inner => {
    await sql`set local statement_timeout = 0`.execute(inner.tx)
    const { rows, errors } = await verifyChain(inner.tx, head ? [head] : [], { signal })
    const faults = errors.map(error => chainErrorText(context.locale, error))
    if (list) {
      const missing = await missingRows(inner.tx, list)
      if (missing.length > 0) faults.push(new BackupError(...missing).in(context.locale))
    }
    const { rows: organisations } = await sql<{ id: number }>`select id from customer order by id`.execute(inner.tx)
    for (const { id } of organisations)
      faults.push(...(await ledgerDifferences({ ...inner, customerId: id })).map(({ line }) => line))
    return { rows, faults }
  })
}

/** Removes what a killed drill left, its PostgreSQL included. */
async function clear(place: string): Promise<void> {
  await startCluster(place).then(
    left => left.stop(),
    () => undefined,
  )
  await rm(place, { recursive: true, force: true })
}

async function openedBeside(assignment: Examining & { place: string }, list: BackupList | null): Promise<Examined> {
  const cluster = await startCluster(assignment.place, { settings: frugal })
  try {
    return await withDatabase(cluster.owner, db => examineCopy(assignment, db, list))
  } finally {
    await cluster.stop()
  }
}

async function drill({ context, signal }: Examining, folder: string, name: string): Promise<Verdict> {
  if (isDump(name)) {
    const list = await listOf(folder, name)
    if (list) await verifyFiles(folder, list, signal)
    return { isGood: true, message: say(context, list ? 'task.drillDump' : 'task.drillOldDump', { name }) }
  }
  const from = clusterIn(folder, name)
  const place = join(folder, 'drill')
  await clear(place)
  if (!(await hasRoom(folder, await folderSize(from))))
    return { isGood: false, message: say(context, 'task.drillNoRoom', { name }) }
  const list = await examineFiles(from, signal)
  if (list?.log[0]) await verifyLog(archiveFolder(folder, list.system), list.log[0], signal)
  try {
    await copyFolder(from, join(place, 'postgres'), { leaves: () => false, signal })
    const { rows, faults } = await openedBeside({ context, signal, place }, list)
    const [fault] = faults
    return fault
      ? { isGood: false, message: say(context, 'task.drillBad', { name, fault }) }
      : { isGood: true, message: say(context, list ? 'task.drillGood' : 'task.drillOld', { name, rows }) }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function drillVerdict(examining: Examining, folder: string, name: string): Promise<Verdict> {
  const { context, signal } = examining
  try {
    return await drill(examining, folder, name)
  } catch (error) {
    signal.throwIfAborted()
    const fault = error instanceof BackupError ? error.in(context.locale) : String((error as Error).message ?? error)
    return { isGood: false, message: say(context, 'task.drillBad', { name, fault }) }
  }
}

const noticeDays = 30

/** Notice to readers of the task page. */
export async function notifyAdministrators(context: Context, title: string, text: string): Promise<void> {
  const userIds = await readersOf(context, 'task')
  if (userIds.length === 0) return
  await publishNotice(context, {
    title: say(context, title),
    content: richTextOf(text),
    notifyType: 'ALERT',
    targetType: 'USER',
    userIds,
    expireTime: new Date(Date.parse(context.now) + noticeDays * 86_400_000).toISOString(),
  })
}

export const restoreDrill: Job = async assignment => {
  const { context, backups } = assignment
  if (!backups) return { outcome: 'FAILED', message: say(context, 'task.backupNowhere') }
  const { folder } = backups
  const name = (await backupNames(folder)).at(-1)
  const { isGood, message } = name
    ? await drillVerdict(assignment, folder, name)
    : { isGood: false, message: say(context, 'task.drillNone') }
  const result = { at: new Date().toISOString(), backup: name ?? '', isGood, message }
  await writeFile(drillFile(folder), JSON.stringify(result), { mode: 0o600 }).catch(() => undefined)
  await withinTime(assignment, inner =>
    notifyAdministrators(inner, isGood ? 'task.drillGoodTitle' : 'task.drillBadTitle', message),
  )
  return { outcome: isGood ? 'DONE' : 'FAILED', message }
}
