/** Who is signed in, and the cookie that outlives a reload. The server never takes the cookie for a proof. */
import { atom } from 'jotai'
import { readCookie, writeCookie } from '../cookie.ts'
import { store } from '../store.ts'

export interface Session {
  readonly accessToken: string
  readonly refreshToken: string
  readonly socketToken: string
  readonly loginName: string
  readonly name: string
  /** When the access token ends, in milliseconds since 1970; 0 when it came from the cookie, which does not say. */
  readonly expiresAt: number
}

/** The login info of the specification, as the server answers it and the cookie holds it. */
export interface LoginInfo {
  readonly access_token: string
  readonly refresh_token: string
  readonly LoginName: string
  readonly Name: string
  readonly SocketToken: string
  readonly expires_in?: number
  /** Somebody else set the password. */
  readonly mustChangePassword?: boolean
}

const COOKIE = 'loginInfo'

export const sessionAtom = atom<Session | null>(null)

/** Is the password to be changed before anything else? */
export const passwordDueAtom = atom(false)

/** Why the server ended the last session by itself; null after signing in or out in person. */
export const signedOutBecauseAtom = atom<'expired' | 'disabled' | null>(null)

/** Where the person was when the session ended, to go on there. */
export const returnToAtom = atom<string | null>(null)

export function sessionFrom(info: LoginInfo): Session {
  return {
    accessToken: info.access_token,
    refreshToken: info.refresh_token,
    socketToken: info.SocketToken,
    loginName: info.LoginName,
    name: info.Name,
    expiresAt: info.expires_in === undefined ? 0 : Date.now() + info.expires_in * 1000,
  }
}

const names = ['access_token', 'refresh_token', 'LoginName', 'Name', 'SocketToken'] as const

function isLoginInfo(value: unknown): value is LoginInfo {
  return (
    typeof value === 'object' && value !== null && names.every(name => typeof Reflect.get(value, name) === 'string')
  )
}

/** The session in the cookie, which another tab may have renewed; null without one. */
export function sessionOfCookie(): Session | null {
  try {
    const info: unknown = JSON.parse(readCookie(COOKIE) ?? 'null')
    return isLoginInfo(info) ? sessionFrom(info) : null
  } catch {
    return null
  }
}

function writeSession({ accessToken, refreshToken, socketToken, loginName, name }: Session): void {
  const info: LoginInfo = {
    access_token: accessToken,
    refresh_token: refreshToken,
    LoginName: loginName,
    Name: name,
    SocketToken: socketToken,
  }
  writeCookie(COOKIE, JSON.stringify(info))
}

/** Takes up a session that the person began. */
export function beginSession(session: Session): void {
  store.set(sessionAtom, session)
  store.set(passwordDueAtom, false)
  store.set(signedOutBecauseAtom, null)
  writeSession(session)
}

/** Takes up a renewed session. The cookie of somebody who signed in elsewhere meanwhile is left to him. */
export function renewSession(session: Session): void {
  store.set(sessionAtom, session)
  const other = sessionOfCookie()
  if (other === null || other.loginName === session.loginName) writeSession(session)
}

/** Forgets the session, and its cookie unless it is somebody else's by now. */
export function forgetSession(): void {
  const session = store.get(sessionAtom)
  store.set(sessionAtom, null)
  store.set(passwordDueAtom, false)
  const other = sessionOfCookie()
  if (!session || !other || other.loginName === session.loginName) writeCookie(COOKIE, null)
}
