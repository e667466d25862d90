/** Declaration of a call outside entities: path, permission, parameters. */
import type { Fields } from './field.ts'
import type { Permission } from './permission.ts'

export interface Call {
  readonly method: 'GET' | 'POST'
  /** Path without the locale, e.g. `SafetyReview/ReviewAsc`. */
  readonly path: string
  readonly permission: Permission
  readonly purpose: string
  readonly takes?: Fields
  readonly rows?: Readonly<Record<string, Fields>>
  /** Write: requires an idempotency key and adds an audit row. */
  readonly writes?: boolean
  readonly ticket?: boolean
}

export function defineCall<const C extends Call>(call: C): C {
  return call
}
