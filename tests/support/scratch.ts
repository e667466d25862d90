/** Temporary directories of tests that start a PostgreSQL of their own. */
import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
/** Bytes that a run of both lanes never reaches. */
const ROOM = 6 * 2 ** 30

/** Memory where plentiful: a database there needs no disk to be flushed. */
async function scratchRoot(): Promise<string> {
  const free = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free > ROOM ? inMemory : tmpdir()
}

/** A new empty directory in memory, else on disk; the caller removes it. */
export const scratchDirectory = async (prefix: string): Promise<string> => mkdtemp(join(await scratchRoot(), prefix))
