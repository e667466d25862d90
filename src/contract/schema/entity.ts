/** What an entity is: its fields, lines, checks, calls and actions, said once. */
import type { Fields, ValueOf, Values } from './field.ts'

export const areas = ['basic', 'material', 'production', 'sale', 'review', 'other', 'system', 'stock'] as const
export type Area = (typeof areas)[number]

export const genericCalls = ['list', 'load', 'save', 'remove'] as const
export type GenericCall = (typeof genericCalls)[number]

/** A rule over several fields of a row; `message` is a key under `fault.`. */
export interface Check {
  readonly at: string
  readonly ok: (row: Values) => boolean
  readonly message: string
}

/** Something a person does to stored rows beyond saving them: one command, one call, one permission. */
export interface Action {
  /** zh-CN title; the message key is `<entity>.<action>`. */
  readonly label: string
  /** Acts on the one row at the cursor, or on every selected row. */
  readonly on: 'row' | 'rows'
  /** States in which it may run; leaving it out means any. */
  readonly from?: readonly string[]
  /** The state it leads to, written by the generic path after the domain function. */
  readonly to?: string
  readonly keys?: readonly string[]
  readonly confirm?: boolean
  readonly risk?: 'write' | 'destructive'
  /** What must be said with it, e.g. the reason of a hold. */
  readonly arguments?: Fields
  /** Button that permits it; its own name unless said. */
  readonly button?: string
  readonly keywords?: readonly string[]
}

/** A new row of another entity that is begun from a row of this one, e.g. the issue of a plan. */
export interface Beginning {
  readonly label: string
  readonly entity: string
  /** Field of the new row that refers to this one. */
  readonly by: string
  readonly from?: readonly string[]
  readonly keys?: readonly string[]
}

/** Rows of another entity that refer to a row of this one and are shown with it, e.g. the formulas of a product. */
export interface Relation {
  readonly entity: string
  /** Field of those rows that refers to this one. */
  readonly by: string
}

/** The specification's own paths for the generic calls. `GET` unless a method stands before the path; save is `POST`. */
export interface NamedCalls {
  readonly list?: string
  readonly load?: string
  readonly save?: string
  readonly remove?: string
  /** value/label lists (`…KeyValueList`). */
  readonly options?: string | readonly string[]
  /** Values a new row starts with (`Init…Form`). */
  readonly prepare?: string
}

/** No lines, no actions. */
type Nothing = Readonly<Record<never, never>>

/** An index of a definition: of fields, with others that ride along, of all rows or of those of a condition. */
export interface FurtherIndex {
  readonly on: readonly string[]
  readonly include?: readonly string[]
  readonly where?: string
}

export type Lines = Readonly<Record<string, Entity>>
export type Actions = Readonly<Record<string, Action>>

export interface EntityDefinition<F extends Fields, L extends Lines, A extends Actions> {
  /** Route name of the specification: file, template, table, permission page, message and command prefix. */
  readonly name: string
  readonly area: Area
  /** zh-CN title; the message key is the name. */
  readonly label: string
  /** Other words people know the page by; searched in the palette. */
  readonly keywords?: readonly string[]
  readonly icon?: string
  readonly fields: F
  /** Child rows that live and die with this one. */
  readonly lines?: L
  readonly checks?: readonly Check[]
  /** Field that names a row to people, shown as `$label` where it is referred to. */
  readonly title?: string
  /** Further fields that search looks into beside the title and the key. */
  readonly search?: readonly string[]
  readonly order?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[]
  /** The generic calls it has; all four unless said. */
  readonly only?: readonly GenericCall[]
  readonly calls?: NamedCalls
  readonly actions?: A
  readonly begins?: Readonly<Record<string, Beginning>>
  /** What is shown below a row of this entity on its own screen, in this order. */
  readonly related?: readonly Relation[]
  /** Field that holds its state, `status` unless said. */
  readonly state?: string
  /** A stock document: saved as a draft that may be incomplete, posted by submit, then immutable. */
  readonly document?: boolean
  /** Rows of a document that may be whole without any lines. */
  readonly linesOptional?: (row: Values) => boolean
  /** Rows whose missing lines the server lays out when they are saved, e.g. by a formula. */
  readonly laysOutLines?: (row: Values) => boolean
  /** States in which a stored row may be changed, and removed unless `removableIn` says fewer; documents in DRAFT, others always. */
  readonly editableIn?: readonly string[]
  /** States in which a stored row may be removed, where these are fewer: what others know of stays, though it changes. */
  readonly removableIn?: readonly string[]
  /** Rows of a parent, never addressed alone. */
  readonly line?: boolean
  /** Kept by the server for itself: no calls, no page. */
  readonly internal?: boolean
  /** Not per organisation. */
  readonly global?: boolean
  /**
   * Rows of a person, in the field that says whose: everybody has his own, nobody sees another's, and there is no page.
   */
  readonly ownedBy?: string
  /** A fixed list that the server makes: people change its rows, and nobody adds one. */
  readonly seeded?: boolean
  /** Saving asks for the ticket of the operation password. */
  readonly ticket?: boolean
  /** Rows are only ever added: the database refuses change and deletion. */
  readonly appendOnly?: boolean
  /** Rows of other entities, shown as a list of their own: a view in the database, so nothing but listed. */
  readonly view?: boolean
  /** Removing hides the row and keeps it (master data). */
  readonly softDelete?: boolean
  /** Read by all of the organisation whatever their data scope; master data unless said. */
  readonly shared?: boolean
  /** Further indexes. */
  readonly indexes?: readonly FurtherIndex[]
  /** Fields that together are unique in the organisation; empty values count as equal. */
  readonly uniqueTogether?: readonly (readonly string[])[]
  /** SQL conditions every row must fulfil, by constraint name. */
  readonly constraints?: Readonly<Record<string, string>>
}

export interface Entity<F extends Fields = Fields, L extends Lines = Lines, A extends Actions = Actions>
  extends EntityDefinition<F, L, A> {
  readonly lines: L
  readonly actions: A
  readonly title: string
  readonly only: readonly GenericCall[]
}

export function defineEntity<
  const F extends Fields,
  const L extends Lines = Nothing,
  const A extends Actions = Nothing,
>(definition: EntityDefinition<F, L, A>): Entity<F, L, A> {
  const title = definition.title ?? Object.keys(definition.fields)[0] ?? 'id'
  return {
    ...definition,
    lines: definition.lines ?? ({} as L),
    actions: definition.actions ?? ({} as A),
    title,
    only: definition.only ?? (definition.line || definition.internal ? [] : genericCalls),
  }
}

/** Columns every stored row has beside its own fields; instants are UTC text. */
export interface Stored {
  readonly id: number
  readonly rowVersion: number
  readonly createdAt: string
  readonly createdBy: number | null
  readonly updatedAt: string
  readonly updatedBy: number | null
}

type FieldValues<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> }

/** The type of a stored row, its lines included. */
export type RowOf<E> =
  E extends Entity<infer F, infer L, Actions>
    ? Stored & FieldValues<F> & { readonly [K in keyof L]: readonly RowOf<L[K]>[] }
    : never

/** Entities that a page of the menu stands for. */
export function hasPage(entity: Entity): boolean {
  return hasCalls(entity) && !entity.ownedBy
}

/** Entities of which one row can be opened as a record; of the others there is nothing beyond their lists. */
export function hasRecord(entity: Entity): boolean {
  return entity.only.includes('load')
}

/** Entities that are served at all: those with a page, and what is everybody's own. */
export function hasCalls(entity: Entity): boolean {
  return !entity.line && !entity.internal
}

/** The field that holds the state an entity's actions go by. */
export function stateOf(entity: Entity): string {
  return entity.state ?? 'status'
}

/** May this stored row still be changed? */
export function isEditable(entity: Entity, row: Values): boolean {
  const states = entity.editableIn ?? (entity.document ? ['DRAFT'] : undefined)
  return states === undefined || states.includes(String(row[stateOf(entity)]))
}

/** Is a new row posted by being saved? Once stored it is never changed. */
export function postsOnSave(entity: Entity): boolean {
  return entity.editableIn?.length === 0 && entity.only.includes('save') && !entity.seeded
}

/** Are its rows kept by documents of others? Nobody adds one, and no state opens them. */
export function isKept(entity: Entity): boolean {
  return entity.seeded === true && entity.editableIn?.length === 0
}

/** May this field of a stored row still be changed, as far as the row's state goes? */
export function isFieldEditable(entity: Entity, name: string, row: Values): boolean {
  return entity.fields[name]?.staysOpen === true || isEditable(entity, row)
}

/** May this stored row still be removed? */
export function isRemovable(entity: Entity, row: Values): boolean {
  return isEditable(entity, row) && (entity.removableIn?.includes(String(row[stateOf(entity)])) ?? true)
}

/** May this stored row still be changed in part, although the rest of it is closed? */
export function staysOpen(entity: Entity, row: Values): boolean {
  return !isEditable(entity, row) && Object.values(entity.fields).some(field => field.staysOpen)
}

/** What a value is called that is the key of a text; the value itself where there is none of it. */
export function textNamed(prefix: string, value: string, say: (key: string) => string): string {
  const key = prefix === '' ? value : `${prefix}.${value}`
  const said = say(key)
  return said === key ? value : said
}

/**
 * What a stored row is called: the field that names it, a reference by what it refers to, the key of a text by that; its
 * number where it is empty.
 */
export function titleOfRow({ title, fields }: Entity, row: Values, say: (key: string) => string): string {
  const named = row[`${title}$label`] ?? row[title]
  if (named === null || named === undefined || named === '') return `#${row.id}`
  const prefix = fields[title]?.namesText
  return prefix === undefined ? String(named) : textNamed(prefix, String(named), say)
}

/** The code that means "may be chosen", per set of codes that has one. */
const choosable: Readonly<Record<string, string>> = {
  EnableStatus: 'ENABLED',
  LifeStatus: 'ACTIVE',
  EmployeeStatus: 'ON_JOB',
}

/** The status in which a record may be chosen for a reference; undefined where every status will do. */
export function choosableStatus({ fields }: Entity): string | undefined {
  return choosable[fields.status?.enumeration?.name ?? '']
}
