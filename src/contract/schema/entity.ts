/** Entity definition: fields, lines, checks, calls and actions. */
import type { ExpiryRule } from '../calendar.ts'
import type { PaperLayout } from '../paperLayout.ts'
import type { RefusalName } from './answer.ts'
import type { Condition, Field, Fields, ValueOf, Values } from './field.ts'

export const areas = ['basic', 'material', 'production', 'sale', 'review', 'other', 'system', 'stock'] as const
export type Area = (typeof areas)[number]

export const genericCalls = ['list', 'load', 'save', 'remove'] as const
export type GenericCall = (typeof genericCalls)[number]

/** Cross-field rule of a row; `message` is a key under `fault.`. */
export interface Check {
  readonly at: string
  readonly ok: Condition
  readonly message: string
}

/** Action on stored rows: one command, call and permission. */
export interface Action {
  /** zh-CN title; the message key is `<entity>.<action>`. */
  readonly label: string
  /** The label names its object: it is the whole title. */
  readonly namesEntity?: true
  /** Target: the cursor row, or every selected row. */
  readonly on: 'row' | 'rows'
  /** Permitted states; any by default. */
  readonly from?: readonly string[]
  /** Further condition on the row; the server refuses the rest. */
  readonly when?: Condition
  /** Resulting state, written generically after the domain function. */
  readonly to?: string
  readonly keys?: readonly string[]
  /** Posts a document; a save with `submit` performs it too. */
  readonly submits?: boolean
  readonly confirm?: boolean
  /** Tried before its confirmation, as a posting: no question that ends in a refusal. */
  readonly rehearsed?: true
  readonly risk?: 'write' | 'destructive'
  /** Key of the consequence asked about; `<entity>.<action>` by default. */
  readonly consequence?: string
  /** Action that lifts this one; derived where states say it. */
  readonly inverse?: string
  /** Parameters of the action, e.g. the reason of a hold. */
  readonly arguments?: Fields
  /** Arguments that begin as the row's field of that name. */
  readonly prefilled?: readonly string[]
  /** Argument that resolves a refusal: required once the dry run is refused so. */
  readonly resolvedBy?: { readonly [R in RefusalName]?: string }
  /** Permitting button; the action's name by default. */
  readonly button?: string
  readonly keywords?: readonly string[]
}

/** Follow-up row created from this one, e.g. a plan's issue. */
export interface CreateFrom {
  readonly label: string
  readonly entity: string
  /** Reference of the new row to this one, e.g. `lines.lotId`. */
  readonly by: string
  /** Reference to the one that exists: it is opened, none begun. */
  readonly opens?: string
  readonly from?: readonly string[]
  readonly when?: Condition
  readonly keys?: readonly string[]
}

/** Next step: an action or follow-up of this row. */
export interface NextStep {
  readonly step: string
  readonly from: readonly string[]
  readonly when?: Condition
  /** Reference to the target row instead, e.g. `lines.lotId`. */
  readonly by?: string
}

/** Values taken over from the partner's last posted document. */
export interface AsLastTime {
  /** Field that is the same: supplier, dealer, product. */
  readonly same: string
  readonly from: readonly string[]
  /** Fields filled where they are empty. */
  readonly fields?: readonly string[]
  /** Fields of lines; quantities and lots stay blank. */
  readonly lines?: Readonly<Record<string, readonly string[]>>
}

/** Chosen records by reference field. */
export type Chosen<Names extends string = string> = Readonly<Record<Names, Values>>

/** Values that follow from chosen records, while typing as on saving. */
interface Follows<Names extends string = string> {
  readonly from: readonly Names[]
  /** Undefined leaves a value as it is. */
  readonly values: (row: Values, chosen: Chosen<Names>, rule: ExpiryRule | undefined) => Values
}

export const defineFollows = <const N extends string>(follows: Follows<N>): Follows => follows as Follows

/** Related rows shown with the row, e.g. a product's formulas. */
export interface Relation {
  readonly entity: string
  /** Reference field of those rows to this one. */
  readonly by: string
  /** Own title, where two relations lead to one entity. */
  readonly isNamed?: boolean
}

/** Fact that is due: marked once past, unless the `done` field is filled. */
export interface DueFact {
  readonly due: string
  readonly from?: string
  readonly done?: string
  /** Key of the link to the `done` field, beside the time left. */
  readonly enter?: string
}

/** Lot and quantity that a draft holds back, by `lotId` of the document or of its `lines`. */
export interface Reservation {
  readonly lines?: string
  readonly quantity: string
  readonly kind: string
  readonly owner: string
  readonly plan?: string
  /** Documents that take nothing, by the value of a field. */
  readonly unless?: readonly [field: string, value: string]
}

/** Paths of the specification; `GET` unless prefixed, save `POST`. */
export interface NamedCalls {
  readonly list?: string
  readonly load?: string
  readonly save?: string
  readonly remove?: string
  /** value/label lists (`…KeyValueList`). */
  readonly options?: string | readonly string[]
  /** Initial values of a new row (`Init…Form`). */
  readonly prepare?: string
}

/** Record, or list of rows, that a cell stands for. */
export interface Opened {
  readonly entity: string
  readonly id?: unknown
  readonly where?: readonly { readonly field: string; readonly op: string; readonly value?: unknown }[]
}

type Nothing = Readonly<Record<never, never>>

/** Database index: key columns, included columns, optional partial condition. */
export interface FurtherIndex {
  readonly on: readonly string[]
  readonly include?: readonly string[]
  readonly where?: string
}

export type Lines = Readonly<Record<string, Entity>>
export type Actions = Readonly<Record<string, Action>>

export interface EntityDefinition<F extends Fields, L extends Lines, A extends Actions> {
  /** Route name of the specification: table, page, message and command prefix. */
  readonly name: string
  readonly area: Area
  /** zh-CN title; the message key is the name. */
  readonly label: string
  /** Synonyms of the page, for the palette's search. */
  readonly keywords?: readonly string[]
  readonly icon?: string
  readonly fields: F
  /** Child rows, deleted with their parent. */
  readonly lines?: L
  readonly checks?: readonly Check[]
  /** List columns that come first, in order; the rest follow by definition. */
  readonly columns?: readonly string[]
  /** Title field: shown as `$label` of references. */
  readonly title?: string
  /** Additional search fields besides title and key. */
  readonly search?: readonly string[]
  readonly order?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[]
  /** Quantities of `unitId`, added up below the list in kilograms. */
  readonly sums?: readonly string[]
  /** Values that come with a choice, e.g. the size of a package; facts are shown beside it. */
  readonly choiceFields?: readonly string[]
  readonly choiceFacts?: readonly string[]
  /** Generic calls; all four by default. */
  readonly operations?: readonly GenericCall[]
  readonly calls?: NamedCalls
  readonly actions?: A
  readonly createsFrom?: Readonly<Record<string, CreateFrom>>
  readonly nextSteps?: readonly NextStep[]
  readonly asLastTime?: AsLastTime
  readonly follows?: Follows
  /** Field that says what a numbered record is about, e.g. the lot's item. */
  readonly subject?: string
  readonly facts?: readonly (string | DueFact)[]
  readonly related?: readonly Relation[]
  /** State field; `status` by default. */
  readonly state?: string
  /** Stock document: draft may be incomplete, posted by submit, then immutable. */
  readonly document?: boolean
  readonly paper?: PaperLayout
  /** Stock that drafts hold back; null where they hold back nothing. */
  readonly reserves?: Reservation | null
  /** Exemption from lines: rows complete without any. */
  readonly linesOptional?: Condition
  /** Rows whose missing lines the server generates, e.g. by formula. */
  readonly laysOutLines?: Condition
  /** States that permit changes and removal (see `removableIn`). Documents: DRAFT. */
  readonly editableIn?: readonly string[]
  /** States that permit removal, where narrower: known rows stay editable. */
  readonly removableIn?: readonly string[]
  /** Flag of rows that belong to the system and stay. */
  readonly builtIn?: string
  /** Line rows, never addressed alone. */
  readonly line?: boolean
  /** Server-internal: no calls, no page. */
  readonly internal?: boolean
  readonly global?: boolean
  /** Owner field of personal rows: private to each person, no page. */
  readonly ownedBy?: string
  /** Fixed list seeded by the server: editable, none can be added. */
  readonly seeded?: boolean
  readonly asForm?: true
  /** Saving requires an operation-password ticket. */
  readonly ticket?: boolean
  /** Append-only: the database rejects update and delete. */
  readonly appendOnly?: boolean
  /** Database view over other entities' rows: list only. */
  readonly view?: boolean
  /** Entities whose changes change rows of the view. */
  readonly madeOf?: readonly string[]
  /** View with a column `pinyin`, searched as that of a table. */
  readonly pinyin?: boolean
  /** Links of cells, by field: a number opens the rows it counts. */
  readonly opens?: Readonly<Record<string, (row: Values) => Opened>>
  /** Conditions of the list at first, as chips that can be removed. */
  readonly firstFilter?: Opened['where']
  /** Soft deletion: removed rows are hidden, not deleted (master data). */
  readonly softDelete?: boolean
  /** Readable across data scopes of the organisation; default for master data. */
  readonly shared?: boolean
  readonly indexes?: readonly FurtherIndex[]
  /** Jointly unique fields in the organisation; empty values count as equal. */
  readonly uniqueTogether?: readonly (readonly string[])[]
  readonly constraints?: Readonly<Record<string, string>>
}

export interface Entity<F extends Fields = Fields, L extends Lines = Lines, A extends Actions = Actions>
  extends EntityDefinition<F, L, A> {
  readonly lines: L
  readonly actions: A
  readonly title: string
  readonly operations: readonly GenericCall[]
}

export function defineEntity<
  const N extends string,
  const F extends Fields,
  const L extends Lines = Nothing,
  const A extends Actions = Nothing,
  const G extends boolean = false,
>(
  definition: EntityDefinition<F, L, A> & { readonly name: N; readonly global?: G },
): Entity<F, L, A> & { readonly name: N; readonly global?: G } {
  const title = definition.title ?? Object.keys(definition.fields)[0] ?? 'id'
  return {
    ...definition,
    lines: definition.lines ?? ({} as L),
    actions: definition.actions ?? ({} as A),
    title,
    operations: definition.operations ?? (definition.line || definition.internal ? [] : genericCalls),
  }
}

type Identified = { readonly id: number; readonly rowVersion: number }

/** System columns of every stored row; instants are UTC text. */
type Stored = {
  readonly createdAt: string
  readonly createdBy: number | null
  readonly updatedAt: string
  readonly updatedBy: number | null
}

type FieldValues<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> }

type Labels<F extends Fields> = {
  readonly [K in keyof F & string as F[K] extends Field<'reference'> ? `${K}$label` : never]?: string | null
} & {
  readonly [K in keyof F & string as F[K] extends Field<'references'> ? `${K}$labels` : never]?: readonly string[]
}

/** Row as read: own fields, lines; `$label` of references if requested. */
export type RowOf<E> = Identified &
  (Entity extends E
    ? Values
    : E extends Entity<infer F, infer L, Actions>
      ? Stored & FieldValues<F> & Labels<F> & { readonly [K in keyof L]: readonly RowOf<L[K]>[] }
      : never)

type EditableValues<F extends Fields> = { -readonly [K in keyof F]?: ValueOf<F[K]> | null | undefined }
type EditableLines<L extends Lines> = { -readonly [K in keyof L]?: readonly DraftOf<L[K]>[] }

/** Row being written; any value may be missing. */
export type DraftOf<E> = Entity extends E
  ? Record<string, unknown>
  : E extends Entity<infer F, infer L, Actions>
    ? { readonly id?: number; readonly rowVersion?: number } & EditableValues<F> & EditableLines<L>
    : never

export const hasPage = (entity: Entity): boolean => hasCalls(entity) && !entity.ownedBy

/** Entities whose rows open as records; others only have lists. */
export function hasRecord(entity: Entity): boolean {
  return entity.operations.includes('load')
}

/** Records of pages that change after they were made. */
export function hasHistory(entity: Entity): boolean {
  return hasPage(entity) && hasRecord(entity) && !entity.appendOnly && !entity.view
}

/** Entities with calls: those with a page, and personal ones. */
export function hasCalls(entity: Entity): boolean {
  return !entity.line && !entity.internal
}

/** Action that posts a document, also performed by a save with `submit`. */
export const submitActionOf = ({ actions }: Entity): string | undefined =>
  Object.keys(actions).find(name => actions[name]?.submits)

/** Field at a path, `dealerId` or `lines.lotId`. */
export function fieldAt({ fields, lines }: Entity, path: string): Field | undefined {
  const [first = '', ofLine] = path.split('.')
  return ofLine === undefined ? fields[first] : lines[first]?.fields[ofLine]
}

export const stateOf = (entity: Pick<Entity, 'state'>): string => entity.state ?? 'status'

export function isEditable(entity: Entity, row: Values): boolean {
  const states = entity.editableIn ?? (entity.document ? ['DRAFT'] : undefined)
  return states === undefined || states.includes(String(row[stateOf(entity)]))
}

/** True when saving posts a new row, which is then immutable. */
export function postsOnSave(entity: Entity): boolean {
  return entity.editableIn?.length === 0 && entity.operations.includes('save') && !entity.seeded
}

/** Rows maintained by other documents: none added, never editable. */
export function isServerMaintained(entity: Entity): boolean {
  return entity.seeded === true && entity.editableIn?.length === 0
}

export function isFieldEditable(entity: Entity, name: string, row: Values): boolean {
  return entity.fields[name]?.editableAfterPosting === true || isEditable(entity, row)
}

export const isBuiltIn = ({ builtIn }: Entity, row: Values): boolean => builtIn !== undefined && row[builtIn] === true

export function isRemovable(entity: Entity, row: Values): boolean {
  if (isBuiltIn(entity, row)) return false
  return isEditable(entity, row) && (entity.removableIn?.includes(String(row[stateOf(entity)])) ?? true)
}

export function isPartlyEditable(entity: Entity, row: Values): boolean {
  return !isEditable(entity, row) && Object.values(entity.fields).some(field => field.editableAfterPosting)
}

/** Display text of a message key; else the value. */
export function textNamed(prefix: string, value: string, say: (key: string) => string): string {
  const key = prefix === '' ? value : `${prefix}.${value}`
  const said = say(key)
  return said === key ? value : said
}

const choosable: Readonly<Record<string, string>> = {
  EnableStatus: 'ENABLED',
  LifeStatus: 'ACTIVE',
  EmployeeStatus: 'ON_JOB',
}

/** Status required of a referenced record, if any. */
export function choosableStatus({ fields }: Entity): string | undefined {
  return choosable[fields.status?.enumeration?.name ?? '']
}

/** Icon and zh-CN title per area; the message key is `area.<area>`. */
export const areaTitles: Readonly<Record<Area, { readonly title: string; readonly icon: string }>> = {
  basic: { title: '基础资料', icon: 'library' },
  material: { title: '原料管理', icon: 'wheat' },
  production: { title: '生产管理', icon: 'factory' },
  sale: { title: '销售管理', icon: 'shopping-cart' },
  review: { title: '安全审查', icon: 'shield-alert' },
  stock: { title: '库存批次', icon: 'warehouse' },
  other: { title: '其他记录', icon: 'folder' },
  system: { title: '系统设置', icon: 'settings' },
}
