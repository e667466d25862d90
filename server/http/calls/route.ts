/** Routes as data: mounted, documented and swept by tests. */
import type { Fields, Values } from '#contract/schema/field.ts'
import type { JsonSchema } from '#contract/schema/jsonSchema.ts'
import type { Permission } from '#contract/schema/permission.ts'
import type { Context } from '../../db/connection/context.ts'

/** Batch part: own outcome, and own transaction unless run together. */
export interface CallPart {
  /** Identity in the outcome, e.g. the row id. */
  readonly about: Values
  readonly parameters: Values
}

export type RouteHandler = (context: Context, parameters: Values, token: string | null) => Promise<unknown>

export interface Route {
  readonly method: 'GET' | 'POST'
  /** Path without locale and leading slash. */
  readonly path: string
  /** Alternatives; never empty, or the server refuses to start. */
  readonly permissions: readonly Permission[]
  /** Write: one transaction, once per idempotency key. */
  readonly writes: boolean
  readonly ticket?: boolean
  /** Dry run by the header `Trial`; parts in one transaction. */
  readonly isTriable?: boolean
  /** Own transactions: something must persist despite a refusal. */
  readonly ownTransactions?: boolean
  /** Not on a standby: permissions, notices, recorded reading. */
  readonly onPrimary?: boolean
  /** Allowed while the password was set by somebody else. */
  readonly changesPassword?: boolean
  /** Answer not cached for replays: it holds a secret. */
  readonly skipIdempotencyCache?: boolean
  /** Secret parameters, also of each part: never stored in plain. */
  readonly secrets?: readonly string[]
  /** Sign-in route: also accepts form bodies, rate-limited per address. */
  readonly isAuthRoute?: boolean
  readonly purpose: string
  readonly query?: Fields
  /** Body limit in bytes, for uploads. */
  readonly bodyLimit?: number
  /** Multipart upload; the handler reads it after authorization. */
  readonly multipart?: boolean
  readonly body?: JsonSchema
  /** Answer within the envelope; a file comes without. */
  readonly returns?: JsonSchema
  readonly parts?: (parameters: Values) => readonly CallPart[] | null
  /** Batch handler: data per part, null to run alone (the default). */
  readonly runBatch?: (context: Context, rows: readonly Values[]) => Promise<readonly unknown[]>
  readonly handle: RouteHandler
}
