/** Definition of a call outside entities: path, permission, parameters and answer. */
import type { SentFile, Shape } from './answerShape.ts'
import type { Field, Fields, ValueOf } from './field.ts'
import type { Permission } from './permission.ts'

export interface Call {
  readonly method: 'GET' | 'POST'
  /** Path without the locale, e.g. `SafetyReview/ReviewAsc`. */
  readonly path: string
  readonly permission: Permission
  readonly purpose: string
  readonly takes?: Fields
  readonly rows?: Readonly<Record<string, Fields>>
  readonly returns: Shape
  /** Write: requires an idempotency key and adds an audit row. */
  readonly writes?: boolean
  readonly ticket?: boolean
}

export function defineCall<const C extends Call>(call: C): C {
  return call
}

type Parameter<F> =
  F extends Field<infer _K, infer R> ? (R extends true ? ValueOf<F> : ValueOf<F> | '' | undefined) : never

type RequiredNames<F> = { [K in keyof F]: F[K] extends Field<infer _K, true> ? K : never }[keyof F]

/** Lists of rows: each value is checked, requiredness is the call's. */
type RowLists<C> = C extends { readonly rows: infer R }
  ? { readonly [K in keyof R]?: readonly Partial<Given<R[K]>>[] | null }
  : unknown

/** Parameters after validation; optional ones may be empty. */
export type ParametersOf<C> = (C extends { readonly takes: infer F }
  ? { readonly [K in keyof F]: Parameter<F[K]> }
  : unknown) &
  RowLists<C>

/** Values given for fields: optional ones may be left out. */
export type Given<F> = { readonly [K in RequiredNames<F>]: Parameter<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredNames<F>>]?: Parameter<F[K]>
}

export type GivenOf<C> = (C extends { readonly takes: infer F } ? Given<F> : unknown) & RowLists<C>

type Answering = Pick<Call, 'returns'>

export type AnswerOf<C extends Answering> = C['returns'] extends Shape<infer A> ? A : never

/** Answer where files take another form: bytes on one side, a blob on the other. */
export type AnswerWith<File, C extends Answering> = AnswerOf<C> extends SentFile ? File : AnswerOf<C>
