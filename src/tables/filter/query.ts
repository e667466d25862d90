/** List queries: defaults, address parameters, user changes. */
import { type Entity, fieldAt } from '#contract/schema/entity.ts'
import { type Field, isEmpty } from '#contract/schema/field.ts'
import { type Grants, permits } from '#contract/schema/permission.ts'
import { addressOfValue, recordAddress } from '../../commands/core/recordLinks.ts'
import { dayOf } from '../../data/plantClock.ts'
import type { Condition, RowValues, Sort } from '../../data/records/row.ts'
import { setQuery } from '../../data/records/rows.ts'
import type { Query } from '../../data/records/rowWindow.ts'
import { isRelativeDays } from '../../data/relativeDays.ts'
import { WITHIN } from '../../data/wireConditions.ts'
import { type Asked, conditionsFor, operatorsOf } from '../../fields/operators.ts'
import { isFilterable } from '../columns/columns.ts'
import { withField } from './conditions.ts'

export function defaultQuery(entity: Entity): Query {
  return { entity: entity.name, sort: entity.order ?? [['id', 'desc']], where: entity.firstFilter ?? [], q: '' }
}

function valueFrom(field: Field | undefined, text: string): unknown {
  if (!field || ['reference', 'references', 'integer', 'bigint'].includes(field.kind)) return Number(text)
  return field.kind === 'flag' ? text === 'true' : text
}

const several = ['enumeration', 'reference', 'enumerations', 'references']

/** Operators spelled `field.operator` in addresses; others have shorthand. */
const spelled = ['ne', 'lt', 'gt', 'like', 'startsWith', 'isNull', 'notNull', 'mine', WITHIN]

/** `quantity.lt=5`, `expiryDate.within=next30` */
function spelledCondition(entity: Entity, key: string, text: string): Condition | null {
  const [name = '', op = ''] = key.split('.')
  const field = entity.fields[name]
  if (!(field || name === 'createdBy') || !spelled.includes(op)) return null
  if (op === 'isNull' || op === 'notNull' || op === 'mine') return { field: name, op }
  if (op === WITHIN) return isRelativeDays(text) ? { field: name, op, value: text } : null
  return text === '' ? null : { field: name, op, value: valueFrom(field, text) }
}

/** `status=HOLD,PENDING`, `expiryDate=..2026-12-20`, `name=糖`, `id=3,4` */
function plainConditions(entity: Entity, name: string, text: string): readonly Condition[] {
  const field = entity.fields[name]
  if (text === '' || (!field && name !== 'id')) return []
  const range = /^(.*)\.\.(.*)$/.exec(text)
  if (range) {
    const ends = [
      ['ge', range[1] ?? ''],
      ['le', range[2] ?? ''],
    ] as const
    return ends.flatMap(([op, end]) => (end === '' ? [] : [{ field: name, op, value: valueFrom(field, end) }]))
  }
  const isSeveral = field ? several.includes(field.kind) : text.includes(',')
  if (isSeveral) return [{ field: name, op: 'in', value: text.split(',').map(part => valueFrom(field, part)) }]
  return [{ field: name, op: 'eq', value: valueFrom(field, text) }]
}

/** Parses conditions and search from an address; unknown fields are ignored. */
export function queryFrom(entity: Entity, search: string): Pick<Query, 'where' | 'q'> | null {
  const parameters = new URLSearchParams(search)
  const where = [...parameters].flatMap(([key, text]) => {
    const condition = spelledCondition(entity, key, text)
    return condition ? [condition] : plainConditions(entity, key, text)
  })
  const q = parameters.get('q') ?? ''
  return where.length > 0 || q !== '' ? { where, q } : null
}

function parameterOf(name: string, conditions: readonly Condition[]): readonly (readonly [string, string])[] {
  const of = (op: string) => conditions.find(condition => condition.op === op)?.value
  const [from, until, chosen, equal] = [of('ge'), of('le'), of('in'), of('eq')]
  const others = conditions
    .filter(({ op }) => spelled.includes(op))
    .map(({ op, value }): readonly [string, string] => [`${name}.${op}`, String(value ?? '')])
  if (from !== undefined || until !== undefined) return [[name, `${from ?? ''}..${until ?? ''}`], ...others]
  if (chosen === undefined && equal === undefined) return others
  return [[name, Array.isArray(chosen) ? chosen.join(',') : String(equal)], ...others]
}

export function parametersOf(where: readonly Condition[]): URLSearchParams {
  const names = [...new Set(where.map(condition => condition.field))]
  const entries = names.flatMap(name =>
    parameterOf(
      name,
      where.filter(condition => condition.field === name),
    ),
  )
  return new URLSearchParams(entries.map(([key, text]) => [key, text]))
}

export function addressOfList(entity: string, where: readonly Condition[]): string {
  const query = parametersOf(where).toString()
  return `/${entity}${query && `?${query}`}`
}

/** Address that a cell opens by its definition, where its page is permitted. */
export function addressOfCell(
  grants: Grants,
  { opens = {}, fields }: Entity,
  name: string,
  row: RowValues | undefined,
): string | undefined {
  const [of, field] = [opens[name], fields[name]]
  if (!of && row && (field?.titleOf || field?.namesDocument)) return addressOfValue(grants, field, name, row)
  if (!row || !of || Number(row[name]) === 0) return undefined
  const { entity, id, where } = of(row)
  if (where === undefined) return recordAddress(grants, entity, id)
  return permits(grants, { menu: entity }) ? addressOfList(entity, where) : undefined
}

/** `_sort=expiryDate,-lotNo` */
export function sortFrom(entity: Entity, text: string): Sort {
  return text.split(',').flatMap(part => {
    const name = part.replace(/^-/, '')
    const isKnown = name === 'id' || entity.fields[name] !== undefined
    return isKnown ? [[name, part.startsWith('-') ? 'desc' : 'asc'] as const] : []
  })
}

export function textOfSort(sort: Sort): string {
  return sort.map(([name, direction]) => (direction === 'desc' ? `-${name}` : name)).join(',')
}

/** Initial values from an address: `?producePlanId=12`, `?lines.lotId=12`. */
export function valuesFrom(entity: Entity, search: string): RowValues {
  return Object.fromEntries(
    [...new URLSearchParams(search)].flatMap(([path, text]) => {
      const field = fieldAt(entity, path)
      const [name = '', ofLine] = path.split('.')
      const value = valueFrom(field, text)
      return field ? [[name, ofLine === undefined ? value : [{ [ofLine]: value }]]] : []
    }),
  )
}

export function ask(query: Query, patch: Partial<Omit<Query, 'entity'>>): void {
  setQuery(query.entity, { ...query, ...patch })
}

export function filterBy(entity: Entity, query: Query, name: string, row: RowValues): void {
  const field = entity.fields[name]
  const value = row[name]
  if (!field || !isFilterable(field) || isEmpty(value)) return
  ask(query, { where: withField(query.where, name, conditionsFor(name, field, holding(field, value))) })
}

function holding(field: Field, value: unknown): Asked {
  const [usual] = operatorsOf(field)
  if (usual === 'any') return { operator: 'any', values: [value].flat() }
  if (field.kind === 'flag') return { operator: value === true ? 'yes' : 'no', values: [] }
  if (usual !== 'on') return { operator: 'is', values: [value].flat() }
  // Instants filter by day: an exact instant matches only itself.
  return { operator: 'on', values: [field.kind === 'instant' ? dayOf(new Date(String(value))) : value] }
}

export function isNarrowed({ where, q }: Query): boolean {
  return where.length > 0 || q !== ''
}
