/** A trace as an xlsx workbook in the user's language: a summary, then a sheet per section. */
import { createHash } from 'node:crypto'
import type { Cell, Row, Sheet } from 'write-excel-file/node'
import writeWorkbook from 'write-excel-file/node'
import { format, type Locale } from '../../../src/contract/messages/index.ts'
import { type ReviewAnswer, type SectionName, sections, sectionsOf } from '../../../src/contract/review/sections.ts'
import type { Field, Kind, Values } from '../../../src/contract/schema/field.ts'
import { wallTimeIn } from '../dates.ts'

type CellObject = Extract<Cell, { value?: unknown }>

const text = (value: unknown): CellObject => ({ value: String(value), type: String, format: '@' })

const number = (pattern: string) => (value: unknown) => ({ value: Number(value), type: Number, format: pattern })

/** Days become date cells at UTC midnight, so that no zone moves them. */
const day = (value: unknown) => ({ value: new Date(`${String(value)}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' })

/** How a kind of field stands in a cell. Texts are text cells: lot and phone numbers keep their zeros, nothing is a formula. */
const cells: Readonly<Partial<Record<Kind, (value: unknown) => CellObject>>> = {
  integer: number('0'),
  quantity: number('#,##0.0000'),
  decimal: number('#,##0.00'),
  rate: number('0.00'),
  money: number('#,##0.00'),
  date: day,
}

/** Whose workbook it is: in which language, on which clock. */
interface Reader {
  readonly locale: Locale
  readonly timeZone: string
}

/** A workbook knows no zones: a moment stands in it as the plant's clock showed it. */
const moment = (timeZone: string, value: unknown): CellObject => ({
  value: new Date(`${wallTimeIn(timeZone, String(value)).replace(' ', 'T')}Z`),
  type: Date,
  format: 'yyyy-mm-dd hh:mm',
})

function cellOf({ locale, timeZone }: Reader, field: Field, value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null
  if (field.kind === 'flag') return text(format(locale, value ? 'flag.yes' : 'flag.no'))
  if (field.enumeration) return text(format(locale, `${field.enumeration.name}.${value}`))
  return field.kind === 'instant' ? moment(timeZone, value) : (cells[field.kind] ?? text)(value)
}

const widthOf = (field: Field) => (field.kind === 'text' ? 20 : field.kind === 'instant' ? 18 : 14)

function sheetOf(reader: Reader, name: SectionName, rows: readonly Values[]): Sheet<never> {
  const { fields } = sections[name]
  const { locale } = reader
  const header: Row = Object.keys(fields).map(field => ({
    ...text(format(locale, `${name}.${field}`)),
    fontWeight: 'bold',
    backgroundColor: '#e8eef2',
  }))
  const data = rows.map((row): Row => Object.entries(fields).map(([field, of]) => cellOf(reader, of, row[field])))
  return {
    sheet: format(locale, name).slice(0, 31),
    data: [header, ...data],
    columns: Object.values(fields).map(field => ({ width: widthOf(field) })),
    stickyRowsCount: 1,
  }
}

/** SHA-256 over the sections, so that a printed or forwarded workbook can be held against the snapshot. */
export function hashOf(answer: ReviewAnswer): string {
  return createHash('sha256').update(JSON.stringify(answer.sections)).digest('hex')
}

function summary({ locale, timeZone }: Reader, answer: ReviewAnswer, by: string, traceNo: string): Sheet<never> {
  const line = (key: string, value: unknown): Row => [{ ...text(format(locale, key)), fontWeight: 'bold' }, text(value)]
  return {
    sheet: format(locale, 'review.summary'),
    columns: [{ width: 24 }, { width: 72 }],
    data: [
      line('review.traceNo', traceNo),
      line('review.direction', format(locale, `review${answer.direction}`)),
      line('review.rootLots', answer.rootLots.join(', ')),
      line('review.askedBy', by),
      line('review.asOf', `${wallTimeIn(timeZone, answer.asOf)} (${timeZone})`),
      line('review.asOfSeq', answer.asOfSeq),
      ...Object.entries(answer.counts).map(([name, count]) => line(`review.count.${name}`, count)),
      line('review.hash', hashOf(answer)),
    ],
  }
}

/** The workbook's bytes. */
export async function workbookOf(
  reader: Reader,
  answer: ReviewAnswer,
  by: string,
  traceNo: string,
): Promise<Uint8Array> {
  const sheets = sectionsOf[answer.direction].map(name => sheetOf(reader, name, answer.sections[name] ?? []))
  return writeWorkbook([summary(reader, answer, by, traceNo), ...sheets]).toBuffer()
}
