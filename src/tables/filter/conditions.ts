/** List conditions by field, and their chip text. Pure. */
import type { Field, Fields, Kind } from '#contract/schema/field.ts'
import type { Condition, RowValues } from '../../data/records/row.ts'
import { askedIn, entryOf } from '../../fields/operators.ts'

export function conditionsOf(where: readonly Condition[], name: string): readonly Condition[] {
  return where.filter(condition => condition.field === name)
}

export function withField(
  where: readonly Condition[],
  name: string,
  conditions: readonly Condition[],
): readonly Condition[] {
  const at = where.findIndex(condition => condition.field === name)
  if (at < 0) return [...where, ...conditions]
  const others = where.filter(condition => condition.field !== name)
  return others.toSpliced(at, 0, ...conditions)
}

interface Words {
  say(key: string, values?: Record<string, string>): string
  show(value: unknown): string
}

export function inWords(field: Field, conditions: readonly Condition[], { say, show }: Words): string {
  const asked = askedIn(field, conditions)
  if (!asked) return conditions.map(({ op, value }) => `${op} ${show(value)}`).join(', ')
  const { operator, values } = asked
  const shown = (value: unknown) => (field.kind === 'instant' || field.kind === 'date' ? String(value) : show(value))
  const [first, second] = values
  switch (entryOf(operator)) {
    case 'none':
      return say(`filter.${operator}`)
    case 'many':
      return values.map(shown).join(', ')
    case 'one':
      return operator === 'on' ? shown(first) : say(`filter.said.${operator}`, { value: shown(first) })
    case 'two':
      if (first === null) return say('tables.untilOnly', { until: shown(second) })
      if (second === null) return say('tables.fromOnly', { from: shown(first) })
      return first === second ? shown(first) : say('tables.between', { from: shown(first), until: shown(second) })
  }
}

export const noRow = {}

/** Values that all rows of a filter share; they tell a unit. */
export function sharedRow(fields: Fields, where: readonly Condition[]): RowValues {
  return Object.fromEntries(
    where.flatMap(({ field, op, value }) => {
      const values = op === 'in' && Array.isArray(value) ? value : op === 'eq' ? [value] : []
      return fields[field]?.kind === 'reference' && values.length === 1 ? [[field, values[0]]] : []
    }),
  )
}

const askedKinds: Partial<Record<Kind, Kind>> = {
  ...{ reference: 'references', enumeration: 'enumerations', instant: 'date' },
  // Single line suffices for searching.
  ...{ longText: 'text', richText: 'text', texts: 'text' },
}

/** Field as filters edit it: several values, days for instants. */
export function asked({ where: _where, pattern: _pattern, ...field }: Field): Field {
  const kind = askedKinds[field.kind] ?? field.kind
  return field.to === undefined ? { ...field, kind } : { ...field, kind, where: () => ({ anyStatus: true }) }
}
