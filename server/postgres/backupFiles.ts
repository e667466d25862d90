/** Durable folder copy: files are flushed before they count. */
import type { Dirent } from 'node:fs'
import { copyFile, mkdir, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** PostgreSQL deletes files during the copy; the WAL covers them. */
const goneIsNothing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

async function sync(path: string): Promise<void> {
  // Windows requires write access for a flush.
  const handle = await open(path, 'r+')
  await handle.sync().finally(() => handle.close())
}

/** Copies one file; returns its size, 0 when it vanished. */
export async function copyOne(from: string, to: string): Promise<number> {
  const found = await copyFile(from, to).then(
    () => stat(to),
    async error => {
      goneIsNothing(error)
      // A missing target folder is an error, unlike a missing source.
      if (await stat(from).catch(goneIsNothing)) throw error
    },
  )
  if (!found) return 0
  await sync(to)
  return found.size
}

export interface Copying {
  /** Exclusion by relative path. Excluded folders stay, empty. */
  readonly leaves: (path: string, entry: Dirent) => boolean
  readonly signal: AbortSignal
}

/**
 * Copies a folder; returns bytes.
 * @throws the abort reason
 */
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

export async function folderSize(folder: string): Promise<number> {
  const entries = (await readdir(folder, { withFileTypes: true, recursive: true }).catch(goneIsNothing)) ?? []
  let bytes = 0
  for (const entry of entries)
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(goneIsNothing))?.size ?? 0
  return bytes
}
