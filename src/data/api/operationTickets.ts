/** Tickets of operation password and pending sign-ins, in session storage. */
import { calls, entities } from '#contract/index.ts'
import type { Call } from '#contract/schema/call.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { readStorage, writeStorage } from '../storages.ts'
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

interface StoredTicket {
  readonly ticket: string
  readonly loginName: string
  /** Epoch milliseconds. */
  readonly until: number
}

const STORAGE_KEY = 'lotline.tickets'

const isStoredTicket = (value: unknown): value is StoredTicket =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'ticket') === 'string' &&
  typeof Reflect.get(value, 'loginName') === 'string' &&
  typeof Reflect.get(value, 'until') === 'number'

type Tickets = Partial<Record<TicketKind, unknown>>

function stored(): Tickets {
  try {
    return Object(JSON.parse(readStorage('sessionStorage', STORAGE_KEY) ?? '{}'))
  } catch {
    return {}
  }
}

const known = storeLocal((): { tickets: Tickets } => ({ tickets: stored() }))

function keep(tickets: Tickets, written: string | null = JSON.stringify(tickets)): void {
  known().tickets = tickets
  writeStorage('sessionStorage', STORAGE_KEY, written)
}

export function storeTicketOf(kind: TicketKind, loginName: string, { ticket, expires_in }: IssuedTicket): void {
  keep({
    ...known().tickets,
    [kind]: { ticket, loginName, until: Date.now() + expires_in * 1000 } satisfies StoredTicket,
  })
}

export function ticketOf(kind: TicketKind): { readonly ticket: string; readonly loginName: string } | null {
  const stored = known().tickets[kind]
  return isStoredTicket(stored) && stored.until > Date.now() ? stored : null
}

export function forgetTickets(): void {
  keep({}, null)
}

export function storeTicket(issued: IssuedTicket): void {
  const loginName = store.get(sessionAtom)?.loginName
  if (loginName !== undefined) storeTicketOf('operation', loginName, issued)
}

export function ticketFor(path: string): string | undefined {
  const stored = asking.has(path) ? ticketOf('operation') : null
  return stored?.loginName === store.get(sessionAtom)?.loginName ? stored?.ticket : undefined
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
