/** The ticket of the operation password: kept in memory for a few minutes, and sent only where it is asked for. */
import { calls, entities } from '../contract/index.ts'
import type { Call } from '../contract/schema/call.ts'
import type { Entity } from '../contract/schema/entity.ts'
import { sessionAtom } from './credentials.ts'
import { store } from './store.ts'

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

let kept: { readonly ticket: string; readonly loginName: string; readonly until: number } | null = null

/** Keeps a ticket for whoever is signed in. */
export function keepTicket({ ticket, expires_in }: IssuedTicket): void {
  const loginName = store.get(sessionAtom)?.loginName
  kept = loginName === undefined ? null : { ticket, loginName, until: Date.now() + expires_in * 1000 }
}

/** The ticket to send with a call of this path; undefined where none is asked for, or there is none. */
export function ticketFor(path: string): string | undefined {
  if (!kept || !asking.has(path)) return undefined
  return kept.until > Date.now() && kept.loginName === store.get(sessionAtom)?.loginName ? kept.ticket : undefined
}
