/** Refuses writes before the disk of the built-in database is full: PostgreSQL that cannot write shuts down (security.md P14). */
import { statfs } from 'node:fs/promises'
import { AppError } from '../../src/contract/schema/answer.ts'

/** Free bytes below which nothing is saved, unless said otherwise. */
export const defaultMinFreeBytes = 500 * 1024 * 1024
/** Longest time a reading is good for, in ms. */
const freshMs = 2_000
const bytesPerMegabyte = 1024 * 1024

export interface SpaceLimit {
  /** Folder on the disk that is looked at. */
  readonly directory: string
  readonly minFreeBytes: number
}

/**
 * Makes the check that a writing call passes first.
 * @returns throws AppError diskLow with the megabytes that are free
 */
export function freeSpaceGuard({ directory, minFreeBytes }: SpaceLimit): () => Promise<void> {
  let free = Number.POSITIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - readAt > freshMs) {
      readAt = performance.now()
      const { bavail, bsize } = await statfs(directory)
      free = bavail * bsize
    }
    if (free < minFreeBytes) throw new AppError('diskLow', { megabytes: Math.floor(free / bytesPerMegabyte) })
  }
}
