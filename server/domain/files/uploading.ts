/** Incoming upload in a private temporary file. */
import { createHash, type Hash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '#contract/schema/answer.ts'

export interface Upload {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface Received {
  readonly path: string
  readonly size: number
  readonly hash: string
}

async function write(
  handle: FileHandle,
  hash: Hash,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<number> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > maxBytes) throw new AppError('fileTooLarge', { megabytes: Math.floor(maxBytes / 1024 ** 2) })
    hash.update(piece)
    await handle.write(piece)
  }
  return size
}

/**
 * Runs work on an upload's bytes, then deletes them.
 * @throws AppError fileTooLarge as soon as `maxBytes` are exceeded
 */
export async function received<T>(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  work: (received: Received) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lotline-upload-'))
  try {
    const path = join(folder, randomUUID())
    const handle = await open(path, 'wx', 0o600)
    const hash = createHash('sha256')
    const size = await write(handle, hash, bytes, maxBytes).finally(() => handle.close())
    return await work({ path, size, hash: hash.digest('hex') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
