/** Field kinds, options and builders of definitions. */
import type { PatternName } from './patterns.ts'

/** Field kinds. SQL type, cell and validator each map over this list. */
export const kinds = [
  'text',
  'longText',
  'richText',
  'integer',
  'bigint',
  'quantity',
  'money',
  'rate',
  'decimal',
  'date',
  'instant',
  'flag',
  'enumeration',
  'enumerations',
  'reference',
  'references',
  'texts',
  'secret',
  'json',
  'image',
  'files',
] as const
export type Kind = (typeof kinds)[number]

/** Row as seen by rules: untyped values by field name. */
export type Values = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export type Condition = (row: Values) => boolean

/** Candidates of a reference by the row: required values of the target's fields. */
export type CandidateFilter = (row: Values) => Values

/** Closed set of codes with zh-CN texts, in display order. */
export interface Enumeration<C extends string = string> {
  readonly name: string
  readonly options: Readonly<Record<C, string>>
}

export function defineEnumeration<const C extends string>(name: string, options: Record<C, string>): Enumeration<C> {
  return { name, options }
}

/** References to a unit, or to an item or lot with one. */
export interface UnitSource {
  /** Fields of the row or its record; the first filled counts. */
  readonly by: readonly string[]
  readonly in?: 'package'
}

export interface FieldOptions {
  readonly required?: boolean
  /** Conditional requirement, e.g. the supplier of a purchase. */
  readonly requiredIf?: Condition
  /** Shown in forms only where the row asks for it. */
  readonly shownIf?: Condition
  /** Required on posting, depending on the row: marked as required. */
  readonly requiredToPost?: boolean
  /** Server-managed: client values are replaced by the stored one. */
  readonly serverManaged?: boolean
  /** Prefix of a running number for new rows: `MI` gives `MI20261121-0001`. */
  readonly numbered?: string
  /** Computed on read; no column. */
  readonly derived?: boolean
  /** Derived condition of lists; rows carry no value. */
  readonly filterOnly?: boolean
  /** Named pattern of specification §5, applied to input. */
  readonly pattern?: PatternName
  /** Unit of a number; null where rows add up several. */
  readonly unit?: string | UnitSource | null
  /** Maximum length in characters. */
  readonly max?: number
  /** Lower bound: greater than zero (true), or at least this decimal. */
  readonly positive?: boolean
  /** Default of a new row; `today` and `now` are resolved on creation. */
  readonly default?: string | number | boolean | readonly string[]
  /** Unique in the organisation (true), or per value of the named field. */
  readonly unique?: true | string
  /** Part of the natural key, for import matching. */
  readonly key?: boolean
  /** Personal data: visible only to editors of the page. */
  readonly personal?: boolean
  /** Pages that receive it with a choice; all by default. */
  readonly choicePages?: readonly string[]
  /** Shown in lists, in definition order. */
  readonly list?: boolean
  /** Listed and exported, its column hidden at first. */
  readonly hidden?: boolean
  /** A few lines of formatted text: its editor is small. */
  readonly brief?: boolean
  readonly filter?: boolean
  /** Editable after posting: remarks and attachments, never effects. */
  readonly editableAfterPosting?: boolean
  readonly fixed?: boolean
  /** Copies count on: `HT-01`, `HT-02`. */
  readonly counts?: boolean
  /** Computed while typing and before writing. Undefined keeps the value. */
  readonly computed?: (row: Values) => unknown
  /** Message key prefix: the value is a key, displayed as its text. */
  readonly messageKeyPrefix?: string
  /** Written by the system too, and then localized on read. */
  readonly systemText?: boolean
  /** Not later than today; a document's from posting on. */
  readonly past?: boolean
  /** Day after which a good state no longer holds. */
  readonly expiresBy?: string
  /** Amount without which a state is neither good nor bad news. */
  readonly usedUpBy?: string
  /** Display format beyond the kind's. */
  readonly format?:
    | 'traceQuestion'
    | 'auditChanges'
    | 'schedule'
    | 'taskParameters'
    | 'labelLayout'
    | 'menuTitle'
    | 'menuParent'
    | 'icon'
    | 'unit'
    | 'role'
    | 'task'
    | 'user'
  /** Title of a record of any entity; null once deleted. */
  readonly titleOf?: { readonly entity: string; readonly id: string }
  /** Text with the number of a document: a link to it. */
  readonly namesDocument?: boolean
  /** Reference that keeps no record from being deleted. */
  readonly isWeak?: boolean
  /** Message key shown in place of nothing. */
  readonly emptyText?: string
  /** Unit of the amount before it: one control with it in forms. */
  readonly joined?: boolean
  /** Column width in pixels, overriding the kind's. */
  readonly width?: number
  /** Hint in zh-CN beyond the title; the message key is `<entity>.<field>.hint`. */
  readonly hint?: string
}

export interface Field<K extends Kind = Kind, R extends boolean = boolean, C extends string = string>
  extends FieldOptions {
  readonly kind: K
  readonly title: string
  readonly required?: R
  readonly enumeration?: Enumeration<C>
  readonly to?: string
  readonly where?: CandidateFilter
}

export type Fields = Readonly<Record<string, Field>>

interface ValueByKind {
  text: string
  longText: string
  richText: string
  integer: number
  bigint: number
  quantity: string
  money: string
  rate: string
  decimal: string
  date: string
  instant: string
  flag: boolean
  enumeration: string
  enumerations: readonly string[]
  reference: number
  references: readonly number[]
  texts: readonly string[]
  secret: string
  json: unknown
  image: string
  files: readonly string[]
}

type Plain<K extends Kind, C extends string> = K extends 'enumeration'
  ? C
  : K extends 'enumerations'
    ? readonly C[]
    : ValueByKind[K]

/** Type of a stored value: null unless required. */
export type ValueOf<F> =
  F extends Field<infer K, infer R, infer C> ? (R extends true ? Plain<K, C> : Plain<K, C> | null) : never

type RequiredNames<F extends Fields> = { [K in keyof F]: F[K] extends Field<Kind, true> ? K : never }[keyof F]

/** Validated values by field name; optional ones may be missing or empty. */
export type ValuesOf<F extends Fields> = { readonly [K in RequiredNames<F>]: ValueOf<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[K]> | null | undefined
}

type Required<O> = O extends { readonly required: true } ? true : false

type Nothing = Readonly<Record<never, never>>

/** Mark of fields without a column. */
type Derived<O> = O extends { readonly derived: true } ? { readonly derived: true } : unknown

const plain =
  <K extends Kind>(kind: K) =>
  <const O extends FieldOptions = Nothing>(
    title: string,
    options?: O & FieldOptions,
  ): Field<K, Required<O>> & Derived<O> =>
    ({ kind, title, ...options }) as Field<K, Required<O>> & Derived<O>

export const text = plain('text')
export const longText = plain('longText')
/** Formatted text: sanitized HTML (richText.ts). `max` counts visible characters. */
export const richText = plain('richText')
export const integer = plain('integer')
export const bigint = plain('bigint')
/** Quantity in its declared unit: exact decimal, 4 places. */
export const quantity = plain('quantity')
/** Money: exact decimal, 2 places. */
export const money = plain('money')
/** Percentage, 2 places. */
export const rate = plain('rate')
/** Other numbers of 2 places (temperature, packages, weight). */
export const decimal = plain('decimal')
/** Calendar day, `YYYY-MM-DD`, without a zone. */
export const date = plain('date')
/** Instant, UTC on the wire. */
export const instant = plain('instant')
export const flag = plain('flag')
export const texts = plain('texts')
/** Hashed at rest; never loaded, listed, exported or audited. */
export const secret = plain('secret')
export const json = plain('json')
/** Image, by stored file id. Rows read carry `<field>$files`. */
export const image = plain('image')
/** Up to twenty file ids in order. Rows read carry `<field>$files`. */
export const files = plain('files')

export function enumeration<C extends string, const O extends FieldOptions = Nothing>(
  title: string,
  of: Enumeration<C>,
  options?: O & FieldOptions,
): Field<'enumeration', Required<O>, C> & Derived<O> {
  return { kind: 'enumeration', title, enumeration: of, ...options } as Field<'enumeration', Required<O>, C> &
    Derived<O>
}

export function enumerations<C extends string, const O extends FieldOptions = Nothing>(
  title: string,
  of: Enumeration<C>,
  options?: O & FieldOptions,
): Field<'enumerations', Required<O>, C> {
  return { kind: 'enumerations', title, enumeration: of, ...options } as Field<'enumerations', Required<O>, C>
}

interface ReferenceOptions extends FieldOptions {
  readonly where?: CandidateFilter
}

export function ref<const O extends ReferenceOptions = Nothing>(
  title: string,
  to: string,
  options?: O & ReferenceOptions,
): Field<'reference', Required<O>> & Derived<O> {
  return { kind: 'reference', title, to, ...options } as Field<'reference', Required<O>> & Derived<O>
}

/** References in a join table, so that the in-use check finds them. */
export function refs<const O extends ReferenceOptions = Nothing>(
  title: string,
  to: string,
  options?: O & ReferenceOptions,
): Field<'references', Required<O>> {
  return { kind: 'references', title, to, ...options } as Field<'references', Required<O>>
}

export function isEntered(field: Field): boolean {
  return !field.serverManaged && !field.derived && !field.computed
}

const specKinds: ReadonlySet<string | undefined> = new Set(['productspec', 'materialspec'])

export const isSpec = (field: Field | undefined): boolean => specKinds.has(field?.to)

export function secretsOf(fields: Fields): readonly string[] {
  return Object.keys(fields).filter(name => fields[name]?.kind === 'secret')
}

/** Empty check; an empty list counts as empty. */
export function isEmpty(value: unknown): value is null | undefined | '' | readonly [] {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
