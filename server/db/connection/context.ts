import type { Kysely } from 'kysely'
import type { Locale } from '../../../src/contract/messages/index.ts'
import type { Grants } from '../../../src/contract/schema/permission.ts'

/** Tables are made from definitions, so their columns are known to the contract and not to the query builder. */
export type Tables = Record<string, Record<string, unknown>>

/** The database, or one transaction of it: both take the same queries. */
export type Database = Kysely<Tables>

/** A stored row as the store answers it: its own fields, `$label` of references, lines, id and rowVersion. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly rowVersion: number }

/** What a caller calls with, as it says of itself: for the log of sign-ins, and nothing depends on it. */
export interface Device {
  readonly platform: 'WEB' | 'ANDROID' | 'IOS' | 'PDA'
  readonly clientId: string | null
  readonly userAgent: string | null
}

/** Who asks, and from where. */
export interface Caller {
  /** Null for the server itself (start, seed). */
  readonly userId: number | null
  readonly customerId: number
  readonly locale: Locale
  readonly grants: Grants
  /** May he see the users and organisations beside his own? So says the data scope `ALL` of a role; left out, he may not. */
  readonly everyOrganisation?: boolean
  /** Data scope narrower than the organisation: rows he or his groups wrote; left out, all of it. */
  readonly writtenBy?: 'GROUP' | 'SELF'
  readonly ip: string
  /** What the tokens of one sign-in share. */
  readonly session?: string
  readonly device?: Device
}

/** One call while it runs: who asks, the transaction it writes in, and the time it counts as. */
export interface Context extends Caller {
  readonly tx: Database
  /** UTC instant of the call. */
  readonly now: string
  /** IANA zone the organisation reckons its days in. */
  readonly timeZone: string
  /** The plant's calendar day at that instant. */
  readonly today: string
  /** All of it will be taken back: a preview, which takes no numbers that people would miss. */
  readonly isTrial?: boolean
  /** The record an action runs on: what it takes itself is not taken by somebody else. */
  readonly acting?: { readonly entity: string; readonly id: number }
}
