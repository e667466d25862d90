/** Shapes of answers: type and JSON Schema. */
import type { JsonSchema } from './jsonSchema.ts'

/** JSON Schema of a value, with its type. */
export interface Shape<T = unknown> {
  readonly schema: JsonSchema
  /** Type only: never set. */
  readonly type?: T
}

export type TypeOf<S> = S extends Shape<infer T> ? T : never

/** Property that may be left out. */
export interface Optional<T = unknown> {
  readonly optional: Shape<T>
}

type Properties = Readonly<Record<string, Shape | Optional>>

type Mandatory<P extends Properties> = { readonly [K in keyof P as P[K] extends Optional ? never : K]: TypeOf<P[K]> }
type Omissible<P extends Properties> = {
  readonly [K in keyof P as P[K] extends Optional ? K : never]?: P[K] extends Optional<infer T> ? T : never
}
type Flat<T> = { readonly [K in keyof T]: T[K] }

const shapeOf = <T>(schema: JsonSchema): Shape<T> => ({ schema })

export const string = shapeOf<string>({ type: 'string' })
export const whole = shapeOf<number>({ type: 'integer' })
export const fraction = shapeOf<number>({ type: 'number' })
export const boolean = shapeOf<boolean>({ type: 'boolean' })
export const nothing = shapeOf<null>({ type: 'null' })
/** Any JSON, of a type that is defined elsewhere. */
export const json = <T>(): Shape<T> => shapeOf({})
/** Values by name, e.g. a row as rules see it. */
export const values = shapeOf<Readonly<Record<string, unknown>>>({ type: 'object' })

/** Stored row: fields of its entity, id and version. */
export const row = shapeOf<Readonly<Record<string, unknown>> & { readonly id: number; readonly rowVersion: number }>({
  type: 'object',
  properties: { id: { type: 'integer' }, rowVersion: { type: 'integer' } },
  required: ['id', 'rowVersion'],
})

declare const content: unique symbol
/** File, sent without envelope. */
export interface SentFile {
  readonly [content]: never
}
export const file = shapeOf<SentFile>({ type: 'string', format: 'binary' })

export const oneOf = <const C extends string | number | boolean>(...codes: readonly C[]): Shape<C> =>
  shapeOf({ enum: codes })

export const listOf = <T>({ schema }: Shape<T>): Shape<readonly T[]> => shapeOf({ type: 'array', items: schema })

export const byName = <T>({ schema }: Shape<T>): Shape<Readonly<Record<string, T>>> =>
  shapeOf({ type: 'object', additionalProperties: schema })

export const orNull = <T>({ schema }: Shape<T>): Shape<T | null> => shapeOf({ anyOf: [schema, { type: 'null' }] })

export const either = <A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> =>
  shapeOf({ anyOf: [one.schema, other.schema] })

export const optional = <T>(shape: Shape<T>): Optional<T> => ({ optional: shape })

export function object<const P extends Properties>(properties: P): Shape<Flat<Mandatory<P> & Omissible<P>>> {
  const names = Object.entries(properties)
  return shapeOf({
    type: 'object',
    properties: Object.fromEntries(
      names.map(([name, property]) => [name, 'optional' in property ? property.optional.schema : property.schema]),
    ),
    required: names.flatMap(([name, property]) => ('optional' in property ? [] : [name])),
  })
}
