/** Folders copied file by file, so that what was copied is on the disk when it counts as copied. */
import type { Dirent } from 'node:fs'
import { copyFile, mkdir, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** PostgreSQL removes files while it is copied; whatever they held is in its log. */
const goneIsNothing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

async function sync(path: string): Promise<void> {
  // Windows asks for the right to write before it lets a file be flushed.
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
}

/** Copies one file; answers its size, 0 when it has gone meanwhile. */
export async function copyOne(from: string, to: string): Promise<number> {
  const found = await copyFile(from, to).then(
    () => stat(to),
    async error => {
      goneIsNothing(error)
      // What is gone may also be the folder it was to come to: then this is no copy.
      if (await stat(from).catch(goneIsNothing)) throw error
    },
  )
  if (!found) return 0
  await sync(to)
  return found.size
}

export interface Copying {
  /** Is this path, relative to the folder, left out? Of a folder that is, the folder itself stays, empty. */
  readonly leaves: (path: string, entry: Dirent) => boolean
  readonly signal: AbortSignal
}

/** Copies a folder; answers the bytes. @throws the reason of the signal once it is aborted */
export async function copyFolder(from: string, to: string, copying: Copying, below = ''): Promise<number> {
  await mkdir(join(to, below), { mode: 0o700, recursive: true })
  let bytes = 0
  const entries = (await readdir(join(from, below), { withFileTypes: true }).catch(goneIsNothing)) ?? []
  for (const entry of entries) {
    copying.signal.throwIfAborted()
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    const isLeft = copying.leaves(path, entry)
    if (entry.isDirectory()) {
      if (isLeft) await mkdir(join(to, path), { mode: 0o700, recursive: true })
      else bytes += await copyFolder(from, to, copying, path)
    } else if (entry.isFile() && !isLeft) bytes += await copyOne(join(from, path), join(to, path))
  }
  return bytes
}

/** Bytes of all files below a folder. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = (await readdir(folder, { withFileTypes: true, recursive: true }).catch(goneIsNothing)) ?? []
  let bytes = 0
  for (const entry of entries)
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(goneIsNothing))?.size ?? 0
  return bytes
}
