/** Import under the rules of entry; a preview rolls back (domain.md §6.25). */

import { format } from '#contract/messages/index.ts'
import { AppError, type FieldErrors } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import {
  type ImportCounts,
  type ImportedRow,
  type ImportOutcome,
  type ImportReport,
  type SheetLines,
  sheetLines,
} from '#contract/schema/transfer.ts'
import { validate } from '#contract/schema/validate.ts'
import { clockIn } from '#contract/zonedClock.ts'
import type { Context } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { analyze } from '../../db/connection/statistics.ts'
import { refusalText } from '../basis/refusalText.ts'
import { mentioned, type Reading, shown } from './cells.ts'
import { rearmed } from './csv.ts'
import { type Headings, headingsOf, lineTitle } from './headings.ts'
import { namesIn, refersTo } from './names.ts'
import { type RawCell, readFile } from './read.ts'
import { groupsOf, type Line, type ReadRecord, readRecord } from './readRows.ts'
import { rowKey, storedLines, storedRows } from './stored.ts'
import { type Before, type Decision, deciding, type Saved, saveAll } from './storing.ts'
import { type Wording, wordingOf } from './titles.ts'

/** Row count from which table statistics need refreshing. */
const manyRows = 500

/** Records saved together before bisecting to a refused one. */
const batch = 100

async function learnNames({ columns }: Headings, lines: readonly Line[], { names }: Reading): Promise<void> {
  for (const { index, field } of columns)
    if (field.to)
      await names.learn(
        field.to,
        lines.flatMap(({ cells }) => mentioned(field, cells[index] ?? null)),
      )
}

async function storedBefore(
  context: Context,
  entity: Entity,
  { columns }: Headings,
  records: readonly ReadRecord[],
): Promise<Before> {
  const keyed = records.map(({ values }) => values).filter(values => rowKey(entity, values) !== null)
  const heads = columns.filter(({ part }) => part === 'head').map(({ name }) => name)
  const found = keyed.length > 0 ? await storedRows(context, entity, keyed, heads) : new Map()
  const lines = columns.some(({ part }) => part === 'line') ? sheetLines(entity) : null
  const ids = [...found.values()].flat().map(({ id }) => id)
  return { records: found, lines: lines && ids.length > 0 ? await storedLines(context, lines.entity, ids) : new Map() }
}

function rowsOf(
  { columns }: Headings,
  { rows }: ReadRecord,
  outcome: ImportOutcome,
  fieldErrors: RowErrors | null,
): readonly ImportedRow[] {
  return rows.map(({ line }, at) => {
    const own = fieldErrors?.[at] ?? {}
    return {
      line: line.line,
      outcome: Object.keys(own).length > 0 ? 'faulty' : outcome,
      cells: columns.map(({ index }) => shown(line.cells[index] ?? null)),
      faults: own,
    }
  })
}

/** Outcome of a record; any row error refuses it whole. */
const outcomeOf = (decision: Decision): ImportOutcome =>
  decision === 'unchanged' || decision instanceof AppError ? 'unchanged' : decision.as

async function storeSheet(
  context: Context,
  entity: Entity,
  { headings, filled, wording, clock }: SheetRead,
): Promise<ImportReport> {
  const { columns, ignored } = headings
  const reading: Reading = { wording, clock, names: namesIn(context) }
  await learnNames(headings, filled, reading)
  const groups = groupsOf(entity, columns, filled)
  const lines = columns.some(({ part }) => part === 'line') ? sheetLines(entity) : null
  const read = (group: readonly Line[]) => readRecord(entity, columns, group, reading)
  const first = groups.map(read)
  const decide = deciding(entity, lines, await storedBefore(context, entity, headings, first))
  // Self references: rows above were not stored during the read.
  const isOwn = refersTo(entity, entity.name)
  const paths = new Set(columns.map(({ path }) => path))
  const rows: ImportedRow[] = []
  const step = isOwn ? 1 : batch
  for (let at = 0; at < groups.length; at += step) {
    const records = isOwn ? [read(groups[at] as readonly Line[])] : first.slice(at, at + step)
    const seen = records.map(record => readingErrors(context, entity, record))
    const decided = records.map(decide)
    const flawless = decided.map((decision, index): Decision => (seen[index] ? 'unchanged' : decision))
    const saved: readonly Saved[] = await saveAll(context, entity, flawless)
    for (const [index, record] of records.entries()) {
      const [decision, result] = [decided[index] as Decision, saved[index] as Saved]
      if (isOwn && typeof result === 'number') await reading.names.add(entity, result)
      const refused = decision instanceof AppError ? decision : result instanceof AppError ? result : null
      const fieldErrors =
        seen[index] ?? (refused && refusalErrors(context, entity, lines, wording, record, refused, paths))
      rows.push(...rowsOf(headings, record, outcomeOf(decision), fieldErrors))
    }
  }
  rows.sort((left, right) => left.line - right.line)
  const counts: Record<ImportOutcome, number> = { created: 0, updated: 0, unchanged: 0, faulty: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return {
    columns: columns.map(({ path, title }) => ({ field: path, title })),
    ignored,
    counts,
    rows,
    ...(lines ? { records: groups.length } : {}),
  }
}

async function readSheet(context: Context, entity: Entity, bytes: Uint8Array) {
  const { kind, lines } = await readFile(bytes, context.locale)
  const plain = (cell: RawCell) => (typeof cell === 'string' && kind === 'csv' ? rearmed(cell) : cell)
  const wording = await wordingOf(context, entity)
  const headings = headingsOf(entity, wording, (lines[0] ?? []).map(plain))
  const filled = lines
    .map((cells, index): Line => ({ line: index + 1, cells: cells.map(plain) }))
    .slice(1)
    .filter(({ cells }) => headings.columns.some(({ index }) => shown(cells[index] ?? null) !== ''))
  if (filled.length === 0) throw new AppError('importEmpty')
  return { headings, filled, wording, clock: clockIn(context.timeZone) }
}

type SheetRead = Awaited<ReturnType<typeof readSheet>>

/** Carries the preview's report out of its rolled-back transaction. */
class TakenBack extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('taken back')
    this.report = report
  }
}

/**
 * Previews an import by row, without effects.
 * @throws AppError for an unusable file: importUnreadable, importKeyMissing, …
 */
export async function previewImport(context: Context, entity: Entity, bytes: Uint8Array): Promise<ImportReport> {
  const sheet = await readSheet(context, entity, bytes)
  try {
    return await transact(context.tx, async tx => {
      throw new TakenBack(await storeSheet({ ...context, tx, isTrial: true }, entity, sheet))
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.report
    throw error
  }
}

/**
 * Imports a sheet in the caller's transaction, all rows or none.
 * @throws AppError importRefused with the report for any row error; otherwise as the preview
 */
export async function importSheet(context: Context, entity: Entity, bytes: Uint8Array): Promise<ImportCounts> {
  const report = await storeSheet(context, entity, await readSheet(context, entity, bytes))
  const { faulty } = report.counts
  if (faulty > 0) throw new AppError('importRefused', { ...report, count: faulty })
  if (report.rows.length >= manyRows)
    await analyze(context.tx, [entity.name, sheetLines(entity)?.entity.name ?? []].flat())
  return report.counts
}

// Import errors by row and column.

type RowErrors = readonly FieldErrors[]

function missingIn(entity: Entity, values: ReadRecord['values']): FieldErrors {
  // Drafts may be incomplete, as on the screen.
  if (entity.document) return {}
  const missing = Object.entries(validate(entity, values)).filter(
    ([name, fieldError]) => fieldError === 'required' && Object.hasOwn(values, name),
  )
  return Object.fromEntries(missing.filter(([name]) => entity.fields[name]?.default === undefined))
}

const maxOptions = 12

/** A fault in words; of a code with what may be filled in. */
function faultText({ locale }: Context, { fields, lines }: Entity, path: string, key: string): string {
  const [name = '', column] = path.split('.')
  const field = column === undefined ? fields[name] : lines[name]?.fields[column]
  const { name: of, options } = field?.enumeration ?? {}
  if (key !== 'option' || !options) return format(locale, `fault.${key}`)
  const titles = Object.keys(options).map(code => format(locale, `${of}.${code}`))
  const shown = titles.slice(0, maxOptions).join(locale === 'en-US' ? ', ' : '、')
  return format(locale, 'fault.optionOf', { options: shown + (titles.length > maxOptions ? '…' : '') })
}

function readingErrors(context: Context, entity: Entity, record: ReadRecord): RowErrors | null {
  if (record.rows.every(({ fieldErrors }) => Object.keys(fieldErrors).length === 0)) return null
  const [first, ...others] = record.rows.map(({ fieldErrors }) => fieldErrors)
  return [{ ...missingIn(entity, record.values), ...first }, ...others].map(fieldErrors =>
    Object.fromEntries(Object.entries(fieldErrors).map(([path, key]) => [path, faultText(context, entity, path, key)])),
  )
}

/** Errors without a column in the report, joined as text. */
const inWords = (fieldErrors: readonly (readonly [string, string])[]): FieldErrors =>
  fieldErrors.length > 0 ? { '': fieldErrors.map(([name, said]) => `${name}: ${said}`).join('; ') } : {}

function refusalErrors(
  context: Context,
  entity: Entity,
  lines: SheetLines | null,
  wording: Wording,
  { rows }: ReadRecord,
  { refusal, data }: AppError,
  paths: ReadonlySet<string>,
): RowErrors {
  const isObject = typeof data === 'object' && data !== null
  const errors: Record<string, string>[] = rows.map(() => ({}))
  if (refusal !== 'invalid' || !isObject) {
    errors[0] = { '': refusalText(context.locale, { refusal, data }) }
    return errors
  }
  const places = rows.flatMap(({ values }, at) => (values ? [at] : []))
  const others: [string, string][][] = rows.map(() => [])
  for (const [name, key] of Object.entries(data as FieldErrors)) {
    const said = format(context.locale, `fault.${key}`)
    const [at, index, field] = name.split('.')
    const row = lines?.name === at && index !== undefined ? (places[Number(index)] ?? 0) : 0
    const path = field === undefined ? name : `${at}.${field}`
    const isHead = Object.hasOwn(entity.fields, name)
    const ofLine = field === undefined ? wording.say(lines?.entity.name ?? name) : null
    const title = lines && at === lines.name ? (ofLine ?? lineTitle(wording, lines.entity, String(field))) : name
    if (isHead || paths.has(path)) (errors[row] as Record<string, string>)[path] = said
    else others[row]?.push([title, said])
  }
  return errors.map((fieldErrors, at) => ({ ...fieldErrors, ...inWords(others[at] ?? []) }))
}
