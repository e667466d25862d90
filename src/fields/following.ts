/** Values that follow from chosen records, while a row is typed. */
import { isSameValue } from '#contract/schema/decimal.ts'
import type { Chosen, Entity } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import { followed } from '#contract/schema/validate.ts'
import { lineKey, linesOf } from '../data/drafts/lineKeys.ts'
import { choiceValuesOf, labelOf } from '../data/records/labels.ts'
import { loadChoiceValues } from '../data/records/options.ts'
import type { RowValues } from '../data/records/row.ts'
import { loadSystemInformation, systemInformationAtom } from '../data/settings/systemInformation.ts'
import { store } from '../data/store.ts'

const none: RowValues = {}

const expiryRule = () => store.get(systemInformationAtom)?.expiryRule

function chosenBy({ fields, follows }: Entity, row: RowValues): Chosen | undefined {
  const chosen = (follows?.from ?? []).map(name => {
    const values = isEmpty(row[name]) ? none : choiceValuesOf(fields[name]?.to ?? '', row[name])
    return [name, values] as const
  })
  return chosen.every(([, values]) => values !== undefined) ? (Object.fromEntries(chosen) as Chosen) : undefined
}

function followedIn(entity: Entity, before: RowValues, after: RowValues): RowValues {
  const chosen = entity.follows && chosenBy(entity, after)
  if (!chosen) return none
  const was = chosenBy(entity, before)
  const values = Object.entries(followed(entity, after, chosen, expiryRule(), was && { row: before, chosen: was }))
  return Object.fromEntries(
    values
      .filter(([name, value]) => !isSameValue(value, after[name]))
      .flatMap(([name, value]) => {
        const to = entity.fields[name]?.to
        return to ? [[name, value] as const, [`${name}$label`, labelOf(to, value) ?? null] as const] : [[name, value]]
      }),
  )
}

/** Patch of a record, with what follows in its changed lines too. */
export function withDependentValues(
  entity: Entity,
  before: RowValues,
  patch: RowValues,
  after: RowValues = { ...before, ...patch },
): RowValues {
  const whole: Record<string, unknown> = { ...patch, ...followedIn(entity, before, after) }
  for (const [name, line] of Object.entries(entity.lines)) {
    if (!line.follows || !Array.isArray(patch[name])) continue
    const old = new Map(linesOf(before, name).map((row, index) => [lineKey(row, index), row]))
    whole[name] = linesOf(patch, name).map((row, index) => {
      const former = old.get(lineKey(row, index))
      const values = former === row ? none : followedIn(line, former ?? none, row)
      return Object.keys(values).length > 0 ? { ...row, ...values } : row
    })
  }
  return whole
}

/** Reads what rows follow from; undefined when all is known. */
export function loadDependentValues(entity: Entity, ...rows: readonly RowValues[]): Promise<unknown> | undefined {
  if (!entity.follows) return undefined
  const unknown = entity.follows.from.flatMap(name => {
    const to = entity.fields[name]?.to ?? ''
    const ids = [...new Set(rows.map(row => row[name]))]
    return ids.flatMap(id =>
      typeof id === 'number' && choiceValuesOf(to, id) === undefined ? [loadChoiceValues(to, id)] : [],
    )
  })
  const rule = expiryRule() === undefined ? [loadSystemInformation()] : []
  return unknown.length + rule.length > 0 ? Promise.allSettled([...unknown, ...rule]) : undefined
}
