/** API client: every server call, with its state, session and single renewal. */
import { type Atom, atom } from 'jotai'
import { refusals } from '#contract/schema/answer.ts'
import type { Values } from '#contract/schema/field.ts'
import { LOGIN, locationAtom, navigate, pathOfAddress, redirectAtom } from '../location.ts'
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
  /** Idempotency-Key: same key and body execute once, however often sent. */
  readonly key?: string
  readonly ticket?: string
  /** Dry run, rolled back by the server. */
  readonly trial?: boolean
  readonly signal?: AbortSignal
  /** Form-encoded instead of JSON. */
  readonly form?: boolean
  /** File response: `{ name, blob }`. */
  readonly file?: boolean
  readonly sending?: Sending
}

const countAtom = atom(0)
export const pendingAtom: Atom<number> = countAtom

const statesAtom = atom<Readonly<Record<string, CallState>>>({})
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

/** Ends the session after a server refusal: login screen with a reason (specification §4). */
function leave(error: CallError, token: string | null): void {
  if (pathOfAddress(store.get(locationAtom)) === LOGIN) return
  // Stale response: another sign-in happened meanwhile.
  if ((store.get(sessionAtom)?.accessToken ?? null) !== token) return
  store.set(redirectAtom, true)
  store.set(signedOutBecauseAtom, error.http === 403 ? 'disabled' : 'expired')
  store.set(returnToAtom, store.get(locationAtom))
  forgetSession()
  forgetTickets()
  // Error notifications persist until dismissed: nobody is signed in to do so.
  store.set(notificationsAtom, before => before.filter(({ kind }) => kind !== 'error'))
  void endOnServer(token)
  navigate(LOGIN)
}

/** Ends a session on the server; the response is irrelevant. */
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

/** Access token for the retry: renewed, unless a parallel call did so already. */
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
 * Calls the server in the console's language.
 * @returns response data; for files `{ name, blob }`
 * @throws CallError for any status other than 0
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

/** Waits until no call is in flight, follow-up calls included. */
export async function settled(): Promise<void> {
  do {
    await idle()
    await nextTask()
  } while (store.get(countAtom) > 0)
}
