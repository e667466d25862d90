/** The kinds of field, their options and the builders that definitions are written with. */
import type { PatternName } from './patterns.ts'

/** Every kind of value the contract knows. SQL type, cell and validator are one row each in a map over this list. */
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

/** A row as a rule sees it: values by field name, nothing promised about them. */
export type Values = Readonly<Record<string, unknown>>

/** A closed set of codes with their zh-CN texts, in the order they are offered. */
export interface Enumeration<C extends string = string> {
  readonly name: string
  readonly options: Readonly<Record<C, string>>
}

export function defineEnumeration<const C extends string>(name: string, options: Record<C, string>): Enumeration<C> {
  return { name, options }
}

/** What may be said of a field of any kind. */
export interface FieldOptions {
  readonly required?: boolean
  /** Required only for some rows, e.g. the supplier of a purchase. */
  readonly requiredIf?: (row: Values) => boolean
  /** Asked for when the document is posted, by what else is known of the row: marked like what is required. */
  readonly requiredToPost?: boolean
  /** Filled by the server; whatever a client sends is replaced by the stored value. */
  readonly byServer?: boolean
  /** Prefix of a running number that the server gives a new row: `MI` makes `MI20261121-0001`. */
  readonly numbered?: string
  /** Worked out by the server on reading; there is no column. */
  readonly derived?: boolean
  /** A named pattern of specification §5, applied to what a person types. */
  readonly pattern?: PatternName
  /** Longest text, in characters. */
  readonly max?: number
  /** Greater than zero (true), or at least this decimal. */
  readonly positive?: boolean
  /** Value of a new row; `today` and `now` are resolved when the row is made. */
  readonly default?: string | number | boolean | readonly string[]
  /** Unique in the organisation (true) or among rows with the same value of the named field. */
  readonly unique?: true | string
  /** Part of the natural key that import matches on. */
  readonly key?: boolean
  /** About a person (security.md): told only to those who may edit the page. */
  readonly personal?: boolean
  /** Shown in lists, in the order of the definition. */
  readonly list?: boolean
  /** Offered as a filter of the list. */
  readonly filter?: boolean
  /** Stays open once a document is posted: what is said of it and the papers that belong to it, never what it did. */
  readonly staysOpen?: boolean
  /** Cannot be changed once the row is stored. */
  readonly fixed?: boolean
  /**
   * Follows from the rest of the row, in the grid while typing and again in the server before writing. Undefined keeps the
   * value: rows of a list lack their lines.
   */
  readonly computed?: (row: Values) => unknown
  /** Its value is the key of a text, below this prefix if one is said, and is shown by that. */
  readonly namesText?: string
  /** It holds what a trace was asked, as JSON, or what was changed of a record, by names, and is shown in words. */
  readonly tells?: 'question' | 'changes'
  /** Column width in pixels where the kind's own does not fit. */
  readonly width?: number
  /** What the bare title does not say, in zh-CN; the message key is `<entity>.<field>.hint`. */
  readonly hint?: string
}

export interface Field<K extends Kind = Kind, R extends boolean = boolean, C extends string = string>
  extends FieldOptions {
  readonly kind: K
  readonly title: string
  readonly required?: R
  readonly enumeration?: Enumeration<C>
  /** Name of the entity a reference points to. */
  readonly to?: string
  /** Narrows what a reference offers by the row it stands in: values the target's fields must have. */
  readonly where?: (row: Values) => Values
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

/** Type of a field's value in a stored row: null unless the field is required. */
export type ValueOf<F> =
  F extends Field<infer K, infer R, infer C> ? (R extends true ? Plain<K, C> : Plain<K, C> | null) : never

type Required<O> = O extends { readonly required: true } ? true : false

type Nothing = Readonly<Record<never, never>>

const plain =
  <K extends Kind>(kind: K) =>
  <const O extends FieldOptions = Nothing>(title: string, options?: O & FieldOptions): Field<K, Required<O>> =>
    ({ kind, title, ...options }) as Field<K, Required<O>>

export const text = plain('text')
export const longText = plain('longText')
/** Formatted text: sanitised HTML (richText.ts). `max` counts the characters a reader sees. */
export const richText = plain('richText')
export const integer = plain('integer')
export const bigint = plain('bigint')
/** A quantity in the item's base unit: exact decimal with 4 places. */
export const quantity = plain('quantity')
/** Money: exact decimal with 2 places. */
export const money = plain('money')
/** A percentage with 2 places. */
export const rate = plain('rate')
/** A number with 2 places that is neither a quantity nor money (temperature, packages, weight). */
export const decimal = plain('decimal')
/** A calendar day, `YYYY-MM-DD`, without a zone. */
export const date = plain('date')
/** A moment, UTC on the wire. */
export const instant = plain('instant')
export const flag = plain('flag')
export const texts = plain('texts')
/** Stored hashed, never loaded, listed, exported or audited. */
export const secret = plain('secret')
export const json = plain('json')
/** One picture, by the id of its stored file. A row that is read has `<field>$files` beside it. */
export const image = plain('image')
/** At most twenty stored files, by their ids, in the order given. A row that is read has `<field>$files` beside it. */
export const files = plain('files')

export function enumeration<C extends string, const O extends FieldOptions = Nothing>(
  title: string,
  of: Enumeration<C>,
  options?: O & FieldOptions,
): Field<'enumeration', Required<O>, C> {
  return { kind: 'enumeration', title, enumeration: of, ...options } as Field<'enumeration', Required<O>, C>
}

export function enumerations<C extends string, const O extends FieldOptions = Nothing>(
  title: string,
  of: Enumeration<C>,
  options?: O & FieldOptions,
): Field<'enumerations', Required<O>, C> {
  return { kind: 'enumerations', title, enumeration: of, ...options } as Field<'enumerations', Required<O>, C>
}

interface ReferenceOptions extends FieldOptions {
  readonly where?: (row: Values) => Values
}

/** One record of another entity, by id. */
export function ref<const O extends ReferenceOptions = Nothing>(
  title: string,
  to: string,
  options?: O & ReferenceOptions,
): Field<'reference', Required<O>> {
  return { kind: 'reference', title, to, ...options } as Field<'reference', Required<O>>
}

/** Several records of another entity, kept in a join table so that "in use" finds them. */
export function refs<const O extends ReferenceOptions = Nothing>(
  title: string,
  to: string,
  options?: O & ReferenceOptions,
): Field<'references', Required<O>> {
  return { kind: 'references', title, to, ...options } as Field<'references', Required<O>>
}

/** Is the field filled by a person at all? */
export function isEntered(field: Field): boolean {
  return !field.byServer && !field.derived && !field.computed
}

/** Names of the fields whose values are secret. */
export function secretsOf(fields: Fields): readonly string[] {
  return Object.keys(fields).filter(name => fields[name]?.kind === 'secret')
}
