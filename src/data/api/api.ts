/** API client: every server call, session and renewal. */
import { type Atom, atom } from 'jotai'
import { refusals } from '#contract/schema/answer.ts'
import type { AnswerWith, Call, GivenOf } from '#contract/schema/call.ts'
import { templateCalls } from '#contract/schema/templateCalls.ts'
import { LOGIN, locationAtom, navigate, pathOfAddress, redirectAtom } from '../location.ts'
import { notificationsAtom } from '../notifications.ts'
import { store, storeLocal } from '../store.ts'
import {
  forgetSession,
  type LoginInfo,
  passwordDueAtom,
  renewSession,
  returnToAtom,
  type Session,
  sessionAtom,
  sessionFrom,
  sessionOfCookie,
  signedOutBecauseAtom,
} from './credentials.ts'
import type { Sending } from './formSending.ts'
import { forgetTickets, spendTicket, ticketFor } from './operationTickets.ts'
import { type AnsweredFile, CallError, type Request, send } from './transport.ts'

const renewal = storeLocal(() => ({ running: null as Promise<Session> | null }))

/** Lock across tabs, where supported. */
async function alone<T>(run: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (!locks) return run()
  return (await locks.request('lotline.renewal', run)) as T
}

async function renewNow(old: Session): Promise<Session> {
  // Another tab may have renewed meanwhile: its tokens are in the cookie.
  const shared = sessionOfCookie()
  if (shared && shared.loginName === old.loginName && shared.refreshToken !== old.refreshToken) {
    store.set(sessionAtom, shared)
    return shared
  }
  const info = await send({
    path: 'Auth/login',
    method: 'POST',
    form: true,
    token: null,
    parameters: { grant_type: 'refresh_token', refresh_token: old.refreshToken },
  })
  const renewed = sessionFrom(info as LoginInfo)
  // Sign-out or sign-in meanwhile takes precedence.
  if (store.get(sessionAtom)?.refreshToken === old.refreshToken) renewSession(renewed)
  return renewed
}

/**
 * Renews the session; null when signed out.
 * @throws CallError 401 when the session has ended
 */
export function renew(): Promise<Session | null> {
  const session = store.get(sessionAtom)
  if (!session) return Promise.resolve(null)
  const state = renewal()
  state.running ??= alone(() => renewNow(session)).finally(() => {
    state.running = null
  })
  return state.running
}

export type CallState = 'idle' | 'processing' | 'succeeded' | 'failed'

export interface CallOptions {
  readonly method?: 'GET' | 'POST'
  /** Idempotency-Key: same key and body execute once, however often sent. */
  readonly key?: string
  readonly ticket?: string
  /** Dry run, rolled back by the server. */
  readonly trial?: boolean
  readonly signal?: AbortSignal
  readonly form?: boolean
  readonly file?: boolean
  readonly sending?: Sending
}

const countAtom = atom(0)
export const pendingAtom: Atom<number> = countAtom

const statesAtom = atom<Readonly<Record<string, CallState>>>({})
export const callStatesAtom: Atom<Readonly<Record<string, CallState>>> = statesAtom

const inFlight = storeLocal(() => new Map<string, number>())

function begin(path: string): void {
  inFlight().set(path, (inFlight().get(path) ?? 0) + 1)
  store.set(countAtom, count => count + 1)
  store.set(statesAtom, states => ({ ...states, [path]: 'processing' }))
}

function end(path: string, outcome: CallState): void {
  const left = (inFlight().get(path) ?? 1) - 1
  inFlight().set(path, left)
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

/** Ends a refused session: login screen with a reason (specification §4). */
function leave(error: CallError, token: string | null): void {
  if (pathOfAddress(store.get(locationAtom)) === LOGIN) return
  // Stale response: another sign-in happened meanwhile.
  if ((store.get(sessionAtom)?.accessToken ?? null) !== token) return
  store.set(redirectAtom, true)
  store.set(signedOutBecauseAtom, error.http === 403 ? 'disabled' : 'expired')
  store.set(returnToAtom, store.get(locationAtom))
  forgetSession()
  forgetTickets()
  // Notifications belong to this user, as on a sign-out.
  store.set(notificationsAtom, [])
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

/** Access token for the retry, unless a parallel call renewed it. */
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
 * Calls the server in the console's language; files answer `{ name, blob }`.
 * @throws CallError for any status other than 0
 */
export async function call<T = unknown>(path: string, parameters: object = {}, options: CallOptions = {}): Promise<T> {
  const ticket = options.ticket ?? ticketFor(path)
  const sent = { method: 'POST' as const, ...options, ...(ticket ? { ticket } : {}), path, parameters }
  const answer = await tracked(path, () => sendWithSession(sent))
  if (ticket) spendTicket(ticket, answer)
  return answer as T
}

type Options = Omit<CallOptions, 'method' | 'file'>
type Defined = Pick<Call, 'method' | 'returns'>
type Answer<C extends Defined> = AnswerWith<AnsweredFile, C>

/**
 * Call at a path of its own, e.g. an action of an entity.
 * @throws CallError for any status other than 0
 */
export function requestAt<C extends Defined>(
  path: string,
  { method, returns }: C,
  given: object,
  options: Options = {},
): Promise<Answer<C>> {
  const file = returns.schema.format === 'binary'
  return call<Answer<C>>(path, given, { ...options, method, ...(file ? { file } : {}) })
}

export function request<C extends Call>(
  definition: C,
  given: GivenOf<C> & object,
  options?: Options,
): Promise<Answer<C>> {
  return requestAt(definition.path, definition, given, options)
}

type Template = typeof templateCalls

export function requestTemplate<K extends keyof Template>(
  name: K,
  entity: string,
  given: object = {},
  options?: Options,
): Promise<Answer<Template[K]>> {
  const definition: Template[K] = templateCalls[name]
  return requestAt(`template/${definition.verb}/${entity}`, definition, given, options)
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
