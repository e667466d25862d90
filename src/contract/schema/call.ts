/** A call that is no entity's: its path, who may, what it takes. */
import type { Fields } from './field.ts'
import type { Permission } from './permission.ts'

export interface Call {
  readonly method: 'GET' | 'POST'
  /** Without the locale, e.g. `SafetyReview/ReviewAsc`. */
  readonly path: string
  readonly permission: Permission
  /** What it is for, in one sentence, for openapi.json. */
  readonly purpose: string
  /** Query parameters of a GET, body of a POST. */
  readonly takes?: Fields
  /** Names of rows sent as a whole (`lines`, `rows`), each with the fields of an entity or its own. */
  readonly rows?: Readonly<Record<string, Fields>>
  /** Changes data: asks for the idempotency key and writes an audit row. */
  readonly writes?: boolean
  /** Needs a fresh operation-password ticket. */
  readonly ticket?: boolean
}

export function defineCall<const C extends Call>(call: C): C {
  return call
}
