/**
 * Import of sheet rows under the rules of manual entry: same hooks, permissions, audit; documents stay drafts.
 * A preview runs the import and rolls back; an import commits only without errors (domain.md §6.25).
 */
import { AppError } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import {
  type ImportCounts,
  type ImportedRow,
  type ImportOutcome,
  type ImportReport,
  sheetLines,
} from '#contract/schema/transfer.ts'
import type { Context } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { analyze } from '../../db/connection/statistics.ts'
import { mentioned, type Reading, shown } from './cells.ts'
import { rearmed } from './csv.ts'
import { type RowFaults, readingFaults, refusalFaults } from './faults.ts'
import { type Headings, headingsOf } from './headings.ts'
import { clockIn } from './moments.ts'
import { namesIn, refersTo } from './names.ts'
import { type RawCell, readFile } from './read.ts'
import { groupsOf, type Line, type ReadRecord, readRecord } from './readRows.ts'
import { rowKey, storedLines, storedRows } from './stored.ts'
import { type Before, type Decision, deciding, type Saved, saveAll } from './storing.ts'
import { wordingOf } from './titles.ts'

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

/** Result of a record per row; only rows with errors carry them. */
function rowsOf(
  { columns }: Headings,
  { rows }: ReadRecord,
  outcome: ImportOutcome,
  faults: RowFaults | null,
): readonly ImportedRow[] {
  return rows.map(({ line }, at) => {
    const own = faults?.[at] ?? {}
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

/** Stores all valid records in the caller's transaction; reports every row. */
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
    const seen = records.map(record => readingFaults(context, entity, record))
    const decided = records.map(decide)
    const flawless = decided.map((decision, index): Decision => (seen[index] ? 'unchanged' : decision))
    const saved: readonly Saved[] = await saveAll(context, entity, flawless)
    for (const [index, record] of records.entries()) {
      const [decision, result] = [decided[index] as Decision, saved[index] as Saved]
      if (isOwn && typeof result === 'number') await reading.names.add(entity, result)
      const refused = decision instanceof AppError ? decision : result instanceof AppError ? result : null
      const faults = seen[index] ?? (refused && refusalFaults(context, entity, lines, wording, record, refused, paths))
      rows.push(...rowsOf(headings, record, outcomeOf(decision), faults))
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
