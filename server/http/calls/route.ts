/** What a route is: one call of the server, said as data, so that it can be mounted, listed and swept by tests. */
import type { Fields, Values } from '../../../src/contract/schema/field.ts'
import type { Permission } from '../../../src/contract/schema/permission.ts'
import type { JsonSchema } from '../../../src/contract/schema/shape.ts'
import type { Context } from '../../db/connection/context.ts'

/** One of several rows or ids sent in one call: each has an outcome of its own, and a transaction unless done together. */
export interface Part {
  /** Leads its outcome, e.g. the id it is about. */
  readonly about: Values
  readonly parameters: Values
}

export type Handler = (context: Context, parameters: Values, token: string | null) => Promise<unknown>

export interface Route {
  readonly method: 'GET' | 'POST'
  /** Without the locale and without a leading slash. */
  readonly path: string
  /** Any one of them suffices. Never empty: the server refuses to start. */
  readonly permissions: readonly Permission[]
  /** Changes data: runs in one transaction, once per idempotency key. */
  readonly writes: boolean
  /** Asks for the ticket of the operation password, in the header TickerOPWD. */
  readonly ticket?: boolean
  /** May be tried: with the header `Trial` it runs, answers, and is rolled back. */
  readonly isTriable?: boolean
  /** Makes its own transactions, because something must stay although the call is refused (a counted wrong password). */
  readonly ownTransactions?: boolean
  /** Is answered although somebody else set the caller's password. */
  readonly changesPassword?: boolean
  /** Its answer is not kept for a call that is sent again: there is a secret in it. */
  readonly unkept?: boolean
  /** Names of parameters, of each part where there are several, whose values may be kept nowhere as they are. */
  readonly secrets?: readonly string[]
  /** Also reads form-encoded bodies, and is limited per address. */
  readonly signsIn?: boolean
  readonly purpose: string
  /** Parameters of the query, by which their text is turned into values. */
  readonly query?: Fields
  /** Bytes the body may have, where it brings a file. */
  readonly bodyLimit?: number
  /** Brings a file, as multipart/form-data; the handler reads it when it has let the caller in. */
  readonly bringsFile?: boolean
  /** Shape of the JSON body, for openapi.json. */
  readonly body?: JsonSchema
  /** The parts of a call that sends several at once; null when it sends one. */
  readonly parts?: (parameters: Values) => readonly Part[] | null
  /** Does parts at once, with the data of each; null for those that are to be done alone, as all are where it is left out. */
  readonly together?: (context: Context, rows: readonly Values[]) => Promise<readonly unknown[]>
  readonly handle: Handler
}
