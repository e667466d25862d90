/** Signing in and out. */
import { captcha, login, phoneCode } from '../../contract/system/session.ts'
import { CallError, call, endOnServer } from '../api/api.ts'
import {
  beginSession,
  forgetSession,
  type LoginInfo,
  passwordDueAtom,
  returnToAtom,
  type Session,
  sessionAtom,
  sessionFrom,
  sessionOfCookie,
} from '../api/credentials.ts'
import { forgetTickets, keepTicketOf, type TicketKind, ticketOf } from '../api/operationTickets.ts'
import { forgetDrafts, restoreDrafts } from '../drafts/draftPersistence.ts'
import { clearErrors } from '../errors.ts'
import { loadOtherLanguages } from '../language.ts'
import { LOGIN, navigate } from '../location.ts'
import { notificationsAtom } from '../notifications.ts'
import { forgetLabels } from '../records/labels.ts'
import { forgetRows } from '../records/rows.ts'
import { keepIn, keptIn } from '../storages.ts'
import { store } from '../store.ts'
import { printoutAtom } from '../trace/printouts.ts'
import { forgetRecalls } from '../trace/recalls.ts'
import { forgetReviews } from '../trace/reviews.ts'
import { forgetKeptTabs, restoreTabs } from './keptTabs.ts'
import { forgetTabs } from './tabs.ts'

export { passwordDueAtom, returnToAtom, type Session, sessionAtom, signedOutBecauseAtom } from '../api/credentials.ts'
export { renew } from '../api/renewal.ts'

let lastLoginName: string | null = null

/** What one person left behind is nothing for the next. */
function makeWayFor(loginName: string): void {
  forgetRows()
  if (lastLoginName !== null && lastLoginName !== loginName) {
    forgetTabs()
    store.set(returnToAtom, null)
    store.set(notificationsAtom, [])
    clearErrors()
  }
  if (lastLoginName !== loginName) {
    forgetDrafts(loginName)
    forgetKeptTabs(loginName)
    forgetLabels()
    forgetReviews()
    store.set(printoutAtom, null)
    forgetRecalls()
  }
  lastLoginName = loginName
}

function enter(session: Session, isPasswordDue = false): void {
  makeWayFor(session.loginName)
  beginSession(session)
  store.set(passwordDueAtom, isPasswordDue)
  restoreDrafts(session.loginName)
  restoreTabs(session.loginName)
  // Search finds commands in every language; until these are here it finds them in the one that is spoken.
  loadOtherLanguages().catch(() => undefined)
}

/** Where the code of the second step comes from. */
export type CodeWay = 'PHONE' | 'EMAIL' | 'AUTHENTICATOR'

/** A sign-in that is complete but for a code. */
export interface CodeStep {
  readonly refresh_token: string
  readonly loginName: string
  /** Where the code may come from, the usual first. */
  readonly ways: readonly CodeWay[]
  /** Taken up after a reload: its code is on its way or there already. */
  readonly isResumed?: true
}

interface CodeRequired {
  readonly phoneCodeRequired: true
  readonly refresh_token: string
  readonly codeBy?: readonly CodeWay[]
}

/** Under what the token of a waiting sign-in is kept, by where its code may come from. */
const ticketKinds = { PHONE: 'sms', EMAIL: 'email', AUTHENTICATOR: 'authenticator' } as const satisfies Record<
  CodeWay,
  TicketKind
>

/** How long the server waits for the code. */
const pendingSeconds = 600

/**
 * Signs in by name and password, with `id:text` of a picture after failures. The menu is loaded apart, see `loadMenu`.
 * @returns null when signed in, else the step that is left
 * @throws CallError 1009 when name or password are wrong, 1014 when a picture is to be read first
 */
export async function signIn(user: string, password: string, validCode?: string): Promise<CodeStep | null> {
  const parameters = { grant_type: 'password', username: user, password, ...(validCode ? { validCode } : {}) }
  forgetTickets()
  const answer = await call<LoginInfo | CodeRequired>(login.path, parameters, { form: true })
  if ('phoneCodeRequired' in answer) {
    const { refresh_token, codeBy: ways = ['PHONE'] } = answer
    for (const way of ways) keepTicketOf(ticketKinds[way], user, { ticket: refresh_token, expires_in: pendingSeconds })
    return { refresh_token, loginName: user, ways }
  }
  enter(sessionFrom(answer), answer.mustChangePassword)
  return null
}

/** The sign-in that still waits for its code, after a reload too. */
export function waitingSignIn(): CodeStep | null {
  const ways = (Object.keys(ticketKinds) as CodeWay[]).filter(way => ticketOf(ticketKinds[way]))
  const kept = ways[0] ? ticketOf(ticketKinds[ways[0]]) : null
  return kept && { refresh_token: kept.ticket, loginName: kept.loginName, ways, isResumed: true }
}

/** Begins anew with name and password. */
export const giveUpSignIn = (): void => forgetTickets()

/** Completes a sign-in by its code. @throws CallError 1015 or 1017 when it is wrong */
export async function signInByCode({ refresh_token }: CodeStep, code: string): Promise<void> {
  const parameters = { grant_type: 'refresh_token', refresh_token, phoneCode: code }
  const info = await call<LoginInfo>(login.path, parameters, { form: true })
  forgetTickets()
  enter(sessionFrom(info), info.mustChangePassword)
}

const CODE_SENT = 'lotline.phoneCode'

/** The time of the last code and whose it was: how many seconds are left until he may have another. */
export function secondsToNextCode({ loginName }: CodeStep): number {
  const [at = '', seconds = '', ...name] = (keptIn('localStorage', CODE_SENT) ?? '').split(' ')
  const left = Math.ceil((Number(at) + Number(seconds) * 1000 - Date.now()) / 1000)
  // A clock that was turned back must not keep anybody waiting.
  return name.join(' ') === loginName && left > 0 && left <= Number(seconds) ? left : 0
}

function rememberCode({ loginName }: CodeStep, seconds: number): number {
  keepIn('localStorage', CODE_SENT, `${Date.now()} ${seconds} ${loginName}`)
  return seconds
}

const secondsIn = (error: unknown) => {
  const seconds = error instanceof CallError && Reflect.get(Object(error.data), 'seconds')
  return typeof seconds === 'number' ? seconds : 0
}

/**
 * Has the code sent; answers after how many seconds it may be sent anew.
 * @throws CallError 429 when it is too early; from then on that is known here too
 */
export async function sendPhoneCode(step: CodeStep, by: CodeWay = 'PHONE'): Promise<number> {
  const parameters = { refresh_token: step.refresh_token, ...(by === 'PHONE' ? {} : { by }) }
  try {
    const { nextAfterSeconds } = await call<{ nextAfterSeconds: number }>(phoneCode.path, parameters, { method: 'GET' })
    return rememberCode(step, nextAfterSeconds)
  } catch (error) {
    const seconds = secondsIn(error)
    if (seconds > 0) rememberCode(step, seconds)
    throw error
  }
}

/** A picture to be read before signing in. */
export interface Picture {
  readonly id: string
  readonly image: string
}

export const newPicture = (): Promise<Picture> => call<Picture>(captcha.path, {}, { method: 'GET' })

/** The password is the person's own now; the realtime channel, anonymous until then, says anew who is here. */
export function passwordChanged(): void {
  store.set(passwordDueAtom, false)
  store.set(sessionAtom, session => session && { ...session })
}

/** Signs out and goes to the login screen. */
export async function signOut(): Promise<void> {
  const session = store.get(sessionAtom)
  forgetSession()
  forgetTickets()
  // What was said is for whoever it was said to: an error would stand there until somebody else put it away.
  store.set(notificationsAtom, [])
  navigate(LOGIN)
  if (session) await endOnServer(session.accessToken, session.loginName)
}

/** Takes up the session in the cookie, after a reload; null when there is none. */
export function restoreSession(): Session | null {
  const session = sessionOfCookie()
  if (session) enter(session)
  return session
}
