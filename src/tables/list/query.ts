/** What a list asks for: from the definition at first, from the address where somebody was sent here, then from the person. */
import type { Entity } from '../../contract/schema/entity.ts'
import type { Field, Values } from '../../contract/schema/field.ts'
import { isEmpty } from '../../contract/schema/validate.ts'
import { type Condition, type Query, setQuery } from '../../data/rows.ts'
import { dayOf } from '../cells/days.ts'
import {
  choicesCondition,
  filterForm,
  flagCondition,
  rangeConditions,
  textCondition,
  withField,
} from '../filter/conditions.ts'

/** The query of a list nobody has touched. */
export function defaultQuery(entity: Entity): Query {
  return { entity: entity.name, sort: entity.order ?? [['id', 'desc']], where: [], q: '' }
}

/** The value a text of an address means for a field. */
function valueFrom(field: Field | undefined, text: string): unknown {
  if (!field || ['reference', 'references', 'integer', 'bigint'].includes(field.kind)) return Number(text)
  return field.kind === 'flag' ? text === 'true' : text
}

const several = ['enumeration', 'reference', 'enumerations', 'references']

/** `?status=HOLD,PENDING&expiryDate=..2026-12-20&q=糖` as conditions; what is no field of the entity is passed over. */
export function queryFrom(entity: Entity, search: string): Pick<Query, 'where' | 'q'> | null {
  const where: Condition[] = []
  const parameters = new URLSearchParams(search)
  for (const [name, text] of parameters) {
    const field = entity.fields[name]
    if (text === '' || (!field && name !== 'id')) continue
    const range = /^(.*)\.\.(.*)$/.exec(text)
    if (range) {
      const [, from = '', until = ''] = range
      if (from) where.push({ field: name, op: 'ge', value: valueFrom(field, from) })
      if (until) where.push({ field: name, op: 'le', value: valueFrom(field, until) })
    } else if (name === 'id' && text.includes(',')) {
      where.push({ field: name, op: 'in', value: text.split(',').map(Number) })
    } else if (field && several.includes(field.kind)) {
      where.push({ field: name, op: 'in', value: text.split(',').map(part => valueFrom(field, part)) })
    } else where.push({ field: name, op: 'eq', value: valueFrom(field, text) })
  }
  const q = parameters.get('q') ?? ''
  return where.length > 0 || q !== '' ? { where, q } : null
}

/** The address of a list under conditions, which `queryFrom` reads back: choices, ranges and equal values. */
export function addressOfList(entity: string, where: readonly Condition[]): string {
  const parameters = new URLSearchParams()
  for (const name of new Set(where.map(condition => condition.field))) {
    const of = (op: string) => where.find(condition => condition.field === name && condition.op === op)?.value
    const [from, until, chosen, equal] = [of('ge'), of('le'), of('in'), of('eq')]
    if (from !== undefined || until !== undefined) parameters.set(name, `${from ?? ''}..${until ?? ''}`)
    else parameters.set(name, Array.isArray(chosen) ? chosen.join(',') : String(equal ?? ''))
  }
  const query = parameters.toString()
  return `/${entity}${query && `?${query}`}`
}

/** Values a new record is given by its address: `?producePlanId=12`. */
export function valuesFrom(entity: Entity, search: string): Record<string, unknown> {
  const given = [...new URLSearchParams(search)].filter(([name]) => entity.fields[name])
  return Object.fromEntries(given.map(([name, text]) => [name, valueFrom(entity.fields[name], text)]))
}

/** Asks something else of the list, the rest as it was. */
export function ask(query: Query, patch: Partial<Omit<Query, 'entity'>>): void {
  setQuery(query.entity, { ...query, ...patch })
}

/** Leaves only rows that hold in this field what this row holds; what is empty narrows nothing. */
export function filterBy(entity: Entity, query: Query, name: string, row: Values): void {
  const field = entity.fields[name]
  const value = row[name]
  if (!field || field.derived || field.computed || isEmpty(value)) return
  ask(query, { where: withField(query.where, name, conditionsFor(name, field, value)) })
}

function conditionsFor(name: string, field: Field, value: unknown): readonly Condition[] {
  const form = filterForm(field)
  if (form === 'choices') return choicesCondition(name, [value].flat())
  if (form === 'flag') return flagCondition(name, value === true)
  if (form === 'text') return textCondition(name, String(value))
  // A moment would be met by itself alone: its day is meant.
  const day = field.kind === 'instant' ? dayOf(new Date(String(value))) : value
  return rangeConditions(name, field, day, day)
}

/** Is anything left out of the list? */
export function isNarrowed({ where, q }: Query): boolean {
  return where.length > 0 || q !== ''
}
