/** Required references with one candidate left, or one by default. */
import { entityNamed } from '#contract/index.ts'
import { type Field, type Fields, isEmpty, isEntered, type Values } from '#contract/schema/field.ts'
import { parseQuantity } from '#contract/schema/quantity.ts'
import { isMarkedRequired } from '#contract/schema/validate.ts'
import { choiceValuesOf } from '../data/records/labels.ts'
import { loadChoiceValues, searchOptions } from '../data/records/options.ts'
import type { RowValues } from '../data/records/row.ts'

export interface Candidate {
  readonly name: string
  readonly value: number
  readonly label: string
  /** Filter that narrowed it: outdated once changed. */
  readonly narrowing: string
  /** Value that goes: the unit of an item that was replaced. */
  readonly replaces?: unknown
}

const textOf = (where: Values | undefined) => JSON.stringify(where ?? null)

const itemKinds: ReadonlySet<string | undefined> = new Set(['material', 'product'])
const itemUnits: ReadonlySet<string> = new Set(['unitId', 'baseUnitId'])

/** Chosen item, which brings its unit. */
function itemOf(fields: Fields, row: RowValues): Values | undefined {
  const found = Object.entries(fields).find(([name, { to }]) => itemKinds.has(to) && !isEmpty(row[name]))
  return found && { to: found[1].to, id: row[found[0]] }
}

const isItemUnit = (name: string, { to }: Field) => itemUnits.has(name) && to === 'unit'

/** Narrowing of a fillable field; lots are never guessed. */
function narrowingOf(fields: Fields, name: string, field: Field, row: RowValues, replaced?: unknown) {
  if (field.kind !== 'reference' || field.to === 'stocklot' || !isEntered(field)) return undefined
  if (!isMarkedRequired(field, row) || !(isEmpty(row[name]) || row[name] === replaced)) return undefined
  const where = isItemUnit(name, field) ? itemOf(fields, row) : field.where?.(row)
  return where && !Object.values(where).some(isEmpty) ? where : undefined
}

async function baseUnitOf({ to, id }: Values) {
  if (typeof to !== 'string' || typeof id !== 'number') return undefined
  await loadChoiceValues(to, id)
  const values = choiceValuesOf(to, id)
  const value = values?.baseUnitId
  return typeof value === 'number' ? { value, label: String(values?.baseUnitId$label ?? '') } : undefined
}

const converts = (from: unknown, to: string) => 'value' in parseQuantity(`1${from}`, { unit: to, decimals: 20 })

/** Base unit of the item, over none or the former's. */
async function unitCandidate(name: string, item: Values, before: RowValues, old: Values | undefined, after: RowValues) {
  const base = await baseUnitOf(item)
  const replaces = after[name]
  if (!base || base.value === replaces) return []
  const found = { name, ...base, narrowing: textOf(item) }
  if (isEmpty(replaces)) return [found]
  if (!old || converts(after[`${name}$label`], base.label)) return []
  return (await baseUnitOf(old))?.value === before[name] ? [{ ...found, replaces }] : []
}

async function candidateOf(name: string, field: Field, where: Values): Promise<readonly Candidate[]> {
  const to = field.to ?? ''
  const found = await searchOptions(to, '', where)
  const hasDefault = found.length > 1 && entityNamed(to)?.fields.isDefault !== undefined
  const [only, ...others] = hasDefault ? await searchOptions(to, '', { ...where, isDefault: true }) : found
  return only && others.length === 0 ? [{ name, ...only, narrowing: textOf(where) }] : []
}

/** Candidates that a change has left alone. */
export async function soleCandidates(fields: Fields, before: RowValues, after: RowValues) {
  const asked = Object.entries(fields).flatMap(([name, field]): Promise<readonly Candidate[]>[] => {
    const isUnit = isItemUnit(name, field)
    const where = narrowingOf(fields, name, field, after, isUnit ? before[name] : undefined)
    const was = where && narrowingOf(fields, name, field, { ...before, [name]: null })
    if (!where || textOf(was) === textOf(where)) return []
    return [isUnit ? unitCandidate(name, where, before, was, after) : candidateOf(name, field, where)]
  })
  // Unanswered fields stay empty.
  const found = await Promise.allSettled(asked)
  return found.flatMap(each => (each.status === 'fulfilled' ? each.value : []))
}

/** Patch of the candidates that still hold for a row. */
export function completed(fields: Fields, row: RowValues, candidates: readonly Candidate[]): RowValues {
  const valid = candidates.filter(({ name, narrowing, replaces }) => {
    const field = fields[name]
    return field && textOf(narrowingOf(fields, name, field, row, replaces)) === narrowing
  })
  return Object.fromEntries(
    valid.flatMap(({ name, value, label }) => [
      [name, value],
      [`${name}$label`, label],
    ]),
  )
}
