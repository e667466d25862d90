/** Checksum list of a backup, written last. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format } from '#contract/messages/index.ts'
import type { Locale } from '#contract/messages/locales.ts'
import type { Values } from '#contract/schema/field.ts'

/** Name of the list in a copied PostgreSQL folder. */
export const listName = 'lotline.backup.json'
export const listOfDump = (file: string): string => `${file}.json`

export interface BackupFacts {
  readonly lotline: string
  readonly postgres: number
  /** Cluster identity, shared with its archived log. */
  readonly system: string
  readonly timeZone: string
  readonly migrations: readonly string[]
  readonly startedAt: string
  readonly finishedAt: string
  /** First and last log segment; empty for dumps. */
  readonly log: readonly string[]
  /** Head of the audit chain, `position:hash`. */
  readonly head: string
  /** Rows by table, counted before the copy began. */
  readonly rows: Readonly<Record<string, number>>
}

export interface BackupList extends BackupFacts {
  readonly bytes: number
  /** Size and SHA-256 by path. */
  readonly files: Readonly<Record<string, string>>
}

/** Fault of a file: a message and its values. */
export interface BackupFault extends Values {
  readonly key: 'missing' | 'size' | 'changed' | 'list' | 'half' | 'postgres' | 'newer' | 'log' | 'rows'
}

const faultText = (locale: Locale, { key, ...values }: BackupFault): string =>
  format(locale, `backup.fault.${key}`, values)

/** Damaged or unfit backup; names file and fault. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly faults: readonly BackupFault[]
  constructor(...faults: readonly BackupFault[]) {
    super(faults.map(fault => faultText('en-US', fault)).join('; '))
    this.faults = faults
  }
  in(locale: Locale): string {
    return this.faults.map(fault => faultText(locale, fault)).join('; ')
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Bytes up to which a file is read at once. */
const smallBytes = 4 << 20

async function markOf(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  let { size } = await stat(path)
  if (size <= smallBytes) {
    const bytes = await readFile(path)
    return `${bytes.length} ${hash.update(bytes).digest('hex')}`
  }
  size = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    signal?.throwIfAborted()
    hash.update(chunk as Buffer)
    size += (chunk as Buffer).length
  }
  return `${size} ${hash.digest('hex')}`
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

async function seal(list: BackupList, file: string): Promise<BackupList> {
  const text = JSON.stringify(list, null, 1)
  await writeFile(file, `{\n "sum": "${sha256(text)}",${text.slice(1)}\n`, { mode: 0o600, flush: true })
  return list
}

/** Writes the list of a copied folder, as its last file. */
export async function writeFolderList(folder: string, facts: BackupFacts, signal: AbortSignal): Promise<BackupList> {
  const files: Record<string, string> = {}
  for (const path of await filesIn(folder)) files[path] = await markOf(join(folder, path), signal)
  return seal({ ...facts, bytes: bytesOf(files), files }, join(folder, listName))
}

export async function writeDumpList(at: { file: string; name: string; to: string }, facts: BackupFacts) {
  const files = { [at.name]: await markOf(at.file) }
  return seal({ ...facts, bytes: bytesOf(files), files }, at.to)
}

const bytesOf = (files: BackupList['files']): number =>
  Object.values(files).reduce((sum, mark) => sum + Number.parseInt(mark, 10), 0)

/**
 * Reads a list; null where there is none.
 * @throws BackupError when it was altered or cut off
 */
export async function readList(file: string): Promise<BackupList | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (text === null) return null
  const [, sum, rest] = /^\{\n "sum": "([0-9a-f]{64})",([\s\S]*)\n$/.exec(text) ?? []
  if (sum === undefined || sha256(`{${rest}`) !== sum) throw new BackupError({ key: 'list', file })
  return JSON.parse(`{${rest}`) as BackupList
}

async function faultOf(file: string, mark: string, signal?: AbortSignal): Promise<BackupFault | null> {
  const [expected] = mark.split(' ')
  const found = await stat(file).catch(() => null)
  if (!found) return { key: 'missing', file }
  if (String(found.size) !== expected) return { key: 'size', file, size: String(found.size), expected }
  return (await markOf(file, signal)) === mark ? null : { key: 'changed', file }
}

const maxFaults = 5

/**
 * Compares every listed file; what PostgreSQL adds to a copy is in no list.
 * @throws BackupError naming the files that differ
 */
export async function verifyFiles(folder: string, list: BackupList, signal?: AbortSignal): Promise<void> {
  const faults: BackupFault[] = []
  for (const [path, mark] of Object.entries(list.files)) {
    const fault = await faultOf(join(folder, path), mark, signal)
    if (fault !== null) faults.push(fault)
    if (faults.length === maxFaults) break
  }
  if (faults.length > 0) throw new BackupError(...faults)
}
