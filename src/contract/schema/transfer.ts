import type { Entity } from './entity.ts'
import { type Field, type Fields, isEntered } from './field.ts'

export const sheetFormats = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof sheetFormats)[number]

/** Limits of an imported sheet, against zip bombs. */
export const importLimits = { bytes: 10 * 1024 * 1024, rows: 10_000, columns: 200 } as const

/** Row limit of one export; larger ones must be split. */
export const exportLimit = 200_000

/** Kinds unfit for a cell, or secret; files appear by name. */
const unprintable: ReadonlySet<Field['kind']> = new Set(['secret', 'json', 'image', 'files'])

export function exportableFields(entity: Entity): Fields {
  return Object.fromEntries(
    Object.entries(entity.fields).filter(([, { kind, filterOnly }]) => kind !== 'secret' && !filterOnly),
  )
}

/** Document numbers from the server, which identify the document in a sheet. */
const isIdentifying = (entity: Entity, field: Field) => entity.document && field.key && field.numbered !== undefined

/** Importable columns: entered fields and document numbers. */
export function importableFields(entity: Entity): Fields {
  return Object.fromEntries(
    Object.entries(entity.fields).filter(
      ([, field]) => (isEntered(field) || isIdentifying(entity, field)) && !unprintable.has(field.kind),
    ),
  )
}

/** Lines in a sheet: one per row, beside their record's columns. */
export interface SheetLines {
  /** Line field of the record, and column prefix: `lines.baseQty`. */
  readonly name: string
  readonly entity: Entity
}

/** Lines of an entity's sheet; null for none or several sets. */
export function sheetLines({ lines }: Entity): SheetLines | null {
  const [only, ...others] = Object.entries(lines).map(([name, entity]) => ({ name, entity }))
  return only && others.length === 0 ? only : null
}

/** Group column: rows with the same mark form one new document. */
export const groupColumn = '#'

/** Match fields of sheet rows: natural key plus its scope. */
export function naturalKey(entity: Entity): readonly string[] {
  const keys = Object.entries(entity.fields).filter(([, field]) => field.key)
  const within = keys.flatMap(([, { unique }]) => (typeof unique === 'string' ? [unique] : []))
  return [...new Set([...keys.map(([name]) => name), ...within])]
}

export function isNumbered(entity: Entity): boolean {
  const key = naturalKey(entity)
  return key.length > 0 && key.every(name => entity.fields[name]?.numbered !== undefined)
}

/** Importable system pages: holidays come from a published list. */
const ofSystem: ReadonlySet<string> = new Set(['holiday'])

/** Importable: documents as drafts, master data, natural keys (domain.md §6.25). */
export function isImportable(entity: Entity): boolean {
  const { area, document, line, internal, seeded, name, operations, fields } = entity
  if (line || internal || seeded || !operations.includes('save') || !operations.includes('list')) return false
  if (area === 'system' && !ofSystem.has(name)) return false
  if (document) return true
  const key = naturalKey(entity)
  return key.length > 0 && key.every(field => fields[field] !== undefined && isEntered(fields[field]))
}

export type ImportOutcome = 'created' | 'updated' | 'unchanged' | 'faulty'

export interface ImportedRow {
  /** Row number in the sheet; headings are row 1. */
  readonly line: number
  readonly outcome: ImportOutcome
  readonly cells: readonly string[]
  /** Errors by field, localized; row errors under the empty name. */
  readonly faults: Readonly<Record<string, string>>
}

export type ImportCounts = Readonly<Record<ImportOutcome, number>>

export interface ImportReport {
  /** Record count, where a record spans several rows (one per line). */
  readonly records?: number
  readonly columns: readonly { readonly field: string; readonly title: string }[]
  readonly ignored: readonly string[]
  readonly counts: ImportCounts
  readonly rows: readonly ImportedRow[]
}
