/** The one door to the server: every call of the client, with its state, its session and its one renewal. */
import { type Atom, atom } from 'jotai'
import { refusals } from '../../contract/schema/answer.ts'
import type { Values } from '../../contract/schema/field.ts'
import { LOGIN, locationAtom, navigate, pathOf, redirectAtom } from '../location.ts'
import { notificationsAtom } from '../notifications.ts'
import { store } from '../store.ts'
import { forgetSession, passwordDueAtom, returnToAtom, sessionAtom, signedOutBecauseAtom } from './credentials.ts'
import type { Sending } from './formSending.ts'
import { forgetTickets, spendTicket, ticketFor } from './operationTickets.ts'
import { renew } from './renewal.ts'
import { CallError, type Request, send } from './transport.ts'

export { type AnsweredFile, CallError, connect } from './transport.ts'

export type CallState = 'idle' | 'processing' | 'succeeded' | 'failed'

export interface CallOptions {
  readonly method?: 'GET' | 'POST'
  /** Idempotency-Key: the same key and body are done once, however often they are sent. */
  readonly key?: string
  /** Ticket of the operation password. */
  readonly ticket?: string
  /** Only asks what would come of it: the server rolls it back. */
  readonly trial?: boolean
  readonly signal?: AbortSignal
  /** Form-encoded instead of JSON. */
  readonly form?: boolean
  /** The answer is a file: `{ name, blob }`. */
  readonly file?: boolean
  /** A file is sent, see `upload.ts`. */
  readonly sending?: Sending
}

const countAtom = atom(0)
/** Number of calls in flight. */
export const pendingAtom: Atom<number> = countAtom

const statesAtom = atom<Readonly<Record<string, CallState>>>({})
/** State of each path called so far. */
export const callStatesAtom: Atom<Readonly<Record<string, CallState>>> = statesAtom

const inFlight = new Map<string, number>()

function begin(path: string): void {
  inFlight.set(path, (inFlight.get(path) ?? 0) + 1)
  store.set(countAtom, count => count + 1)
  store.set(statesAtom, states => ({ ...states, [path]: 'processing' }))
}

function end(path: string, outcome: CallState): void {
  const left = (inFlight.get(path) ?? 1) - 1
  inFlight.set(path, left)
  store.set(statesAtom, states => ({ ...states, [path]: left > 0 ? 'processing' : outcome }))
  store.set(countAtom, count => count - 1)
}

/** The state of the calls to a path. */
export function callStateOf(path: string): CallState {
  return store.get(statesAtom)[path] ?? 'idle'
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

async function tracked<T>(path: string, run: () => Promise<T>): Promise<T> {
  begin(path)
  try {
    const data = await run()
    end(path, 'succeeded')
    return data
  } catch (error) {
    end(path, isAbort(error) ? 'idle' : 'failed')
    throw error
  }
}

const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && (error.http === 401 || error.http === 403)

const isPasswordDue = (error: unknown) =>
  error instanceof CallError && error.status === refusals.passwordChangeRequired.status

/** The server ended the session: forget it, say why, and go to the login screen (specification §4). */
function leave(error: CallError, token: string | null): void {
  if (pathOf(store.get(locationAtom)) === LOGIN) return
  // An answer that was under way while somebody signed in anew says nothing about him.
  if ((store.get(sessionAtom)?.accessToken ?? null) !== token) return
  store.set(redirectAtom, true)
  store.set(signedOutBecauseAtom, error.http === 403 ? 'disabled' : 'expired')
  store.set(returnToAtom, store.get(locationAtom))
  forgetSession()
  forgetTickets()
  // An error stays until it is put away: nobody is there to do so.
  store.set(notificationsAtom, before => before.filter(({ kind }) => kind !== 'error'))
  void endOnServer(token)
  navigate(LOGIN)
}

/** Tells the server that a session is over; it always answers, and what it answers does not matter. */
export async function endOnServer(token: string | null, name = ''): Promise<void> {
  const path = 'Home/LoginOut'
  const parameters = { name, type: 'web' }
  await tracked(path, () => send({ path, parameters, method: 'POST', token })).catch(() => undefined)
}

async function sendWithSession(request: Omit<Request, 'token'>): Promise<unknown> {
  const token = store.get(sessionAtom)?.accessToken ?? null
  try {
    return await send({ ...request, token })
  } catch (error) {
    if (isPasswordDue(error)) store.set(passwordDueAtom, true)
    if (!isRefusal(error)) throw error
    if (error.http === 403 || token === null) {
      leave(error, token)
      throw error
    }
  }
  const renewed = await renewedAfter(token)
  try {
    return await send({ ...request, token: renewed })
  } catch (error) {
    if (isRefusal(error)) leave(error, renewed)
    else if (isPasswordDue(error)) store.set(passwordDueAtom, true)
    throw error
  }
}

/** The access token to try again with: renewed, unless somebody has done that since. */
async function renewedAfter(token: string): Promise<string | null> {
  const current = store.get(sessionAtom)
  if (current?.accessToken !== token) return current?.accessToken ?? null
  try {
    return (await renew())?.accessToken ?? null
  } catch (error) {
    if (isRefusal(error)) leave(error, token)
    throw error
  }
}

/**
 * Calls the server in the language of the console.
 * @returns the data of the answer; for files `{ name, blob }`
 * @throws CallError for every other status than 0
 */
export async function call<T = unknown>(path: string, parameters: Values = {}, options: CallOptions = {}): Promise<T> {
  const ticket = options.ticket ?? ticketFor(path)
  const request = { method: 'POST' as const, ...options, ...(ticket ? { ticket } : {}), path, parameters }
  const answer = await tracked(path, () => sendWithSession(request))
  if (ticket) spendTicket(ticket, answer)
  return answer as T
}

const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))

function idle(): Promise<void> {
  if (store.get(countAtom) === 0) return Promise.resolve()
  return new Promise(resolve => {
    const stop = store.sub(countAtom, () => {
      if (store.get(countAtom) > 0) return
      stop()
      resolve()
    })
  })
}

/** Waits until no call is in flight and none follows from those that were. */
export async function settled(): Promise<void> {
  do {
    await idle()
    await nextTask()
  } while (store.get(countAtom) > 0)
}
