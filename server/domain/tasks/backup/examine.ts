/** Examination of copies before use: checksums, versions, rows. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../../db/connection/context.ts'
import { readMigrations } from '../../../db/schema/migrate.ts'
import {
  BackupError,
  type BackupFault,
  type BackupList,
  listName,
  readList,
  verifyFiles,
} from '../../../postgres/backupList.ts'
import { postgresMajor } from '../../../postgres/clusterLaunch.ts'
import { markerName } from '../../chain/restored.ts'
import { rowCounts } from './facts.ts'

const textIn = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })

/** Refuses versions that this server cannot open. */
async function requireVersions(folder: string, list: BackupList): Promise<void> {
  if (String(list.postgres) !== postgresMajor)
    throw new BackupError({ key: 'postgres', folder, version: String(list.postgres), own: postgresMajor })
  const known = await readMigrations()
  const unknown = list.migrations.filter(name => !known.has(name))
  if (unknown.length > 0)
    throw new BackupError({ key: 'newer', folder, lotline: list.lotline, migrations: unknown.join(', ') })
}

/**
 * Compares a copied PostgreSQL folder with its list.
 * @returns the list, or null for a whole copy of an older edition, which has none
 * @throws BackupError naming file and fault
 */
export async function examineFiles(folder: string, signal?: AbortSignal): Promise<BackupList | null> {
  const version = (await textIn(join(folder, 'PG_VERSION')))?.trim()
  if (version === undefined) throw new BackupError({ key: 'half', file: join(folder, 'PG_VERSION') })
  if (version !== postgresMajor) throw new BackupError({ key: 'postgres', folder, version, own: postgresMajor })
  const list = await readList(join(folder, listName))
  if (list) {
    await requireVersions(folder, list)
    await verifyFiles(folder, list, signal)
    return list
  }
  const marker = await textIn(join(folder, markerName))
  if (marker === null || marker.includes(' listed'))
    throw new BackupError({ key: 'half', file: join(folder, marker === null ? markerName : listName) })
  return null
}

/** Refuses damaged copies put back by hand, before PostgreSQL opens them. */
export async function examinePutBack(folder: string, say: (text: string) => void): Promise<void> {
  if ((await textIn(join(folder, 'backup_label'))) === null) return
  say('Comparing the copy that was put back with its checksum list')
  const list = await examineFiles(folder)
  say(list ? `${Object.keys(list.files).length} files are as they were written` : noList(folder))
}

export const noList = (folder: string): string =>
  `${folder} is of an edition that wrote no checksum list: its files could not be compared.`

/** Tables with fewer rows than the list says. */
export async function missingRows(db: Database, list: BackupList): Promise<readonly BackupFault[]> {
  const counts = await rowCounts(db)
  return Object.entries(list.rows)
    .filter(([table, n]) => (counts[table] ?? 0) < n)
    .map(([table, n]) => ({ key: 'rows', table, found: String(counts[table] ?? 0), expected: String(n) }))
}
