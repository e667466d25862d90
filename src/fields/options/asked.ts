/** Trace question of a snapshot, localized: 召回单 CB20261121-0001；批次 P0142. */
import type { Locale } from '#contract/messages/locales.ts'
import { type Field, isEmpty } from '#contract/schema/field.ts'
import { questionFields } from '#contract/trace/trace.ts'
import { text } from '../../data/language.ts'
import { isRow, type RowValues } from '../../data/records/row.ts'
import { showInstant } from '../days.ts'

/** Snapshot origins beside user questions; lots were once stored by id. */
const beside: Readonly<Record<string, string>> = {
  callback: 'callbackdealer.callbackId',
  analyse: 'unsafefoodanalyse.docNo',
  lotNos: 'stocklot',
  lotIds: 'stocklot',
}

function conditionText(name: string, value: unknown, field: Field | undefined, asked: RowValues): string {
  if (name === 'lotIds') return (value as readonly unknown[]).map(id => `#${id}`).join(', ')
  if (Array.isArray(value)) return value.join(', ')
  if (field?.kind === 'reference') return String(asked[`${name}$label`] ?? `#${value}`)
  if (field?.kind === 'enumeration') return text(`${field.enumeration?.name}.${value}`)
  if (field?.kind === 'flag') return text(value === true ? 'flag.yes' : 'flag.no')
  return field?.kind === 'instant' ? showInstant(value) : String(value)
}

function parsed(query: string): RowValues | null {
  try {
    const asked: unknown = JSON.parse(query)
    return isRow(asked) ? asked : null
  } catch {
    return null
  }
}

/** Localizes a question by field titles; unparseable text stays literal. */
export function askedInWords(query: string, direction: unknown, locale: Locale): string {
  const asked = parsed(query)
  if (!asked) return query
  const way = direction === 'DESC' ? 'desc' : 'asc'
  const fields: Readonly<Record<string, Field>> = questionFields[way]
  const parts = Object.entries(asked)
    .filter(([name, value]) => !name.includes('$') && !isEmpty(value))
    .map(([name, value]) => {
      const title = text(beside[name] ?? (fields[name] ? `review${way}.${name}` : name))
      return `${title} ${conditionText(name, value, fields[name], asked)}`
    })
  return parts.join(locale === 'en-US' ? '; ' : '；')
}
