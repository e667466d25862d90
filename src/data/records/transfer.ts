/** Lists as files: handed out by the server, and brought back to it. */
import type { ImportCounts, ImportReport, SheetFormat } from '../../contract/schema/transfer.ts'
import { type AnsweredFile, call } from '../api/api.ts'
import { resolvedConditions } from '../relativeDays.ts'
import { uuid } from '../uuid.ts'
import type { ListQuery } from './records.ts'

export interface ExportQuery extends ListQuery {
  readonly format: SheetFormat
  /** Names of fields; the columns of the list unless said. */
  readonly columns?: readonly string[]
  /** A row for each line. */
  readonly lines?: boolean
}

/** All rows a query finds, as a file in the language of the console. */
export function exportRecords(entity: string, query: ExportQuery, signal?: AbortSignal): Promise<AnsweredFile> {
  return call<AnsweredFile>(
    `template/export/${entity}`,
    { ...query, ...(query.where ? { where: resolvedConditions(entity, query.where) } : {}) },
    { key: uuid(), file: true, ...(signal ? { signal } : {}) },
  )
}

/** The workbook to fill in. */
export function importTemplateOf(entity: string): Promise<AnsweredFile> {
  return call<AnsweredFile>(`template/importTemplate/${entity}`, {}, { method: 'GET', file: true })
}

/** Base64 of a file, made in pieces: a call takes only so many arguments. */
async function encoded(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(pieces.join(''))
}

/** What importing a file would do; nothing is stored. */
export async function previewImport(entity: string, file: Blob, signal?: AbortSignal): Promise<ImportReport> {
  return call<ImportReport>(`template/importPreview/${entity}`, { file: await encoded(file) }, signal ? { signal } : {})
}

/** Imports a file: every row or none. @throws CallError with the report where a row has a fault */
export async function importRecords(entity: string, file: Blob): Promise<ImportCounts> {
  return call<ImportCounts>(`template/import/${entity}`, { file: await encoded(file) }, { key: uuid() })
}
