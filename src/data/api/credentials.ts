/** Session and its cookie, which the server never accepts as proof. */
import { atom } from 'jotai'
import { readCookie, writeCookie } from '../cookie.ts'
import { store } from '../store.ts'

export interface Session {
  readonly accessToken: string
  readonly refreshToken: string
  readonly socketToken: string
  readonly loginName: string
  readonly name: string
  readonly userId?: number | undefined
  /** Expiry of the access token in epoch ms; 0 when unknown. */
  readonly expiresAt: number
}

export interface LoginInfo {
  readonly access_token: string
  readonly refresh_token: string
  readonly LoginName: string
  readonly Name: string
  readonly UserId?: number | undefined
  readonly SocketToken: string
  readonly expires_in?: number
  /** Password was set by an administrator. */
  readonly mustChangePassword?: boolean
}

const COOKIE = 'loginInfo'

export const sessionAtom = atom<Session | null>(null)

export const passwordDueAtom = atom(false)

/** Reason why the server ended the session; null after a manual sign-out. */
export const signedOutBecauseAtom = atom<'expired' | 'disabled' | null>(null)

/** Location to restore after the next sign-in. */
export const returnToAtom = atom<string | null>(null)

export function sessionFrom(info: LoginInfo): Session {
  return {
    accessToken: info.access_token,
    refreshToken: info.refresh_token,
    socketToken: info.SocketToken,
    loginName: info.LoginName,
    name: info.Name,
    userId: info.UserId,
    expiresAt: info.expires_in === undefined ? 0 : Date.now() + info.expires_in * 1000,
  }
}

const names = ['access_token', 'refresh_token', 'LoginName', 'Name', 'SocketToken'] as const

function isLoginInfo(value: unknown): value is LoginInfo {
  return (
    typeof value === 'object' && value !== null && names.every(name => typeof Reflect.get(value, name) === 'string')
  )
}

/** Session of the cookie, possibly renewed by another tab. */
export function sessionOfCookie(): Session | null {
  try {
    const info: unknown = JSON.parse(readCookie(COOKIE) ?? 'null')
    return isLoginInfo(info) ? sessionFrom(info) : null
  } catch {
    return null
  }
}

function writeSession({ accessToken, refreshToken, socketToken, loginName, name, userId }: Session): void {
  const info: LoginInfo = {
    access_token: accessToken,
    refresh_token: refreshToken,
    LoginName: loginName,
    Name: name,
    UserId: userId,
    SocketToken: socketToken,
  }
  writeCookie(COOKIE, JSON.stringify(info))
}

export function beginSession(session: Session): void {
  store.set(sessionAtom, session)
  store.set(passwordDueAtom, false)
  store.set(signedOutBecauseAtom, null)
  writeSession(session)
}

/** Stores a renewed session. Keeps another user's cookie. */
export function renewSession(session: Session): void {
  store.set(sessionAtom, session)
  const other = sessionOfCookie()
  if (other === null || other.loginName === session.loginName) writeSession(session)
}

/** Clears the session, and its own cookie. */
export function forgetSession(): void {
  const session = store.get(sessionAtom)
  store.set(sessionAtom, null)
  store.set(passwordDueAtom, false)
  const other = sessionOfCookie()
  if (!session || !other || other.loginName === session.loginName) writeCookie(COOKIE, null)
}
