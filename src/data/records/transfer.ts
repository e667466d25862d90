/** Export and import of lists as files. */
import type { ImportCounts, ImportReport, SheetFormat } from '#contract/schema/transfer.ts'
import { requestTemplate } from '../api/api.ts'
import type { AnsweredFile } from '../api/transport.ts'
import { uuid } from '../uuid.ts'
import { hasRelativeDays, wireConditions } from '../wireConditions.ts'
import type { ListQuery } from './row.ts'

export interface ExportQuery extends ListQuery {
  readonly format: SheetFormat
  readonly columns?: readonly string[]
  /** Rows per line of the records. */
  readonly lines?: boolean
}

export async function exportRecords(entity: string, query: ExportQuery, signal?: AbortSignal): Promise<AnsweredFile> {
  return requestTemplate(
    'export',
    entity,
    { ...query, ...(hasRelativeDays(query.where) ? { where: await wireConditions(entity, query.where) } : {}) },
    { key: uuid(), ...(signal ? { signal } : {}) },
  )
}

export function importTemplateOf(entity: string): Promise<AnsweredFile> {
  return requestTemplate('importTemplate', entity)
}

/** Base64 in chunks: calls limit their number of arguments. */
async function encoded(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(pieces.join(''))
}

export async function previewImport(entity: string, file: Blob, signal?: AbortSignal): Promise<ImportReport> {
  return requestTemplate('importPreview', entity, { file: await encoded(file) }, signal ? { signal } : {})
}

/**
 * Imports a file, all or nothing.
 * @throws CallError with the report when a row is invalid
 */
export async function importRecords(entity: string, file: Blob): Promise<ImportCounts> {
  return requestTemplate('import', entity, { file: await encoded(file) }, { key: uuid() })
}
