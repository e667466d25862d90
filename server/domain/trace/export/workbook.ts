/**
 * Trace file: one xlsx workbook, or a zip of csv files. Rows are packed as they are read, in bounded memory.
 *
 * Evidence hash: SHA-256 over the csv files of all sheets but the summary (`cat 0[2-9]*.csv 1*.csv | sha256sum`). A
 * workbook has the hash of the zip of its query: RFC 4180 with CRLF, a byte order mark per sheet, plain digits without
 * trailing zeros, `YYYY-MM-DD`, `YYYY-MM-DD HH:mm:ss`, formula-like texts behind an apostrophe.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../../db/connection/context.ts'
import { batches } from '../../../db/query/cursor.ts'
import { cellOf, csvOf, type Writing } from '../../importExport/cells.ts'
import { byteOrderMark, csvLine, lineOf } from '../../importExport/csv.ts'
import { widthOf } from '../../importExport/export.ts'
import { madeOnce } from '../../importExport/sameCells.ts'
import {
  asRead,
  cellText,
  headingsOf,
  type SheetCell,
  type SheetContent,
  workbookOf,
} from '../../importExport/workbook.ts'
import { zipOf } from '../../importExport/zip.ts'
import type { TraceScope } from '../walk/traceScope.ts'
import type { TraceSheet } from './sheetColumns.ts'

type Cells = readonly SheetCell[]

const trimmed = (digits: string) => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits)

/** Canonical cell: either file yields the same hash. */
export function canonical(cell: SheetCell): SheetCell {
  if (cell?.type === 'number')
    return { type: 'number', value: trimmed(String(cell.value)), style: cell.style ?? 'whole' }
  if (cell?.type !== 'text') return cell
  const value = cellText(cell.value.includes('\r') ? cell.value.replace(/\r\n?/g, '\n') : cell.value)
  if (value === '') return null
  return value === cell.value ? cell : { type: 'text', value }
}

export interface Written {
  readonly counts: readonly (readonly [sheet: string, rows: number])[]
  /** Hash of all sheets except the summary. */
  hash(): string
}

export async function* sheetRows(
  context: Context,
  scope: TraceScope,
  sheet: TraceSheet,
): AsyncGenerator<readonly Values[]> {
  yield* batches<Values>(context, sql`select * from (${await sheet.rows(scope, context)}) s order by ${sheet.order}`)
}

/** Rows per batch, about 5 ms. */
const rowsAtOnce = 100

export function contentOf(sheet: TraceSheet, read: AsyncIterable<readonly Values[]>, writing: Writing): SheetContent {
  const { say } = writing.wording
  const columns = Object.entries(sheet.columns)
  async function* rows() {
    const makers = columns.map(
      ([name, column]) => [name, madeOnce(value => canonical(cellOf(column, value, writing)))] as const,
    )
    const cells = (row: Values): Cells => makers.map(([name, make]) => make(row[name]))
    for await (const batch of read)
      for (let at = 0; at < batch.length; at += rowsAtOnce)
        yield batch.slice(at, at + rowsAtOnce).map(row => cells(sheet.complete?.(row) ?? row))
  }
  return {
    name: say(sheet.name),
    columns: columns.map(([name, column]) => {
      const title = say(`${sheet.titles}.${name}`)
      return { title, width: widthOf(column, title), ...(column.kde ? { subtitle: column.kde } : {}) }
    }),
    rows: rows(),
  }
}

const linesOf = (lines: readonly Cells[]) => lines.map(cells => lineOf(cells.map(csvOf))).join('')
const headingOf = ({ columns }: SheetContent) => byteOrderMark + headingsOf(columns).map(csvLine).join('')

async function* csvPieces(sheet: SheetContent): AsyncGenerator<string> {
  yield headingOf(sheet)
  for await (const lines of sheet.rows) yield linesOf(lines)
}

function watched(sheets: readonly SheetContent[]): {
  readonly sheets: readonly SheetContent[]
  readonly written: Written
} {
  const hash = createHash('sha256')
  const counts: [string, number][] = []
  async function* passing(sheet: SheetContent) {
    const count: [string, number] = [sheet.name, 0]
    counts.push(count)
    hash.update(headingOf(sheet))
    for await (const lines of sheet.rows) {
      hash.update(linesOf(lines))
      count[1] += lines.length
      yield lines
    }
  }
  return {
    sheets: sheets.map(sheet => ({ ...sheet, rows: passing(sheet) })),
    written: { counts, hash: () => hash.copy().digest('hex') },
  }
}

/** `01 摘要.csv`: numbered for a stable sort order. */
const fileName = (name: string, index: number) =>
  `${String(index + 1).padStart(2, '0')} ${name.replace(/[\\/:*?"<>|]/g, ' ')}.csv`

/** Bytes of the file; the summary is requested last. */
export function fileOf(
  format: 'XLSX' | 'CSV',
  sheets: readonly SheetContent[],
  summary: (written: Written) => SheetContent,
): Promise<Buffer> {
  const { sheets: others, written } = watched(sheets)
  const all = [{ ...summary(written), isLast: true }, ...others]
  if (format === 'XLSX') return workbookOf(all)
  const files = all.map((sheet, index) => ({
    name: fileName(sheet.name, index),
    content: csvPieces(sheet),
    isLast: sheet.isLast ?? false,
  }))
  return zipOf(asRead(files))
}
