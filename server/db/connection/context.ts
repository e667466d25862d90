import type { Kysely } from 'kysely'
import type { Locale } from '#contract/messages/locales.ts'
import type { Entity, RowOf } from '#contract/schema/entity.ts'
import type { Grants } from '#contract/schema/permission.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

export type Row = RowOf<Entity>

/** Self-reported client, for the sign-in log only; never trusted. */
export interface Device {
  readonly platform: 'WEB' | 'ANDROID' | 'IOS' | 'PDA'
  readonly clientId: string | null
  readonly userAgent: string | null
}

export interface Caller {
  /** Null for the server itself (start, seed). */
  readonly userId: number | null
  readonly customerId: number
  readonly locale: Locale
  readonly grants: Grants
  /** Data scope `ALL`: also other users and organisations. */
  readonly everyOrganisation?: boolean
  /** Data scope: rows of the caller or his groups; default all. */
  readonly writtenBy?: 'GROUP' | 'SELF'
  readonly ip: string
  /** Session id, shared by the tokens of one sign-in. */
  readonly session?: string
  readonly device?: Device
}

/** Running call: caller, transaction and effective time. */
export interface Context extends Caller {
  readonly tx: Database
  /** Standby for long reads of a writing call. */
  readonly reader?: Database
  /** UTC instant of the call. */
  readonly now: string
  /** IANA zone of the organisation's calendar days. */
  readonly timeZone: string
  readonly today: string
  /** Preview, rolled back: allocates no document numbers. */
  readonly isTrial?: boolean
  /** Server that other machines reach: no known passwords. */
  readonly isExposed?: boolean
  /** Record of the running action: its own reservations do not block it. */
  readonly acting?: { readonly entity: string; readonly id: number }
}
