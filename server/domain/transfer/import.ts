/**
 * Rows of a sheet, stored as if each had been entered on the screen: the same rules, the same rights, the same audit.
 * A preview does exactly that and takes it back; an import keeps it, if there was no fault in any row (domain.md §6.25).
 */
import { sql } from 'kysely'
import { format } from '../../../src/contract/messages/index.ts'
import { AppError, type Faults } from '../../../src/contract/schema/answer.ts'
import type { Entity } from '../../../src/contract/schema/entity.ts'
import { permits } from '../../../src/contract/schema/permission.ts'
import type { ImportCounts, ImportedRow, ImportOutcome, ImportReport } from '../../../src/contract/schema/transfer.ts'
import { validate, validateValue } from '../../../src/contract/schema/validate.ts'
import type { Context } from '../../db/context.ts'
import { transact } from '../../db/open.ts'
import { saveRecord } from '../records.ts'
import { mentioned, type Read, type Reading, readCell, shown } from './cells.ts'
import { rearmed } from './csv.ts'
import { type Headings, headingsOf, type ImportColumn } from './headings.ts'
import { clockOf } from './moments.ts'
import { namesIn, refersTo } from './names.ts'
import { type RawCell, readFile } from './read.ts'
import { changes, keyOf, type Stored, storedRows } from './stored.ts'
import { wordingOf } from './titles.ts'

interface Line {
  /** Its number in the sheet. */
  readonly line: number
  readonly cells: readonly RawCell[]
}

type ReadRow = { readonly values: Readonly<Record<string, unknown>>; readonly faults: Faults }

/** The values of a line and the faults that can be seen without asking anybody. */
function readLine(entity: Entity, columns: readonly ImportColumn[], { cells }: Line, reading: Reading): ReadRow {
  const values: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const { index, name, field } of columns) {
    const read: Read = readCell(field, cells[index] ?? null, reading)
    const fault = 'fault' in read ? read.fault : validateValue(field, read.value)
    if (fault) faults[name] = fault
    else if ('value' in read) values[name] = read.value
  }
  if (keyOf(entity, values) === null)
    for (const { name, field } of columns) if (field.key && values[name] === null) faults[name] = 'required'
  return { values, faults }
}

/** A new row has the defaults of its definition where the sheet says nothing. */
const withoutBlanks = (values: ReadRow['values']) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** Does work that is taken back alone when it is refused. @throws whatever is no refusal */
async function attempt(context: Context, work: () => Promise<void>): Promise<AppError | null> {
  await sql`savepoint imported`.execute(context.tx)
  try {
    await work()
    await sql`release savepoint imported`.execute(context.tx)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint imported`.execute(context.tx)
    return error
  }
}

function refuseWithout(context: Context, entity: Entity, button: string): void {
  const permission = { menu: entity.name, button }
  if (!permits(context.grants, permission)) throw new AppError('notPermitted', permission)
}

interface Store {
  /** Stores one row and says what that came to. */
  row(values: ReadRow['values']): Promise<ImportOutcome | AppError>
}

/** Stores rows one by one. Those that were stored or met before are known by their keys. */
function storing(
  context: Context,
  entity: Entity,
  stored: ReadonlyMap<string, readonly Stored[]>,
  then: (id: number) => Promise<void>,
): Store {
  const met = new Set<string>()
  return {
    async row(values) {
      const key = keyOf(entity, values) as string
      const known = stored.get(key) ?? []
      if (met.has(key)) return new AppError('importRowTwice')
      met.add(key)
      if (known.length > 1) return new AppError('importAmbiguous', { count: known.length })
      const [before] = known
      if (before && !changes(entity, before, values)) return 'unchanged'
      const refused = await attempt(context, async () => {
        refuseWithout(context, entity, before ? 'edit' : 'add')
        const { id, rowVersion } = before ?? {}
        const row = await saveRecord(context, entity, before ? { ...values, id, rowVersion } : withoutBlanks(values))
        await then(row.id)
      })
      return refused ?? (before ? 'updated' : 'created')
    },
  }
}

/** What a refusal says, by field where it is about fields; a field the sheet has not is told with its name. */
function faultTexts(context: Context, entity: Entity, refused: AppError): Faults {
  const { refusal, data } = refused
  const isObject = typeof data === 'object' && data !== null
  if (refusal !== 'invalid' || !isObject)
    return { '': format(context.locale, `error.${refusal}`, isObject ? (data as Faults) : {}) }
  const text = (key: string) => format(context.locale, `fault.${key}`)
  const faults = Object.entries(data as Faults).map(([name, key]) => [name, text(key)] as const)
  const own = faults.filter(([name]) => Object.hasOwn(entity.fields, name))
  const others = faults
    .filter(([name]) => !Object.hasOwn(entity.fields, name))
    .map(([name, said]) => `${name}: ${said}`)
  return Object.fromEntries([...own, ...(others.length > 0 ? [['', others.join('; ')] as const] : [])])
}

const none: ImportCounts = { created: 0, updated: 0, unchanged: 0, faulty: 0 }

/** Stores the rows of a sheet in the caller's transaction, each that can be, and tells what became of every one. */
async function storeSheet(
  context: Context,
  entity: Entity,
  headings: Headings,
  lines: readonly Line[],
  reading: Reading,
): Promise<ImportReport> {
  const { columns, ignored } = headings
  const { names } = reading
  for (const { index, field } of columns)
    if (field.to)
      await names.learn(
        field.to,
        lines.flatMap(({ cells }) => mentioned(field, cells[index] ?? null)),
      )
  const first = lines.map(line => readLine(entity, columns, line, reading))
  const whole = first.filter(({ values }) => keyOf(entity, values) !== null).map(({ values }) => values)
  const stored = await storedRows(
    context,
    entity,
    whole,
    columns.map(({ name }) => name),
  )
  const isOwn = refersTo(entity, entity.name)
  const store = storing(context, entity, stored, async id => {
    if (isOwn) await names.add(entity, id)
  })
  const rows: ImportedRow[] = []
  const counts: Record<ImportOutcome, number> = { ...none }
  for (const [at, line] of lines.entries()) {
    // Rows may refer to those above them, which were not stored yet when all were read.
    const { values, faults } = isOwn ? readLine(entity, columns, line, reading) : (first[at] as ReadRow)
    const result =
      Object.keys(faults).length > 0
        ? new AppError('invalid', withMissing(entity, values, faults))
        : await store.row(values)
    const outcome = result instanceof AppError ? 'faulty' : result
    counts[outcome] += 1
    rows.push({
      line: line.line,
      outcome,
      cells: columns.map(({ index }) => shown(line.cells[index] ?? null)),
      faults: result instanceof AppError ? faultTexts(context, entity, result) : {},
    })
  }
  return { columns: columns.map(({ name, title }) => ({ field: name, title })), ignored, counts, rows }
}

/** Beside what cannot be read, what is left empty and must not be, so that a row shows all its faults at once. */
function withMissing(entity: Entity, values: ReadRow['values'], faults: Faults): Faults {
  const said = Object.keys(values)
  const others = Object.entries(validate(entity, values)).filter(
    ([name, fault]) => fault === 'required' && said.includes(name),
  )
  const withoutDefault = others.filter(([name]) => entity.fields[name]?.default === undefined)
  return { ...Object.fromEntries(withoutDefault), ...faults }
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
  return { headings, filled, wording, clock: await clockOf(context) }
}

type SheetRead = Awaited<ReturnType<typeof readSheet>>

const stored = (context: Context, entity: Entity, { headings, filled, wording, clock }: SheetRead) =>
  storeSheet(context, entity, headings, filled, { wording, clock, names: namesIn(context) })

/** Carries the report of a preview out of the transaction that must not be kept. */
class TakenBack extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('taken back')
    this.report = report
  }
}

/**
 * What importing a sheet would do, row by row; nothing stays.
 * @throws AppError when the file as a whole will not do: importUnreadable, importKeyMissing, …
 */
export async function previewImport(context: Context, entity: Entity, bytes: Uint8Array): Promise<ImportReport> {
  const sheet = await readSheet(context, entity, bytes)
  try {
    return await transact(context.tx, async tx => {
      throw new TakenBack(await stored({ ...context, tx }, entity, sheet))
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.report
    throw error
  }
}

/**
 * Imports a sheet in the caller's transaction: every row or none.
 * @throws AppError importRefused with the report when any row has a fault, and as the preview does
 */
export async function importSheet(context: Context, entity: Entity, bytes: Uint8Array): Promise<ImportCounts> {
  const report = await stored(context, entity, await readSheet(context, entity, bytes))
  const { faulty } = report.counts
  if (faulty > 0) throw new AppError('importRefused', { ...report, count: faulty })
  return report.counts
}
