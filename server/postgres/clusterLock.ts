import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ClusterClient, connectTo, type Place } from './clusterClient.ts'
import { processMark } from './clusterProcess.ts'

// Two walls keep a second server off a data directory. The arbiter is an advisory lock in the database `postgres`, held
// on a connection of its own: PostgreSQL gives it to exactly one and takes it back when that process dies, so nothing
// stale can be left over. The file `lotline.lock` is a note of its holder: it refuses a newcomer before he touches
// anything, also while PostgreSQL itself is down.

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

/** Throws when the note in the data directory names a process that still lives. */
export async function refuseIfOwned(dataDirectory: string): Promise<void> {
  const text = await readFile(noteFile(dataDirectory), 'utf8').catch(() => '')
  let note: Partial<Note> = {}
  try {
    note = JSON.parse(text) as Partial<Note>
  } catch {
    // no note
  }
  if (note.pid === undefined) return
  if ((await processMark(note.pid)) === note.mark) throw refusal(dataDirectory, note.pid)
}

/** Takes the lock of a data directory for this process, or throws an error that names the holder. */
export async function takeLock(dataDirectory: string, place: Place, password: string): Promise<ClusterClient> {
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
    // the connection of a server killed a moment ago closes by itself
    if ((pid !== undefined && (await processMark(pid))) || Date.now() > deadline) throw refusal(dataDirectory, pid)
    await delay(20)
  }
}

async function writeNote(dataDirectory: string): Promise<void> {
  const note: Note = { pid: process.pid, mark: (await processMark(process.pid)) ?? '' }
  const fresh = `${noteFile(dataDirectory)}.${randomBytes(6).toString('hex')}`
  await writeFile(fresh, `${JSON.stringify(note)}\n`)
  await rename(fresh, noteFile(dataDirectory))
}

/** Removes the note of this process, after its PostgreSQL has stopped. */
export async function removeNote(dataDirectory: string): Promise<void> {
  await rm(noteFile(dataDirectory), { force: true })
}
