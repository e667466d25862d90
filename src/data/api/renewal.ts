/** Session renewal: once for all calls and tabs that expire together. */

import { store } from '../store.ts'
import { type LoginInfo, renewSession, type Session, sessionAtom, sessionFrom, sessionOfCookie } from './credentials.ts'
import { send } from './transport.ts'

let running: Promise<Session> | null = null

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

/** Renews the session. Null when signed out. @throws CallError 401 when the session has ended */
export function renew(): Promise<Session | null> {
  const session = store.get(sessionAtom)
  if (!session) return Promise.resolve(null)
  running ??= alone(() => renewNow(session)).finally(() => {
    running = null
  })
  return running
}
