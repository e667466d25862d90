/** Import and export of lists: which columns a sheet has, which entities take one, and what an import reports. */
import type { Entity } from './entity.ts'
import { type Field, type Fields, isEntered } from './field.ts'

export const sheetFormats = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof sheetFormats)[number]

/** What a sheet that is brought in may hold at most (security.md T47); the server reads no further. */
export const importLimits = { bytes: 10 * 1024 * 1024, rows: 10_000, columns: 200 } as const

/** Rows of one export. Whoever wants more asks for part of them. */
export const exportLimit = 200_000

/** Neither a value of one cell, nor anybody's to see; and a cell holds no file, only its name. */
const unprintable: ReadonlySet<Field['kind']> = new Set(['secret', 'json', 'image', 'files'])

/** Columns that may be exported: everything that is stored or worked out, but secrets. */
export function exportableFields(entity: Entity): Fields {
  return Object.fromEntries(Object.entries(entity.fields).filter(([, field]) => field.kind !== 'secret'))
}

/** Numbers that the server gives are written in a sheet to say which document is meant. */
const tellsWhich = (entity: Entity, field: Field) => entity.document && field.key && field.numbered !== undefined

/**
 * Columns that may be imported: what a person enters, and the numbers by which documents are known. The rest of a sheet
 * is passed over.
 */
export function importableFields(entity: Entity): Fields {
  return Object.fromEntries(
    Object.entries(entity.fields).filter(
      ([, field]) => (isEntered(field) || tellsWhich(entity, field)) && !unprintable.has(field.kind),
    ),
  )
}

/** The lines of an entity as a sheet holds them: one a row, beside the columns of the record they belong to. */
export interface SheetLines {
  /** The field of the record that holds them, and what the names of their columns begin with: `lines.baseQty`. */
  readonly name: string
  readonly entity: Entity
}

/** The lines that stand in a sheet of this entity; none where it has none, or several sets of which no row could tell. */
export function sheetLines({ lines }: Entity): SheetLines | null {
  const [only, ...others] = Object.entries(lines).map(([name, entity]) => ({ name, entity }))
  return only && others.length === 0 ? only : null
}

/** The column that says which rows make up one new document: those with the same mark. */
export const groupColumn = '#'

/**
 * Fields by which a row of a sheet is matched with a stored one: the natural key, and where that is unique only among
 * some rows, what tells those apart (a formula's version within its product).
 */
export function naturalKey(entity: Entity): readonly string[] {
  const keys = Object.entries(entity.fields).filter(([, field]) => field.key)
  const within = keys.flatMap(([, { unique }]) => (typeof unique === 'string' ? [unique] : []))
  return [...new Set([...keys.map(([name]) => name), ...within])]
}

/** Does the server give the numbers by which these records are known? Rows without one are new. */
export function isNumbered(entity: Entity): boolean {
  const key = naturalKey(entity)
  return key.length > 0 && key.every(name => entity.fields[name]?.numbered !== undefined)
}

/** Pages of the system's own records are filled under rules of their own; a year's holidays come from a published list. */
const ofSystem: ReadonlySet<string> = new Set(['holiday'])

/**
 * May rows of this entity be imported? Documents, as drafts, and master data and plain records with a natural key that
 * people give. The ledger, the system's own records and records that count as soon as they are saved may not
 * (domain.md §6.25).
 */
export function isImportable(entity: Entity): boolean {
  const { area, document, line, internal, seeded, name, only, fields } = entity
  if (line || internal || seeded || !only.includes('save') || !only.includes('list')) return false
  if (area === 'system' && !ofSystem.has(name)) return false
  if (document) return true
  const key = naturalKey(entity)
  return key.length > 0 && key.every(field => fields[field] !== undefined && isEntered(fields[field]))
}

/** What becomes of one row of a sheet. */
export type ImportOutcome = 'created' | 'updated' | 'unchanged' | 'faulty'

export interface ImportedRow {
  /** Its number in the sheet, the headings being 1. */
  readonly line: number
  readonly outcome: ImportOutcome
  /** What stands in its cells, by the columns of the report. */
  readonly cells: readonly string[]
  /** By field, as texts in the language asked for; what concerns the whole row stands under an empty name. */
  readonly faults: Readonly<Record<string, string>>
}

export type ImportCounts = Readonly<Record<ImportOutcome, number>>

/** What an import would do, or has done. */
export interface ImportReport {
  /** How many records the rows make up, where a record may have several: one for each of its lines. */
  readonly records?: number
  readonly columns: readonly { readonly field: string; readonly title: string }[]
  /** Headings that were passed over. */
  readonly ignored: readonly string[]
  readonly counts: ImportCounts
  readonly rows: readonly ImportedRow[]
}
