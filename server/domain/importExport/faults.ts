/** Import errors by row and column. */

import { format } from '#contract/messages/index.ts'
import type { AppError, Faults } from '#contract/schema/answer.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { SheetLines } from '#contract/schema/transfer.ts'
import { validate } from '#contract/schema/validate.ts'
import type { Context } from '../../db/connection/context.ts'
import { refusalText } from '../basis/refusalText.ts'
import { lineTitle } from './headings.ts'
import type { ReadRecord } from './readRows.ts'
import type { Wording } from './titles.ts'

export type RowFaults = readonly Faults[]

/** Missing required values, so that a record reports all its errors at once. */
function missingIn(entity: Entity, values: ReadRecord['values']): Faults {
  // Drafts may be incomplete, as on the screen.
  if (entity.document) return {}
  const missing = Object.entries(validate(entity, values)).filter(
    ([name, fault]) => fault === 'required' && Object.hasOwn(values, name),
  )
  return Object.fromEntries(missing.filter(([name]) => entity.fields[name]?.default === undefined))
}

export function readingFaults(context: Context, entity: Entity, record: ReadRecord): RowFaults | null {
  if (record.rows.every(({ faults }) => Object.keys(faults).length === 0)) return null
  const [first, ...others] = record.rows.map(({ faults }) => faults)
  return [{ ...missingIn(entity, record.values), ...first }, ...others].map(faults =>
    Object.fromEntries(Object.entries(faults).map(([path, key]) => [path, format(context.locale, `fault.${key}`)])),
  )
}

/** Errors without a column in the report, joined as text. */
const inWords = (faults: readonly (readonly [string, string])[]): Faults =>
  faults.length > 0 ? { '': faults.map(([name, said]) => `${name}: ${said}`).join('; ') } : {}

/** Texts of a refusal: at its row and column, else at the record's first row. */
export function refusalFaults(
  context: Context,
  entity: Entity,
  lines: SheetLines | null,
  wording: Wording,
  { rows }: ReadRecord,
  { refusal, data }: AppError,
  paths: ReadonlySet<string>,
): RowFaults {
  const isObject = typeof data === 'object' && data !== null
  const told: Record<string, string>[] = rows.map(() => ({}))
  if (refusal !== 'invalid' || !isObject) {
    told[0] = { '': refusalText(context.locale, { refusal, data }) }
    return told
  }
  const places = rows.flatMap(({ values }, at) => (values ? [at] : []))
  const others: [string, string][][] = rows.map(() => [])
  for (const [name, key] of Object.entries(data as Faults)) {
    const said = format(context.locale, `fault.${key}`)
    const [at, index, field] = name.split('.')
    const row = lines?.name === at && index !== undefined ? (places[Number(index)] ?? 0) : 0
    const path = field === undefined ? name : `${at}.${field}`
    const isHead = Object.hasOwn(entity.fields, name)
    const ofLine = field === undefined ? wording.say(lines?.entity.name ?? name) : null
    const title = lines && at === lines.name ? (ofLine ?? lineTitle(wording, lines.entity, String(field))) : name
    if (isHead || paths.has(path)) (told[row] as Record<string, string>)[path] = said
    else others[row]?.push([title, said])
  }
  return told.map((faults, at) => ({ ...faults, ...inWords(others[at] ?? []) }))
}
