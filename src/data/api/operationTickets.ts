/** Tickets of operation password and pending sign-ins, in session storage. */
import { calls, entities } from '#contract/index.ts'
import type { Call } from '#contract/schema/call.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { keepIn, keptIn } from '../storages.ts'
import { store, storeLocal } from '../store.ts'
import { sessionAtom } from './credentials.ts'

export interface IssuedTicket {
  readonly ticket: string
  readonly expires_in: number
}

/** Paths that require it, from the contract. */
const asking: ReadonlySet<string> = new Set([
  ...Object.values<Call>(calls)
    .filter(({ ticket }) => ticket)
    .map(({ path }) => path),
  ...Object.values<Entity>(entities)
    .filter(({ ticket }) => ticket)
    .flatMap(({ name, calls: named }) => [`template/save/${name}`, ...(named?.save ? [named.save] : [])]),
])

export type TicketKind = 'sms' | 'email' | 'authenticator' | 'operation'

interface Kept {
  readonly ticket: string
  readonly loginName: string
  /** Epoch milliseconds. */
  readonly until: number
}

const KEPT_AS = 'lotline.tickets'

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'ticket') === 'string' &&
  typeof Reflect.get(value, 'loginName') === 'string' &&
  typeof Reflect.get(value, 'until') === 'number'

type Tickets = Partial<Record<TicketKind, unknown>>

function stored(): Tickets {
  try {
    return Object(JSON.parse(keptIn('sessionStorage', KEPT_AS) ?? '{}'))
  } catch {
    return {}
  }
}

const known = storeLocal((): { tickets: Tickets } => ({ tickets: stored() }))

function keep(tickets: Tickets, written: string | null = JSON.stringify(tickets)): void {
  known().tickets = tickets
  keepIn('sessionStorage', KEPT_AS, written)
}

export function keepTicketOf(kind: TicketKind, loginName: string, { ticket, expires_in }: IssuedTicket): void {
  keep({ ...known().tickets, [kind]: { ticket, loginName, until: Date.now() + expires_in * 1000 } satisfies Kept })
}

export function ticketOf(kind: TicketKind): { readonly ticket: string; readonly loginName: string } | null {
  const kept = known().tickets[kind]
  return isKept(kept) && kept.until > Date.now() ? kept : null
}

export function forgetTickets(): void {
  keep({}, null)
}

export function keepTicket(issued: IssuedTicket): void {
  const loginName = store.get(sessionAtom)?.loginName
  if (loginName !== undefined) keepTicketOf('operation', loginName, issued)
}

export function ticketFor(path: string): string | undefined {
  const kept = asking.has(path) ? ticketOf('operation') : null
  return kept?.loginName === store.get(sessionAtom)?.loginName ? kept?.ticket : undefined
}

/** Checks for any effect: batches answer even if every row was refused. */
function didAnything(answer: unknown): boolean {
  const rows = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'rows') : undefined
  return !Array.isArray(rows) || rows.some(row => Reflect.get(row as object, 'ok') !== false)
}

/** Removes a used ticket: valid for one successful call. */
export function spendTicket(ticket: string, answer: unknown): void {
  if (ticketOf('operation')?.ticket !== ticket || !didAnything(answer)) return
  const { operation: _used, ...others } = known().tickets
  keep(others)
}
