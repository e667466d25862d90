/** Fields that forms, grids and papers show, from the definition alone. */
import { type Entity, stateOf } from './schema/entity.ts'
import { type Field, type Fields, isEntered, type Kind } from './schema/field.ts'

const numeric: ReadonlySet<Kind> = new Set(['integer', 'bigint', 'quantity', 'money', 'rate', 'decimal'])

export const isNumeric = ({ kind }: Pick<Field, 'kind'>): boolean => numeric.has(kind)

/** Kinds that have no place on paper. */
export const unprintable: ReadonlySet<Kind> = new Set(['secret', 'json', 'files', 'image'])

export const isZero = (field: Pick<Field, 'kind'>, value: unknown): boolean => isNumeric(field) && Number(value) === 0

export const isFilled = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0)

/** Columns declared first, then the rest as defined. */
export function fieldsAhead({ fields, columns = [] }: Entity): readonly (readonly [string, Field])[] {
  const ahead = columns.flatMap(name => (fields[name] ? [[name, fields[name]] as const] : []))
  return [...ahead, ...Object.entries(fields).filter(([name]) => !columns.includes(name))]
}

/** Fields of a line; line numbers are row headers. */
export function lineFieldsOf(line: Entity): readonly (readonly [string, Field])[] {
  return fieldsAhead(line).filter(([name, field]) => name !== 'lineNo' && (field.list || isEntered(field)))
}

/** Read-only state shown in the head: it governs all actions. */
export function isStateShown(entity: Entity): boolean {
  const state = entity.fields[stateOf(entity)]
  return state !== undefined && !isEntered(state)
}

export function formFieldsOf(entity: Entity, isStored: boolean): Fields {
  const isInHead = (name: string, { unique }: Field) =>
    name === stateOf(entity) || (name === entity.title && unique === true)
  // Its quantities say the unit.
  const isBesideNumbers = ({ to, hidden, serverManaged }: Field) => to === 'unit' && hidden && serverManaged
  const shown = Object.entries(entity.fields).filter(
    ([name, field]) =>
      isEntered(field) ||
      (isStored && !field.computed && !field.filterOnly && !isInHead(name, field) && !isBesideNumbers(field)),
  )
  return Object.fromEntries(shown)
}

export function totalsOf(entity: Entity): readonly (readonly [string, Field])[] {
  return Object.entries(entity.fields).filter(([name, field]) => field.computed && name !== stateOf(entity))
}

interface PaperColumn {
  readonly id: string
  readonly field?: Field | undefined
}

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Columns with a value somewhere; empty ones yield their width. */
export function filledColumns<C extends PaperColumn>(
  { paper }: Entity,
  columns: readonly C[],
  rows: Rows,
): readonly C[] {
  const filled = columns.filter(
    ({ id, field }) =>
      field &&
      !unprintable.has(field.kind) &&
      rows.some(row => isFilled(row[id]) && (field.required === true || !isZero(field, row[id]))),
  )
  // A reference beside its own number would say it twice.
  const isSaid = ({ id, field }: C) =>
    field?.kind === 'reference' &&
    filled.some(
      other =>
        other.field?.kind === 'text' && rows.every(row => (row[other.id] ?? null) === (row[`${id}$label`] ?? null)),
    )
  const own = filled.filter(column => !isSaid(column))
  const { item: [first, other] = [], omitted = [] } = paper ?? {}
  const isMixed = [first, other].every(name => own.some(({ id }) => id === name))
  return own.filter(({ id }) => !omitted.includes(id) && !(isMixed && id === other))
}
