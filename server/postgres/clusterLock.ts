import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClusterAddress, type ClusterClient, connectTo } from './clusterClient.ts'
import { processMark } from './clusterProcess.ts'

// Double lock against a second server on a directory. The authority is an advisory lock in the database: it ends with
// its process. `lotline.lock` names the holder while PostgreSQL is down.

const LOCK_CLASS = 0x4c6f74 // "Lot"
const HOLDER = 'lotline server '

interface Note {
  pid: number
  mark: string
}

const noteFile = (dataDirectory: string): string => join(dataDirectory, 'lotline.lock')

function refusal(dataDirectory: string, pid: number | undefined): Error {
  const who = pid === undefined ? 'another Lotline server' : `the Lotline server with process id ${pid}`
  return new Error(
    `The data directory ${dataDirectory} is already in use by ${who}: stop it first, or choose another data directory.`,
  )
}

/**
 * Early check of the lock file.
 * @throws Error when its process lives
 */
export async function refuseIfOwned(dataDirectory: string): Promise<void> {
  const text = await readFile(noteFile(dataDirectory), 'utf8').catch(() => '')
  let note: Partial<Note> = {}
  try {
    note = JSON.parse(text) as Partial<Note>
  } catch {}
  if (note.pid === undefined) return
  if ((await processMark(note.pid)) === note.mark) throw refusal(dataDirectory, note.pid)
}

/**
 * Takes the lock of a data directory.
 * @throws Error naming the holder
 */
export async function takeLock(dataDirectory: string, place: ClusterAddress, password: string): Promise<ClusterClient> {
  const client = await connectTo(place, password, { application_name: HOLDER + process.pid })
  try {
    await holdLock(client, dataDirectory)
    await writeNote(dataDirectory)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function holdLock(client: ClusterClient, dataDirectory: string): Promise<void> {
  const deadline = Date.now() + 5_000
  for (;;) {
    const taken = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1, 1) as mine', [LOCK_CLASS])
    if (taken.rows[0]?.mine) return
    const holder = await client.query<{ name: string }>(
      `select application_name as name from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and classid = $1
          and database = (select oid from pg_database where datname = current_database())`,
      [LOCK_CLASS],
    )
    const name = holder.rows[0]?.name
    const pid = name?.startsWith(HOLDER) ? Number(name.slice(HOLDER.length)) : undefined
    // A just-killed server's connection closes by itself.
    if ((pid !== undefined && (await processMark(pid))) || Date.now() > deadline) throw refusal(dataDirectory, pid)
    await delay(20)
  }
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Names this process as the holder, so that no server starts meanwhile. */
export async function writeNote(dataDirectory: string): Promise<void> {
  const note: Note = { pid: process.pid, mark: (await processMark(process.pid)) ?? '' }
  const fresh = `${noteFile(dataDirectory)}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(fresh, `${JSON.stringify(note)}\n`)
    await rename(fresh, noteFile(dataDirectory))
  } catch (error) {
    await rm(fresh, { force: true })
    // The lock in the database stands without the note.
    if (!isFull(error)) throw error
  }
}

export async function removeNote(dataDirectory: string): Promise<void> {
  await rm(noteFile(dataDirectory), { force: true })
}
