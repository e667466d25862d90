/** Trace questions: fields, and parsing from addresses and words. */
import type { Locale } from '#contract/messages/locales.ts'
import { type Field, type Fields, isEmpty } from '#contract/schema/field.ts'
import { questionFields, type TraceQuestion, traceOptions } from '#contract/trace/trace.ts'
import { isSame } from '../../data/drafts/draft.ts'
import type { RowValues } from '../../data/records/row.ts'
import type { TraceDirection } from '../../data/trace/traces.ts'
import { cells } from '../../fields/index.ts'

export const fieldsOf: Readonly<Record<TraceDirection, Fields>> = questionFields

const isOption = (name: string) => Object.hasOwn(traceOptions, name)

/** Trace fields by input and options ("more"). */
export function partsOf(direction: TraceDirection): { readonly by: Fields; readonly options: Fields } {
  const fields = Object.entries(fieldsOf[direction])
  return {
    by: Object.fromEntries(fields.filter(([name]) => !isOption(name))),
    options: Object.fromEntries(fields.filter(([name]) => isOption(name) && name !== 'without')),
  }
}

export function defaultsOf(fields: Fields): TraceQuestion {
  const given = Object.entries(fields).filter(([, field]) => field.default !== undefined)
  return Object.fromEntries(given.map(([name, field]) => [name, field.default]))
}

/** Repeated parameters, or one text with separators. */
function textsFrom(field: Field, texts: readonly string[]): unknown {
  const [first = '', ...others] = texts
  if (others.length > 0) return texts.filter(Boolean)
  const parsed = cells.texts.parse(first, field)
  return 'value' in parsed ? parsed.value : []
}

function valueFrom(field: Field, text: string): unknown {
  const { kind } = field
  if (kind === 'reference' || kind === 'integer') return Number(text)
  return kind === 'flag' ? text === 'true' : text
}

/** Parses an address: `/reviewasc?lotNos=L1&lotNos=L2&depth=2` or `lotNos=L1 L2`. */
export function questionIn(location: string, fields: Fields): TraceQuestion {
  const given = new URLSearchParams(location.split('?')[1] ?? '')
  return Object.fromEntries(
    [...new Set(given.keys())].flatMap(name => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!field) return []
      const texts = given.getAll(name)
      return [[name, field.kind === 'texts' ? textsFrom(field, texts) : valueFrom(field, texts.at(-1) ?? '')]]
    }),
  )
}

export function isGiven(fields: Fields, question: RowValues): boolean {
  return Object.entries(fields).some(([name, field]) => isSaid(field, question[name]))
}

const isSaid = (field: Field, value: unknown) => !isEmpty(value) && !isSame(value, field.default)

export interface Said {
  readonly name: string
  readonly value: string
}

export function saidOf(fields: Fields, asked: RowValues, locale: Locale): readonly Said[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    isSaid(field, asked[name])
      ? [{ name, value: cells[field.kind].toText(asked[name], asked, field, locale, name) }]
      : [],
  )
}
