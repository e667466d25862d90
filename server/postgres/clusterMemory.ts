/** Memory of the built-in PostgreSQL for its page cache. */
import { totalmem } from 'node:os'

const megabyte = 2 ** 20

/** Available memory in bytes; respects container limits. */
export function memory(): number {
  const given = process.constrainedMemory()
  return given > 0 ? Math.min(given, totalmem()) : totalmem()
}

/**
 * `shared_buffers` in megabytes: a quarter of memory (PostgreSQL's manual, 19.4.1), less on Windows, at most 2 GB.
 */
export function sharedBuffers(bytes: number, platform: NodeJS.Platform = process.platform): number {
  const most = platform === 'win32' ? 512 : 2048
  return Math.max(128, Math.min(most, Math.floor(bytes / 4 / megabyte)))
}
