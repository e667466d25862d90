/** Archive of the write-ahead log: compressed segments beside the backups. */
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { copyOne } from './backupFiles.ts'
import { BackupError } from './backupList.ts'
import { type Branch, branchesOf, history, isOn, numberOf, segmentBytes, segmentName } from './logBranches.ts'

const segment = /^[0-9A-F]{24}$/
const suffix = '.zst'
const stateName = 'archive.json'

/** Archive state; whole up to `until`. */
export interface ArchiveState {
  readonly until: string
  readonly last: string
}

export const archiveFolder = (backups: string, system: string): string => join(backups, `wal-${system}`)

export async function readState(folder: string): Promise<ArchiveState | null> {
  try {
    return JSON.parse(await readFile(join(folder, stateName), 'utf8')) as ArchiveState
  } catch {
    return null
  }
}

export async function writeState(folder: string, state: ArchiveState): Promise<void> {
  const fresh = join(folder, `${stateName}.partial`)
  await writeFile(fresh, JSON.stringify(state), { mode: 0o600, flush: true })
  await rename(fresh, join(folder, stateName))
}

// Content checksums: zstd itself refuses damaged segments.
const compress = (bytes: Buffer): Promise<Buffer> =>
  promisify(zstdCompress)(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  })

async function isSame(file: string, bytes: Buffer): Promise<boolean> {
  const there = await readFile(file).catch(() => null)
  if (!there) return false
  return promisify(zstdDecompress)(there).then(
    found => found.equals(bytes),
    () => false,
  )
}

/** Stores one segment; a different one of its name is put aside. */
async function storeSegment(from: string, folder: string, name: string): Promise<void> {
  const source = join(from, name)
  const [bytes, { mtime }] = [await readFile(source), await stat(source)]
  const target = join(folder, `${name}${suffix}`)
  if (await isSame(target, bytes)) return
  const half = `${target}.partial`
  await writeFile(half, await compress(bytes), { mode: 0o600, flush: true })
  await utimes(half, mtime, mtime)
  await rename(target, `${target}.aside-${Date.now()}`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(half, target)
}

/** Its time is the begin of the branch. */
async function storeHistory(from: string, folder: string, name: string): Promise<void> {
  const { mtime } = await stat(join(from, name))
  const half = join(folder, `${name}.partial`)
  await copyOne(join(from, name), half)
  await utimes(half, mtime, mtime)
  await rename(half, join(folder, name))
}

/** Lowest segment of a timeline in `pg_wal`; null without one. */
export async function lowestSegment(from: string, timeline: string): Promise<bigint | null> {
  const names = (await readdir(from)).filter(name => segment.test(name) && name.startsWith(timeline)).sort()
  return names[0] === undefined ? null : numberOf(names[0])
}

/**
 * Stores the whole segments of `pg_wal` from one number up to before another.
 * @returns number and name of the first that is not stored
 */
export async function storeSegments(
  from: string,
  folder: string,
  { timeline, first, end }: { readonly timeline: string; readonly first: bigint; readonly end: bigint },
): Promise<{ last: string; writtenAt: Date } | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(from))
    if (history.test(name) && !(await stat(join(folder, name)).catch(() => null)))
      await storeHistory(from, folder, name)
  let stored: { last: string; writtenAt: Date } | null = null
  for (let number = first; number < end; number += 1n) {
    const name = segmentName(timeline, number)
    await storeSegment(from, folder, name)
    stored = { last: name, writtenAt: (await stat(join(from, name))).mtime }
  }
  return stored
}

const segmentsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => []))
    .filter(name => name.endsWith(suffix) && segment.test(name.slice(0, 24)))
    .map(name => name.slice(0, 24))
    .sort()

/** Last segment before a gap, from a backup's last. */
function contiguousEnd(names: readonly string[], from: string): string | null {
  const numbers = new Map(names.map(name => [numberOf(name), name]))
  let last: string | null = null
  // Backups hold their last segment themselves.
  for (
    let number = numbers.has(numberOf(from)) ? numberOf(from) : numberOf(from) + 1n;
    numbers.has(number);
    number += 1n
  )
    last = numbers.get(number) ?? null
  return last
}

export interface BranchEnd extends Pick<Branch, 'timeline' | 'since'> {
  /** End of the archived log on this branch. */
  readonly until: string
}

/** Branches that lead on from a backup's last segment, the oldest first. */
export async function reachesOf(folder: string, from: string): Promise<readonly BranchEnd[]> {
  const [branches, names, state] = await Promise.all([branchesOf(folder), segmentsIn(folder), readState(folder)])
  const found: BranchEnd[] = []
  for (const branch of branches.filter(each => isOn(each, from))) {
    const { timeline, since } = branch
    const end = contiguousEnd(
      names.filter(name => isOn(branch, name)),
      from,
    )
    const isLatest = state?.last.startsWith(timeline) && numberOf(end ?? from) >= numberOf(state.last)
    const until = isLatest ? state?.until : end && (await stat(join(folder, `${end}${suffix}`))).mtime.toISOString()
    if (until) found.push({ timeline, since, until })
  }
  return found
}

/** Archived bytes from a segment on, unpacked. */
export const unpackedBytes = async (folder: string, from: string): Promise<number> =>
  (await segmentsIn(folder)).filter(name => numberOf(name) >= numberOf(from)).length * segmentBytes

async function unpack(file: string): Promise<Buffer> {
  const bytes = await promisify(zstdDecompress)(await readFile(file)).catch(() => null)
  if (bytes?.length !== segmentBytes) throw new BackupError({ key: 'log', file })
  return bytes
}

/**
 * Unpacks the log from a segment on into `pg_wal`.
 * @throws BackupError naming a damaged segment
 */
export async function unpackInto(folder: string, target: string, from: string): Promise<void> {
  for (const name of await segmentsIn(folder))
    if (numberOf(name) >= numberOf(from))
      await writeFile(join(target, name), await unpack(join(folder, `${name}${suffix}`)), { mode: 0o600, flush: true })
  for (const name of await readdir(folder).catch(() => []))
    if (history.test(name)) await copyOne(join(folder, name), join(target, name))
}

/** Deletes the log before a segment. */
export async function pruneLog(folder: string, oldest: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (segment.test(name.slice(0, 24)) && numberOf(name.slice(0, 24)) < numberOf(oldest)) await rm(join(folder, name))
}

/** Compares every archived segment with its own checksum. */
export async function verifyLog(folder: string, from: string, signal: AbortSignal): Promise<void> {
  for (const name of await segmentsIn(folder)) {
    signal.throwIfAborted()
    if (numberOf(name) >= numberOf(from)) await unpack(join(folder, `${name}${suffix}`))
  }
}
