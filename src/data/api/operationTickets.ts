/** Tickets of operation password and pending sign-ins, in session storage. */
import { calls, entities } from '#contract/index.ts'
import type { Call } from '#contract/schema/call.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { keepIn, keptIn } from '../storages.ts'
import { store } from '../store.ts'
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

let known: Partial<Record<TicketKind, unknown>> | null = null

function all(): Partial<Record<TicketKind, unknown>> {
  try {
    known ??= Object(JSON.parse(keptIn('sessionStorage', KEPT_AS) ?? '{}')) as Partial<Record<TicketKind, unknown>>
  } catch {
    known = {}
  }
  return known
}

export function keepTicketOf(kind: TicketKind, loginName: string, { ticket, expires_in }: IssuedTicket): void {
  known = { ...all(), [kind]: { ticket, loginName, until: Date.now() + expires_in * 1000 } satisfies Kept }
  keepIn('sessionStorage', KEPT_AS, JSON.stringify(known))
}

export function ticketOf(kind: TicketKind): { readonly ticket: string; readonly loginName: string } | null {
  const kept = all()[kind]
  return isKept(kept) && kept.until > Date.now() ? kept : null
}

export function forgetTickets(): void {
  known = {}
  keepIn('sessionStorage', KEPT_AS, null)
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
  const { operation: _used, ...others } = all()
  known = others
  keepIn('sessionStorage', KEPT_AS, JSON.stringify(known))
}
