/** Signing in and out. */
import { captcha, login, phoneCode } from '../contract/system/session.ts'
import { call, endOnServer } from './api.ts'
import {
  beginSession,
  forgetSession,
  type LoginInfo,
  returnToAtom,
  type Session,
  sessionAtom,
  sessionFrom,
  sessionOfCookie,
} from './credentials.ts'
import { forgetHistories } from './draftHistory.ts'
import { forgetDrafts, restoreDrafts } from './draftStore.ts'
import { forgetLabels } from './labels.ts'
import { loadOtherLanguages } from './language.ts'
import { LOGIN, navigate } from './location.ts'
import { printoutAtom } from './printouts.ts'
import { forgetRecalls } from './recalls.ts'
import { forgetReviews } from './reviews.ts'
import { forgetRows } from './rows.ts'
import { store } from './store.ts'
import { forgetTabs } from './tabs.ts'

export { returnToAtom, type Session, sessionAtom, signedOutBecauseAtom } from './credentials.ts'
export { renew } from './renewal.ts'

let lastLoginName: string | null = null

/** What one person left behind is nothing for the next. */
function makeWayFor(loginName: string): void {
  forgetRows()
  if (lastLoginName !== null && lastLoginName !== loginName) {
    forgetTabs()
    store.set(returnToAtom, null)
  }
  if (lastLoginName !== loginName) {
    forgetDrafts(loginName)
    forgetHistories()
    forgetLabels()
    forgetReviews()
    store.set(printoutAtom, null)
    forgetRecalls()
  }
  lastLoginName = loginName
}

function enter(session: Session): void {
  makeWayFor(session.loginName)
  beginSession(session)
  restoreDrafts(session.loginName)
  // Search finds commands in every language; until these are here it finds them in the one that is spoken.
  loadOtherLanguages().catch(() => undefined)
}

/** A sign-in that is complete but for the code sent to the phone. */
export interface PhoneStep {
  readonly phoneCodeRequired: true
  readonly refresh_token: string
}

/**
 * Signs in by name and password, with `id:text` of a picture after failures. The menu is loaded apart, see `loadMenu`.
 * @returns null when signed in, else the step that is left
 * @throws CallError 1009 when name or password are wrong, 1014 when a picture is to be read first
 */
export async function signIn(user: string, password: string, validCode?: string): Promise<PhoneStep | null> {
  const parameters = { grant_type: 'password', username: user, password, ...(validCode ? { validCode } : {}) }
  const answer = await call<LoginInfo | PhoneStep>(login.path, parameters, { form: true })
  if ('phoneCodeRequired' in answer) return answer
  enter(sessionFrom(answer))
  return null
}

/** Completes a sign-in by the code sent to the phone. @throws CallError 1015 when it is wrong */
export async function signInByPhone({ refresh_token }: PhoneStep, code: string): Promise<void> {
  const parameters = { grant_type: 'refresh_token', refresh_token, phoneCode: code }
  enter(sessionFrom(await call<LoginInfo>(login.path, parameters, { form: true })))
}

/** Sends the code to the phone; answers after how many seconds it may be sent anew. */
export async function sendPhoneCode({ refresh_token }: PhoneStep): Promise<number> {
  const answer = await call<{ nextAfterSeconds: number }>(phoneCode.path, { refresh_token }, { method: 'GET' })
  return answer.nextAfterSeconds
}

/** A picture to be read before signing in. */
export interface Picture {
  readonly id: string
  readonly image: string
}

export const newPicture = (): Promise<Picture> => call<Picture>(captcha.path, {}, { method: 'GET' })

/** Signs out and goes to the login screen. */
export async function signOut(): Promise<void> {
  const session = store.get(sessionAtom)
  forgetSession()
  navigate(LOGIN)
  if (session) await endOnServer(session.accessToken, session.loginName)
}

/** Takes up the session in the cookie, after a reload; null when there is none. */
export function restoreSession(): Session | null {
  const session = sessionOfCookie()
  if (session) enter(session)
  return session
}
