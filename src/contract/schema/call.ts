/** Declaration of a call outside entities: path, permission, parameters. */
import type { Fields } from './field.ts'
import type { Permission } from './permission.ts'

export interface Call {
  readonly method: 'GET' | 'POST'
  /** Path without the locale, e.g. `SafetyReview/ReviewAsc`. */
  readonly path: string
  readonly permission: Permission
  /** Purpose in one sentence, for openapi.json. */
  readonly purpose: string
  /** Query parameters of a GET, body of a POST. */
  readonly takes?: Fields
  /** Row arrays (`lines`, `rows`), with the fields of an entity or own. */
  readonly rows?: Readonly<Record<string, Fields>>
  /** Write: requires an idempotency key and adds an audit row. */
  readonly writes?: boolean
  /** Requires a fresh operation-password ticket. */
  readonly ticket?: boolean
}

export function defineCall<const C extends Call>(call: C): C {
  return call
}
