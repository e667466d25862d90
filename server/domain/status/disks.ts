/** Free space of the folders that fill: readings, growth, floor. */
import { stat, statfs } from 'node:fs/promises'
import { AppError } from '#contract/schema/answer.ts'
import type { DiskFolder } from '#contract/system/status.ts'

export const defaultMinFreeBytes = 500 * 1024 * 1024

export interface WatchedFolder {
  readonly name: DiskFolder
  readonly path: string
}

export interface DiskOptions {
  readonly folders: readonly WatchedFolder[]
  /** Floor of the folders that PostgreSQL writes to. */
  readonly minFreeBytes: number
  /** Cache time of a reading in ms. */
  readonly freshMs?: number
}

export type DiskLevel = 'fine' | 'low' | 'scarce' | 'stopped'

export interface DiskState {
  /** Folders on this disk, the most important first. */
  readonly folders: readonly DiskFolder[]
  readonly path: string
  readonly freeBytes: number
  readonly totalBytes: number
  /** Days until the floor at the last day's growth; null while unknown. */
  readonly daysLeft: number | null
  readonly level: DiskLevel
}

export interface DiskWatch {
  states(): Promise<readonly DiskState[]>
  /** @throws AppError diskLow, naming folder and free megabytes */
  check(): Promise<void>
}

export interface Space {
  readonly device: number
  readonly freeBytes: number
  readonly totalBytes: number
}

const megabyte = 1024 * 1024
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const defaultFreshMs = 2_000
/** Distance of kept readings in ms; growth needs six hours of them. */
const apartMs = 300_000
const leastWindowMs = 6 * hourMs
/** Multiples of the floor, and days left, at which people are told. */
const limits = { low: { floors: 4, days: 14 }, scarce: { floors: 2, days: 2 } } as const
/** PostgreSQL ends where it cannot write these. */
const stopping: readonly DiskFolder[] = ['data', 'wal']

/** Space at a path; null where it is not there. */
export async function spaceAt(path: string): Promise<Space | null> {
  try {
    const [{ dev }, { bavail, bsize, blocks }] = await Promise.all([stat(path), statfs(path)])
    return { device: dev, freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return null
  }
}

interface Reading {
  readonly at: number
  readonly freeBytes: number
}

interface Disk extends Space {
  readonly folders: readonly DiskFolder[]
  readonly path: string
}

function daysLeftOf(readings: readonly Reading[], floor: number): number | null {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || last.at - first.at < leastWindowMs) return null
  const perMs = (first.freeBytes - last.freeBytes) / (last.at - first.at)
  return perMs > 0 ? Math.max(0, (last.freeBytes - floor) / perMs / dayMs) : null
}

function levelOf(freeBytes: number, daysLeft: number | null, floor: number, stops: boolean): DiskLevel {
  if (stops && freeBytes < floor) return 'stopped'
  const is = ({ floors, days }: { readonly floors: number; readonly days: number }) =>
    freeBytes < floor * floors || (daysLeft !== null && daysLeft < days)
  return is(limits.scarce) ? 'scarce' : is(limits.low) ? 'low' : 'fine'
}

export interface Sources {
  readonly now: () => number
  readonly spaceAt: (path: string) => Promise<Space | null>
}

/** Folders by disk: what shares one fills together. */
async function disksOf(folders: readonly WatchedFolder[], read: Sources['spaceAt']): Promise<readonly Disk[]> {
  const byDevice = new Map<number, Disk>()
  for (const { name, path } of folders) {
    const space = await read(path)
    if (!space) continue
    const known = byDevice.get(space.device)
    byDevice.set(
      space.device,
      known ? { ...known, folders: [...known.folders, name] } : { ...space, folders: [name], path },
    )
  }
  return [...byDevice.values()]
}

export function watchDisks(
  options: DiskOptions,
  { now, spaceAt: read }: Sources = { now: () => performance.now(), spaceAt },
): DiskWatch {
  const kept = new Map<number, Reading[]>()
  let readAt = Number.NEGATIVE_INFINITY
  let states: Promise<readonly DiskState[]> = Promise.resolve([])

  /** Readings of a disk within a day, this one among them. */
  function readingsWith({ device, freeBytes }: Disk): readonly Reading[] {
    const at = now()
    const recent = (kept.get(device) ?? []).filter(reading => at - reading.at <= dayMs)
    const last = recent.at(-1)
    if (!last || at - last.at >= apartMs) recent.push({ at, freeBytes })
    kept.set(device, recent)
    return [...recent, { at, freeBytes }]
  }

  async function readNow(): Promise<readonly DiskState[]> {
    const { folders, minFreeBytes } = options
    const disks = await disksOf(folders, read)
    return disks.map(disk => {
      const { folders: on, path, freeBytes, totalBytes } = disk
      const stops = on.some(name => stopping.includes(name))
      const daysLeft = daysLeftOf(readingsWith(disk), stops ? minFreeBytes : 0)
      return {
        folders: on,
        path,
        freeBytes,
        totalBytes,
        daysLeft,
        level: levelOf(freeBytes, daysLeft, minFreeBytes, stops),
      }
    })
  }

  function current(): Promise<readonly DiskState[]> {
    if (now() - readAt > (options.freshMs ?? defaultFreshMs)) {
      readAt = now()
      states = readNow()
    }
    return states
  }

  return {
    states: current,
    async check() {
      const full = (await current()).find(({ level }) => level === 'stopped')
      if (!full) return
      const folder = full.folders.find(name => stopping.includes(name)) ?? 'data'
      throw new AppError('diskLow', { folder, megabytes: Math.floor(full.freeBytes / megabyte) })
    },
  }
}
