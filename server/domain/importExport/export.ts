/** Export of a list: all its rows, in display order. */
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Field, Fields, Values } from '#contract/schema/field.ts'
import { permits } from '#contract/schema/permission.ts'
import {
  exportableFields,
  exportLimit,
  importableFields,
  type SheetFormat,
  sheetLines,
} from '#contract/schema/transfer.ts'
import { clockIn } from '#contract/zonedClock.ts'
import type { Context } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { readAside } from '../../db/connection/snapshotRead.ts'
import type { ListQuery } from '../../db/query/list.ts'
import { countUpTo, type Selected, streamRows } from '../../db/query/streamRows.ts'
import { writeAudit } from '../basis/audit.ts'
import { FileAnswer } from '../basis/fileAnswer.ts'
import { guardQuery, hiddenFields } from '../basis/privacy.ts'
import { cellOf, printed, type Writing } from './cells.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import { lineTitle } from './headings.ts'
import { namesOf } from './names.ts'
import { storedLines } from './stored.ts'
import { type Wording, wordingOf } from './titles.ts'
import { type SheetCell, type SheetColumn, workbookOf, xlsxType } from './workbook.ts'

export interface ExportQuery extends ListQuery {
  readonly format: SheetFormat
  readonly columns?: readonly string[]
  readonly lines?: boolean
}

/** Column by path: `supplyId`, or `lines.baseQty` of a line. */
type Column = readonly [path: string, field: Field]

/** Requested columns, or the list's. Privacy: form-only fields require edit permission. */
function columnsOf({ grants }: Context, entity: Entity, { columns: asked, lines }: ExportQuery): readonly Column[] {
  const permission = { menu: entity.name, button: 'edit' }
  const isWhole = !entity.operations.includes('save') || permits(grants, permission)
  const fields = { ...exportableFields(entity), ...(lines ? lineColumns(entity) : {}) }
  // Round trip: a later import needs every writable field.
  const entered = lines && isWhole ? importableFields(entity) : {}
  if (!asked)
    return Object.entries(fields).filter(
      ([path, field]) => field.list || path.includes('.') || Object.hasOwn(entered, path),
    )
  return asked.map(name => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) throw invalid({ [name]: 'unknown' })
    if (!field.list && !name.includes('.') && !isWhole) throw new AppError('notPermitted', permission)
    return [name, field] as const
  })
}

const widths: Partial<Record<Field['kind'], number>> = {
  longText: 40,
  richText: 40,
  instant: 19,
  reference: 24,
  flag: 8,
  date: 12,
}

/** Column width in characters, with heading and filter arrow. */
export function widthOf(field: Pick<Field, 'kind' | 'max'>, title: string): number {
  const heading = [...title].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 255 ? 2 : 1), 4)
  return Math.max(
    widths[field.kind] ?? (field.kind === 'text' ? Math.min(Math.max(field.max ?? 20, 10), 36) : 14),
    heading,
  )
}

function referred(columns: readonly Column[], rows: readonly Values[]): Map<string, Set<number>> {
  const ids = new Map<string, Set<number>>()
  for (const [name, field] of columns) {
    if (!field.to) continue
    const those = ids.get(field.to) ?? new Set<number>()
    ids.set(field.to, those)
    for (const row of rows) for (const id of [row[name]].flat()) if (typeof id === 'number') those.add(id)
  }
  return ids
}

/** Name cache across batches: most rows share few references. */
function nameBook(context: Context) {
  const known = new Map<string, Map<number, string>>()
  return {
    async learn(columns: readonly Column[], rows: readonly Values[]): Promise<void> {
      for (const [to, ids] of referred(columns, rows)) {
        const names = known.get(to) ?? new Map<number, string>()
        known.set(to, names)
        const fresh = [...ids].filter(id => !names.has(id))
        if (fresh.length > 0) for (const [id, name] of await namesOf(context, to, fresh)) names.set(id, name)
      }
    },
    name: (to: string, id: number) => known.get(to)?.get(id) ?? `#${id}`,
  }
}

/** Fields that a column is written from. */
const readFor = ([path, { titleOf, expiresBy }]: Column): readonly string[] =>
  [path, titleOf?.id, titleOf?.entity, expiresBy].filter(name => name !== undefined)

interface Sheet {
  readonly title: string
  readonly columns: readonly SheetColumn[]
  readonly rows: AsyncGenerator<readonly (readonly SheetCell[])[]>
}

async function bytesOf(format: SheetFormat, { title, columns, rows }: Sheet): Promise<Uint8Array> {
  if (format === 'xlsx') return workbookOf([{ name: title, columns, rows }])
  const parts = [Buffer.from(byteOrderMark + csvLine(columns.map(column => column.title)))]
  for await (const batch of rows) parts.push(Buffer.from(batch.map(row => csvLine(row.map(printed))).join('')))
  return Buffer.concat(parts)
}

interface Exported {
  readonly title: string
  readonly bytes: Uint8Array
  readonly rows: number
}

/**
 * Exports the rows of a list query as xlsx or csv; audited. Requires a transaction or a reader.
 * @throws AppError exportTooLarge; invalid for an unknown column
 */
export async function exportList(context: Context, entity: Entity, query: ExportQuery): Promise<FileAnswer> {
  const { title, bytes, rows } = await readAside(context, inside => readSheet(inside, entity, query))
  await transact(context.tx, tx =>
    writeAudit({ ...context, tx }, entity.name, '', 'EXPORT', JSON.stringify({ ...query, rows })),
  )
  return new FileAnswer(
    `${title}-${context.today}.${query.format}`,
    query.format === 'xlsx' ? xlsxType : 'text/csv; charset=utf-8',
    bytes,
  )
}

async function readSheet(context: Context, entity: Entity, query: ExportQuery): Promise<Exported> {
  const { format, columns: _asked, lines, ...listed } = query
  if (lines && !sheetLines(entity)) throw invalid({ lines: 'unknown' })
  guardQuery(context, entity, listed)
  const hidden = hiddenFields(context, entity)
  const columns = columnsOf(context, entity, query).filter(([name]) => !hidden.includes(name))
  const total = await countUpTo(context, entity, listed, exportLimit)
  if (total > exportLimit) throw new AppError('exportTooLarge', { most: exportLimit })
  const wording = await wordingOf(context, entity)
  const names = nameBook(context)
  const writing: Writing = { wording, clock: clockIn(context.timeZone), today: context.today, name: names.name }
  const selected = streamRows(
    context,
    entity,
    listed,
    [...new Set(columns.flatMap(readFor))].filter(path => !path.includes('.')),
  )
  let written = 0
  async function* cells() {
    for await (const found of selected) {
      const rows = lines ? await withLines(context, entity, found) : found
      written += rows.length
      if (written > exportLimit) throw new AppError('exportTooLarge', { most: exportLimit })
      await names.learn(columns, rows)
      yield rows.map(row => columns.map(([name, field]) => cellOf(field, row[name], writing, row)))
    }
  }
  const title = wording.say(entity.name)
  const bytes = await bytesOf(format, {
    title,
    columns: columns.map(([path, field]) => {
      const heading = titleOfPath(entity, wording, path)
      return { title: heading, width: widthOf(field, heading) }
    }),
    rows: cells(),
  })
  return { title, bytes, rows: lines ? written : total }
}

// Documents flattened to one row per line, record columns repeated.

function lineColumns(entity: Entity): Fields {
  const lines = sheetLines(entity)
  if (!lines) return {}
  const fields = Object.entries(exportableFields(lines.entity))
  return Object.fromEntries(fields.map(([name, field]) => [`${lines.name}.${name}`, field]))
}

/** Column heading, recognised again by an import. */
function titleOfPath(entity: Entity, wording: Wording, path: string): string {
  const [, field] = path.split('.')
  const lines = sheetLines(entity)
  return field !== undefined && lines ? lineTitle(wording, lines.entity, field) : wording.say(`${entity.name}.${path}`)
}

/** Rows by column path, one per document line. */
async function withLines(context: Context, entity: Entity, records: readonly Selected[]): Promise<Values[]> {
  const lines = sheetLines(entity)
  if (!lines) return [...records]
  const { name, entity: line } = lines
  const stored = await storedLines(
    context,
    line,
    records.map(({ id }) => id),
  )
  return records.flatMap(record => {
    const own = stored.get(record.id) ?? [{}]
    return own.map(values => ({
      ...record,
      ...Object.fromEntries(Object.entries(values).map(([field, value]) => [`${name}.${field}`, value])),
    }))
  })
}
