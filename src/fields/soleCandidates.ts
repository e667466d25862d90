/** Required references with one candidate left. */
import { type Field, type Fields, isEmpty, isEntered, type Values } from '#contract/schema/field.ts'
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
}

const textOf = (where: Values | undefined) => JSON.stringify(where ?? null)

const itemKinds: ReadonlySet<string | undefined> = new Set(['material', 'product'])
const itemUnits: ReadonlySet<string> = new Set(['unitId', 'baseUnitId'])

/** Chosen item, which brings its unit. */
function itemOf(fields: Fields, row: RowValues): Values | undefined {
  const found = Object.entries(fields).find(([name, { to }]) => itemKinds.has(to) && !isEmpty(row[name]))
  return found && { to: found[1].to, id: row[found[0]] }
}

/** Narrowing of a fillable field; lots are never guessed. */
function narrowingOf(fields: Fields, name: string, field: Field, row: RowValues): Values | undefined {
  if (field.kind !== 'reference' || field.to === 'stocklot' || !isEntered(field)) return undefined
  if (!isMarkedRequired(field, row) || !isEmpty(row[name])) return undefined
  const where = itemUnits.has(name) && field.to === 'unit' ? itemOf(fields, row) : field.where?.(row)
  return where && !Object.values(where).some(isEmpty) ? where : undefined
}

async function candidateOf(name: string, field: Field, where: Values): Promise<readonly Candidate[]> {
  const narrowing = textOf(where)
  if (field.to === 'unit') {
    const { to, id } = where
    if (typeof to !== 'string' || typeof id !== 'number') return []
    await loadChoiceValues(to, id)
    const values = choiceValuesOf(to, id)
    const value = values?.baseUnitId
    return typeof value === 'number' ? [{ name, value, label: String(values?.baseUnitId$label ?? ''), narrowing }] : []
  }
  const [only, ...others] = await searchOptions(field.to ?? '', '', where)
  return only && others.length === 0 ? [{ name, ...only, narrowing }] : []
}

/** Candidates that a change has left alone. */
export async function soleCandidates(fields: Fields, before: RowValues, after: RowValues) {
  const asked = Object.entries(fields).flatMap(([name, field]) => {
    const where = narrowingOf(fields, name, field, after)
    const wasSame = where && textOf(narrowingOf(fields, name, field, { ...before, [name]: null })) === textOf(where)
    return where && !wasSame ? [candidateOf(name, field, where)] : []
  })
  // Unanswered fields stay empty.
  const found = await Promise.allSettled(asked)
  return found.flatMap(each => (each.status === 'fulfilled' ? each.value : []))
}

/** Patch of the candidates that still hold for a row. */
export function completed(fields: Fields, row: RowValues, candidates: readonly Candidate[]): RowValues {
  const valid = candidates.filter(({ name, narrowing }) => {
    const field = fields[name]
    return field && textOf(narrowingOf(fields, name, field, row)) === narrowing
  })
  return Object.fromEntries(
    valid.flatMap(({ name, value, label }) => [
      [name, value],
      [`${name}$label`, label],
    ]),
  )
}
