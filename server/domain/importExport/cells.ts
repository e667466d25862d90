/** Conversion between row values and cells, by kind of field. */
import { isShipped, shippedText } from '#contract/messages/shippedNames.ts'
import { titleOfTarget } from '#contract/rowTitle.ts'
import { decimal, fixed, isDecimal } from '#contract/schema/decimal.ts'
import { type Field, isEmpty, type Kind, type Values } from '#contract/schema/field.ts'
import { fits } from '#contract/schema/patterns.ts'
import { plainTextOf, richTextOf } from '#contract/schema/plainText.ts'
import { isExpired } from '#contract/stock/lotQuality.ts'
import type { Clock } from '#contract/zonedClock.ts'
import { csvCell, disarmed } from './csv.ts'
import { dayOfCell, momentOf } from './moments.ts'
import type { Names } from './names.ts'
import type { RawCell } from './read.ts'
import { folded, type Wording } from './titles.ts'
import type { NumberStyle, SheetCell } from './workbook.ts'

/** Separator of values; commas and blanks may be text. */
export const between = '; '

const text = (value: unknown): SheetCell => ({ type: 'text', value: String(value) })
const number =
  (style: NumberStyle) =>
  (value: unknown): SheetCell => ({ type: 'number', value: String(value), style })

export interface Writing {
  readonly wording: Wording
  readonly clock: Clock
  readonly today: string
  name(to: string, id: number): string
}

export type Shown = Pick<Field, 'kind' | 'enumeration' | 'to' | 'format' | 'titleOf' | 'expiresBy'>

type Writer = (value: unknown, field: Shown, writing: Writing, row: Values) => SheetCell

const codeText: Writer = (value, field, { wording }) =>
  text((value as readonly unknown[]).map(code => wording.say(`${field.enumeration?.name}.${code}`)).join(between))
const stateText: Writer = (value, field, { wording, today }, row) => {
  const state = wording.say(`${field.enumeration?.name}.${value}`)
  return text(isExpired(field, row, value, today) ? wording.say('state.expired', { state }) : state)
}
const nameText: Writer = (value, field, { name }) =>
  text(
    [value]
      .flat()
      .map(id => (typeof id === 'number' ? name(String(field.to), id) : ''))
      .join(between),
  )

const plainText: Writer = (value, { format, titleOf }, { wording }, row) => {
  if (titleOf) return text(titleOfTarget(String(row[titleOf.entity]), String(value), wording.say))
  return text(format && isShipped(format) ? shippedText(format, String(value), wording.say) : value)
}

const fileNames: Writer = value => text([value].flat().join(between))

const writers = {
  text: plainText,
  longText: text,
  richText: value => text(plainTextOf(String(value))),
  integer: number('whole'),
  bigint: number('whole'),
  quantity: number('quantity'),
  money: number('money'),
  rate: number('money'),
  decimal: number('money'),
  date: value => ({ type: 'date', value: String(value) }),
  instant: (value, _field, { clock }) => ({ type: 'instant', value: clock.wall(String(value)) }),
  flag: (value, _field, { wording }) => text(wording.say(value ? 'flag.yes' : 'flag.no')),
  enumeration: stateText,
  enumerations: codeText,
  reference: nameText,
  references: nameText,
  texts: value => text((value as readonly unknown[]).join(between)),
  secret: () => null,
  json: value => text(JSON.stringify(value)),
  // File names; ids were resolved when the row was read.
  image: fileNames,
  files: fileNames,
} as const satisfies Record<Kind, Writer>

/** Cell of a stored value; codes and phone numbers stay text. */
export function cellOf(field: Shown, value: unknown, writing: Writing, row: Values = {}): SheetCell {
  if (isEmpty(value)) return field.titleOf && !isEmpty(row[field.titleOf.id]) ? text(`#${row[field.titleOf.id]}`) : null
  return writers[field.kind](value, field, writing, row)
}

export function printed(cell: SheetCell): string {
  if (cell === null) return ''
  return cell.type === 'text' ? disarmed(cell.value) : String(cell.value)
}

export function csvOf(cell: SheetCell): string {
  if (cell === null) return ''
  cell.csv ??= csvCell(printed(cell))
  return cell.csv
}

export interface Reading {
  readonly wording: Wording
  readonly clock: Clock
  readonly names: Names
  /** Other values of the row, which disambiguate equal names. */
  readonly row?: Values
}

export type Read = { readonly value: unknown } | { readonly fieldError: string }

type Reader = (cell: Exclude<RawCell, null>, field: Field, reading: Reading) => Read

/** Floats carry a binary tail; 15 significant digits are exact. */
const plainNumber = (value: number) => decimal(Number(value.toPrecision(15))).toFixed()

export function shown(cell: RawCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return plainNumber(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime())
      ? ''
      : cell.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')
  return cell.trim()
}

const value = (read: unknown): Read => ({ value: read })

/** Normalises full-width digits and thousands separators. */
function numeral(cell: Exclude<RawCell, null>): string {
  const typed = shown(cell).normalize('NFKC').replace(/\s/g, '')
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(typed) ? typed.replaceAll(',', '') : typed
}

/** Sheets drop trailing zeros required by a pattern: 0 stands for 0.00. */
const decimalOf: Reader = (cell, { pattern }) => {
  const typed = numeral(cell).replace(/^\+/, '')
  if (!pattern || fits(pattern, typed) || !isDecimal(typed)) return value(typed)
  const padded = fixed(typed, 2)
  return value(decimal(padded).eq(typed) && fits(pattern, padded) ? padded : typed)
}
const wholeOf: Reader = cell => {
  const typed = numeral(cell)
  return value(/^-?\d{1,15}(\.0+)?$/.test(typed) ? Number(typed) : typed)
}

const pieces = (cell: Exclude<RawCell, null>) =>
  shown(cell)
    .split(/[;；\n]/)
    .map(piece => piece.trim())
    .filter(piece => piece !== '')

const codes = new WeakMap<Wording, Map<string, Map<string, string>>>()

/** Code of a label in any language; unknown text stays. */
function codeNamed(said: string, field: Field, wording: Wording): string {
  const { name, options } = field.enumeration as NonNullable<Field['enumeration']>
  const known = codes.get(wording) ?? new Map<string, Map<string, string>>()
  codes.set(wording, known)
  let texts = known.get(name)
  if (!texts) {
    texts = new Map()
    for (const code of Object.keys(options))
      for (const said of [code, ...wording.every(`${name}.${code}`)])
        if (!texts.has(folded(said))) texts.set(folded(said), code)
    known.set(name, texts)
  }
  return texts.get(folded(said)) ?? said
}

const yes = new Set(['true', '1', 'y', '√', '✓'])
const no = new Set(['false', '0', 'n', '×', '✗'])

const flagOf: Reader = (cell, _field, { wording }) => {
  const said = folded(shown(cell))
  if (yes.has(said) || wording.every('flag.yes').some(text => folded(text) === said)) return value(true)
  if (no.has(said) || wording.every('flag.no').some(text => folded(text) === said)) return value(false)
  return value(shown(cell))
}

function idNamed(name: string, field: Field, { names, row }: Reading): Read {
  const found = names.idOf(String(field.to), name, row && field.where?.(row))
  return typeof found === 'number' ? value(found) : { fieldError: found }
}

const several =
  (one: (piece: string, field: Field, reading: Reading) => Read): Reader =>
  (cell, field, reading) => {
    const read = pieces(cell).map(piece => one(piece, field, reading))
    const faulty = read.find(result => 'fieldError' in result)
    return faulty ?? value(read.map(result => ('value' in result ? result.value : null)))
  }

const readers = {
  text: cell => value(shown(cell)),
  longText: cell => value(shown(cell).replaceAll('\r\n', '\n')),
  richText: cell => value(richTextOf(shown(cell))),
  integer: wholeOf,
  bigint: wholeOf,
  quantity: decimalOf,
  money: decimalOf,
  rate: decimalOf,
  decimal: decimalOf,
  date: cell => value(dayOfCell(cell)),
  instant: (cell, _field, { clock }) => value(momentOf(cell, clock)),
  flag: flagOf,
  enumeration: (cell, field, { wording }) => value(codeNamed(shown(cell), field, wording)),
  enumerations: several((piece, field, { wording }) => value(codeNamed(piece, field, wording))),
  reference: (cell, field, reading) => idNamed(shown(cell), field, reading),
  references: several(idNamed),
  texts: several(piece => value(piece)),
  secret: () => value(null),
  json: () => value(null),
  image: () => value(null),
  files: () => value(null),
} as const satisfies Record<Kind, Reader>

/** Value of a cell. Empty is null: clears, or keeps the default. */
export function readCell(field: Field, cell: RawCell, reading: Reading): Read {
  if (cell === null || shown(cell) === '') return value(null)
  return readers[field.kind](cell, field, reading)
}

export function mentioned(field: Field, cell: RawCell): readonly string[] {
  if (cell === null) return []
  if (field.kind === 'references') return pieces(cell)
  return field.kind === 'reference' ? [shown(cell)].filter(name => name !== '') : []
}
