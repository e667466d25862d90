/** Disk space guard: a full disk shuts PostgreSQL down (docs/security.md). */
import { statfs } from 'node:fs/promises'
import { AppError } from '#contract/schema/answer.ts'

export const defaultMinFreeBytes = 500 * 1024 * 1024
/** Cache time of a reading, in ms. */
const freshMs = 2_000
const bytesPerMegabyte = 1024 * 1024

export interface SpaceLimit {
  readonly directory: string
  readonly minFreeBytes: number
}

/**
 * Check before writes.
 * @returns function that throws AppError diskLow with the free megabytes
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
