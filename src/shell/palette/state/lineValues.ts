/** Values of a command line, records looked up. */
import { type Locale, locales } from '#contract/messages/locales.ts'
import { isJoined, parseQuantity } from '#contract/schema/quantity.ts'
import { places, validateValue } from '#contract/schema/validate.ts'
import {
  assign,
  type CommandLine,
  labelledValue,
  type Reader,
  rankOf,
  recordValuesOf,
  type Slot,
  slotsOf,
  type WordReading,
  type WordValue,
} from '../../../commands/search/commandLine.ts'
import { textIn } from '../../../data/language.ts'
import { type Resolved, resolveOptions } from '../../../data/records/options.ts'
import { loadRecord } from '../../../data/records/records.ts'
import type { RowValues } from '../../../data/records/row.ts'
import { cells } from '../../../fields/index.ts'
import { codeOf, optionTitle } from '../../../fields/options/options.ts'
import { originsOf } from './lineOrigins.ts'
import { type LineRows, rowsNamed } from './lineRows.ts'

export interface LineValues {
  readonly line: CommandLine
  readonly readings: readonly WordReading[]
  readonly rows: LineRows
}

type Found = ReadonlyMap<Slot, ReadonlyMap<string, Resolved>>

const beginsWithNumber = /^=?[+-]?[\d.]/
const looksLikeDay =
  /^\d{1,4}[-/年]\d{1,2}([-/月]\d{1,2}日?)?$|^\d{1,4}(\.\d{1,2}){2}$|^(今|昨|明|前|后|後)[天日]$|^(today|tomorrow|yesterday)$/i
const withDecimals: ReadonlySet<string> = new Set(['quantity', 'money', 'rate', 'decimal'])

export type Units = ReadonlyMap<string | undefined, string>

function numberOf({ field, lines }: Slot, word: string, units: Units): string | number | null {
  if (!beginsWithNumber.test(word) || looksLikeDay.test(word) || isJoined(word)) return null
  const unit = field.kind === 'quantity' ? units.get(lines) : undefined
  const kind = field.kind === 'quantity' || field.kind === 'money' || field.kind === 'rate' ? field.kind : 'decimal'
  const decimals = withDecimals.has(field.kind) ? places[kind] : 0
  const parsed = parseQuantity(word, { unit, decimals })
  if ('error' in parsed) return null
  return field.kind === 'integer' || field.kind === 'bigint' ? Number(parsed.value) : parsed.value
}

function entryOf(slot: Slot, word: string, units: Units, locale: Locale): WordValue | undefined {
  const { field, name } = slot
  const read = (value: unknown, rank: number): WordValue | undefined =>
    validateValue(field, value) === null
      ? { value, rank, label: cells[field.kind].toText(value, {}, field, locale, name) }
      : undefined
  switch (field.kind) {
    case 'text':
    case 'longText':
      return slot.isFree && !word.includes('*') ? read(word, rankOf.text) : undefined
    case 'date':
    case 'instant': {
      const parsed = looksLikeDay.test(word) ? cells[field.kind].parse(word, field) : null
      return parsed && 'value' in parsed ? read(parsed.value, rankOf.number) : undefined
    }
    case 'enumeration': {
      const code = codeOf(field.enumeration, word)
      return code === null ? undefined : { value: code, label: optionTitle(field.enumeration, code, locale), rank: 1 }
    }
    case 'reference':
      return undefined
    default: {
      const value = numberOf(slot, word, units)
      return value === null ? undefined : read(value, rankOf.number)
    }
  }
}

function recordOf(slot: Slot, word: string, found: Found): WordValue | undefined {
  const { options = [], isExact = false } = found.get(slot)?.get(word) ?? {}
  const [only] = options
  if (!only || options.length > 1) return undefined
  return { value: only.value, label: only.label, rank: isExact ? rankOf.exact : rankOf.found }
}

const readerOf =
  ({ offers }: LineRows, locale: Locale) =>
  (found: Found, units: Units): Reader =>
  (slot, word) => {
    const value = labelledValue(
      word,
      locales.map(each => textIn(each, slot.title)),
    )
    const isFree = value !== null || (slot.isFree === true && !offers.get(word)?.length)
    const read = entryOf({ ...slot, isFree }, value ?? word, units, locale) ?? recordOf(slot, value ?? word, found)
    return read && value !== null ? { ...read, rank: rankOf.labelled } : read
  }

/** Filter; null while what it depends on is missing. */
function filterOf({ field }: Slot, row: RowValues): object | null {
  const where = field.where?.(row) ?? {}
  return Object.values(where).some(value => value === undefined || value === null) ? null : where
}

async function recordsOf(
  slots: readonly Slot[],
  words: readonly string[],
  rowOf: (slot: Slot) => RowValues,
  signal: AbortSignal,
): Promise<Found> {
  const asked = words.flatMap(word => [word, ...(/^[^:=]+[:=](.+)$/.exec(word)?.slice(1) ?? [])])
  const answers = new Map<string, Promise<ReadonlyMap<string, Resolved>>>()
  const found = slots.map(async slot => {
    const where = filterOf(slot, rowOf(slot))
    if (where === null || !slot.field.to || words.length === 0) return [slot, new Map()] as const
    const key = `${slot.field.to} ${JSON.stringify(where)}`
    const answer = answers.get(key) ?? resolveOptions(slot.field.to, asked, where, signal).catch(() => new Map())
    answers.set(key, answer)
    return [slot, await answer] as const
  })
  return new Map(await Promise.all(found))
}

const items: ReadonlySet<string> = new Set(['material', 'product', 'stocklot'])

async function unitsOf(readings: readonly WordReading[]): Promise<Units> {
  const named = readings.flatMap(({ slot, value }) =>
    slot?.field.to && items.has(slot.field.to) && typeof value === 'number'
      ? [{ lines: slot.lines, to: slot.field.to, id: value }]
      : [],
  )
  const units = named.map(async ({ lines, to, id }) => {
    const row = await loadRecord(to, id).catch(() => null)
    const unit = row?.baseUnitId$label ?? row?.unitId$label
    return typeof unit === 'string' ? [[lines, unit] as const] : []
  })
  return new Map((await Promise.all(units)).flat())
}

/** The name may say a kind: 调拨 of 调拨出库. */
function impliedBy({ named, command }: CommandLine, slots: readonly Slot[], locale: Locale): readonly WordReading[] {
  if (command.arguments) return []
  return slots.flatMap(slot => {
    const options = Object.keys(slot.lines === undefined ? (slot.field.enumeration?.options ?? {}) : {})
    const titles = (code: string) => locales.map(each => optionTitle(slot.field.enumeration, code, each))
    const [code, other] = options.filter(each => named.some(word => titles(each).some(title => title.startsWith(word))))
    if (code === undefined || other !== undefined) return []
    return [{ word: '', slot, value: code, label: optionTitle(slot.field.enumeration, code, locale) }]
  })
}

function withOffers(reading: WordReading, found: Found): WordReading {
  if (reading.slot) return reading
  const options = [...found.values()].flatMap(words => words.get(reading.word)?.options ?? [])
  return { ...reading, offers: [...new Set(options.map(({ label }) => label))].slice(0, 5) }
}

export async function valuesOf(line: CommandLine, locale: Locale, signal: AbortSignal): Promise<LineValues> {
  const { command } = line
  const rows = await rowsNamed(command.rows, line.words, signal)
  const words = line.words.filter(word => !rows.words.has(word))
  const slots = slotsOf(command)
  const implied = impliedBy(line, slots, locale)
  const references = slots.filter(({ field }) => field.kind === 'reference')
  const units: Units = new Map()
  const reader = readerOf(rows, locale)
  const soFar = assign(words, slots, reader(new Map(), units))
  const unread = (readings: readonly WordReading[]) => readings.filter(({ slot }) => !slot).map(({ word }) => word)

  const first = await recordsOf(references, unread(soFar), () => ({}), signal)
  const read = assign(words, slots, reader(first, units))
  const { header, lines } = recordValuesOf([...implied, ...read])
  const rowOf = ({ lines: name }: Slot) => (name === undefined ? header : { ...header, ...lines[name] })
  const dependent = references.filter(slot => filterOf(slot, {}) === null)
  const second = await recordsOf(dependent, unread(read), rowOf, signal)
  const narrowed = new Map([...first, ...second])
  const typed = assign(words, slots, reader(narrowed, units))
  const rest = unread(typed)
  const unknown = dependent.filter(slot => filterOf(slot, rowOf(slot)) === null)
  const origins = await originsOf(unknown, rest, slots, typed, signal)
  const found = new Map([...narrowed, ...origins.found])
  const inferred = assign(words, slots, reader(found, units)).flatMap(
    ({ slot, value }) => (slot && origins.implied.get(slot)?.get(value)) || [],
  )
  const known = rest.some(word => beginsWithNumber.test(word)) ? await unitsOf([...inferred, ...read]) : units
  const readings = [...assign(words, slots, reader(found, known)), ...inferred]
  const taken = new Set(readings.map(({ slot }) => slot))
  return {
    line,
    rows,
    readings: [
      ...implied.filter(({ slot }) => !taken.has(slot)),
      ...readings
        .map(each => withOffers(each, found))
        .map(each => ({ ...each, offers: [...(each.offers ?? []), ...(rows.offers.get(each.word) ?? [])] })),
    ],
  }
}
