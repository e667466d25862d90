/** Signing in and out. */
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
import { forgetDrafts, restoreDrafts } from './draftStore.ts'
import { forgetLabels } from './labels.ts'
import { loadOtherLanguages } from './language.ts'
import { LOGIN, navigate } from './location.ts'
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
    forgetLabels()
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

/**
 * Signs in by name and password. The menu is loaded apart, see `loadMenu`.
 * @throws CallError 1009 when name or password are wrong
 */
export async function signIn(user: string, password: string): Promise<Session> {
  const parameters = { grant_type: 'password', username: user, password }
  const session = sessionFrom(await call<LoginInfo>('Auth/login', parameters, { form: true }))
  enter(session)
  return session
}

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
