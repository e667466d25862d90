/**
 * What was proved for a few minutes: the ticket of the operation password, sent only where it is asked for. The tickets of
 * a sign-in that waits for a code by SMS, by e-mail or of an app lie beside it. The storage of the browser tab keeps them over a reload; signing out forgets them.
 */
import { calls, entities } from '../../contract/index.ts'
import type { Call } from '../../contract/schema/call.ts'
import type { Entity } from '../../contract/schema/entity.ts'
import { keepIn, keptIn } from '../storages.ts'
import { store } from '../store.ts'
import { sessionAtom } from './credentials.ts'

/** A ticket as the server answers it. */
export interface IssuedTicket {
  readonly ticket: string
  readonly expires_in: number
}

/** Paths that ask for it, by the definitions. */
const asking: ReadonlySet<string> = new Set([
  ...Object.values<Call>(calls)
    .filter(({ ticket }) => ticket)
    .map(({ path }) => path),
  ...Object.values<Entity>(entities)
    .filter(({ ticket }) => ticket)
    .flatMap(({ name, calls: named }) => [`template/save/${name}`, ...(named?.save ? [named.save] : [])]),
])

/** What a ticket proves. */
export type TicketKind = 'sms' | 'email' | 'authenticator' | 'operation'

interface Kept {
  readonly ticket: string
  readonly loginName: string
  /** In milliseconds since 1970. */
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

/** Keeps a ticket for whoever it was issued to. */
export function keepTicketOf(kind: TicketKind, loginName: string, { ticket, expires_in }: IssuedTicket): void {
  known = { ...all(), [kind]: { ticket, loginName, until: Date.now() + expires_in * 1000 } satisfies Kept }
  keepIn('sessionStorage', KEPT_AS, JSON.stringify(known))
}

/** A ticket of this kind that is still good, and whose it is. */
export function ticketOf(kind: TicketKind): { readonly ticket: string; readonly loginName: string } | null {
  const kept = all()[kind]
  return isKept(kept) && kept.until > Date.now() ? kept : null
}

/** Forgets all tickets: the session is over. */
export function forgetTickets(): void {
  known = {}
  keepIn('sessionStorage', KEPT_AS, null)
}

/** Keeps the ticket of the operation password for whoever is signed in. */
export function keepTicket(issued: IssuedTicket): void {
  const loginName = store.get(sessionAtom)?.loginName
  if (loginName !== undefined) keepTicketOf('operation', loginName, issued)
}

/** The ticket to send with a call of this path; undefined where none is asked for, or there is none. */
export function ticketFor(path: string): string | undefined {
  const kept = asking.has(path) ? ticketOf('operation') : null
  return kept?.loginName === store.get(sessionAtom)?.loginName ? kept?.ticket : undefined
}

/** Was anything done? A call that sends several rows answers even when each of them was refused. */
function didAnything(answer: unknown): boolean {
  const rows = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'rows') : undefined
  return !Array.isArray(rows) || rows.some(row => Reflect.get(row as object, 'ok') !== false)
}

/** Forgets a ticket that a call was answered with: it is good for one that succeeds. */
export function spendTicket(ticket: string, answer: unknown): void {
  if (ticketOf('operation')?.ticket !== ticket || !didAnything(answer)) return
  const { operation: _used, ...others } = all()
  known = others
  keepIn('sessionStorage', KEPT_AS, JSON.stringify(known))
}
