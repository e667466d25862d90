/** How much memory the built-in PostgreSQL keeps pages of its tables in. */
import { totalmem } from 'node:os'

const megabyte = 2 ** 20

/** The memory there is for this process and its children, bytes: that of the machine, or what a container is given of it. */
export function memory(): number {
  const given = process.constrainedMemory()
  return given > 0 ? Math.min(given, totalmem()) : totalmem()
}

/**
 * Megabytes for `shared_buffers`. A quarter of the memory is what PostgreSQL's manual (19.4.1) advises, and not much on Windows,
 * where it gains little; beyond two gigabytes the server itself, whatever else the machine does, and the system's own cache
 * have more use for it. With 128 MB, the default, each question of a plant of three years fetched a hundred pages from the
 * system: a usual trace took 10.7 ms in place of 9.1, a backward one 51 in place of 36.
 */
export function sharedBuffers(bytes: number, platform: NodeJS.Platform = process.platform): number {
  const most = platform === 'win32' ? 512 : 2048
  return Math.max(128, Math.min(most, Math.floor(bytes / 4 / megabyte)))
}
