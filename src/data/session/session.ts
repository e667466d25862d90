/** Sign-in and sign-out of the console. */
import type { AnswerOf } from '#contract/schema/call.ts'
import { captcha, login, phoneCode } from '#contract/system/session.ts'
import { endOnServer, request } from '../api/api.ts'
import {
  beginSession,
  forgetSession,
  passwordDueAtom,
  returnToAtom,
  type Session,
  sessionAtom,
  sessionFrom,
  sessionOfCookie,
} from '../api/credentials.ts'
import { forgetTickets, storeTicketOf, type TicketKind, ticketOf } from '../api/operationTickets.ts'
import { CallError } from '../api/transport.ts'
import { forgetDrafts, restoreDrafts } from '../drafts/draftPersistence.ts'
import { clearErrors, reportError } from '../errors.ts'
import { loadOtherLanguages, text } from '../language.ts'
import { LOGIN, lastUsedAtom, navigate, pathOfAddress, visitedAtom } from '../location.ts'
import { notificationsAtom } from '../notifications.ts'
import { forgetLabels } from '../records/labels.ts'
import { forgetRows } from '../records/rows.ts'
import { readStorage, storageKeys, writeStorage } from '../storages.ts'
import { store, storeLocal } from '../store.ts'
import { forgetTabs } from './tabs.ts'
import { tabTitlesAtom } from './tabTitles.ts'

interface Owner {
  loginName: string | null
  restoring: Promise<void>
  /** Ends persisting this user's tabs. */
  endTabs: (() => void) | null
  readonly forgetters: Set<() => void>
}

/** Last signed-in user: another one must not see the data. */
const owner = storeLocal(
  (): Owner => ({ loginName: null, restoring: Promise.resolve(), endTabs: null, forgetters: new Set() }),
)

/** Has data cleared when another user signs in; returns the disposer. */
export function onOtherUser(forget: () => void): () => void {
  const { forgetters } = owner()
  forgetters.add(forget)
  return () => forgetters.delete(forget)
}

/** Clears another user's data, then reads drafts. */
function makeWayFor(loginName: string): Promise<void> {
  forgetRows()
  const lastLoginName = owner().loginName
  if (lastLoginName !== null && lastLoginName !== loginName) {
    forgetTabs()
    store.set(returnToAtom, null)
    store.set(notificationsAtom, [])
    clearErrors()
  }
  if (lastLoginName !== loginName) {
    forgetDrafts(loginName)
    forgetStoredTabs(loginName)
    forgetLabels()
    for (const forget of owner().forgetters) forget()
  }
  owner().loginName = loginName
  owner().restoring = restoreDrafts(loginName).catch(error => reportError(error, 'drafts'))
  return owner().restoring
}

/** Resolves when drafts are there: screens must not show without them. */
export const draftsRestored = (): Promise<void> => owner().restoring

/** Signs in once the drafts are there. */
async function enterAnew(session: Session, isPasswordDue = false): Promise<void> {
  await makeWayFor(session.loginName)
  enter(session, isPasswordDue)
}

function enter(session: Session, isPasswordDue = false): void {
  beginSession(session)
  store.set(passwordDueAtom, isPasswordDue)
  restoreTabs(session.loginName)
  // Search covers every language once loaded, until then the current one.
  loadOtherLanguages().catch(() => undefined)
}

export type CodeWay = 'PHONE' | 'EMAIL' | 'AUTHENTICATOR'

export interface CodeStep {
  readonly refresh_token: string
  readonly loginName: string
  /** Available deliveries, default first. */
  readonly ways: readonly CodeWay[]
  /** Resumed after a reload: the code was requested before. */
  readonly isResumed?: true
}

const ticketKinds = { PHONE: 'sms', EMAIL: 'email', AUTHENTICATOR: 'authenticator' } as const satisfies Record<
  CodeWay,
  TicketKind
>

/** Lifetime of a pending sign-in on the server, in seconds. */
const pendingSeconds = 600

/**
 * Signs in, with captcha answer `id:text` after failures; the menu loads apart.
 * @returns null when signed in, else the pending step
 * @throws CallError 1009 for wrong credentials, 1014 when a captcha is required
 */
export async function signIn(user: string, password: string, validCode?: string): Promise<CodeStep | null> {
  const parameters = { grant_type: 'password', username: user, password, ...(validCode ? { validCode } : {}) }
  forgetTickets()
  const answer = await request(login, parameters, { form: true })
  if ('phoneCodeRequired' in answer) {
    const { refresh_token, codeBy: ways = ['PHONE'] } = answer
    for (const way of ways) storeTicketOf(ticketKinds[way], user, { ticket: refresh_token, expires_in: pendingSeconds })
    return { refresh_token, loginName: user, ways }
  }
  await enterAnew(sessionFrom(answer), answer.mustChangePassword)
  return null
}

export function waitingSignIn(): CodeStep | null {
  const ways = (Object.keys(ticketKinds) as CodeWay[]).filter(way => ticketOf(ticketKinds[way]))
  const stored = ways[0] ? ticketOf(ticketKinds[ways[0]]) : null
  return stored && { refresh_token: stored.ticket, loginName: stored.loginName, ways, isResumed: true }
}

export const abortSignIn = (): void => forgetTickets()

/**
 * Completes a sign-in by code.
 * @throws CallError 1015 or 1017 for a wrong code
 */
export async function signInByCode({ refresh_token }: CodeStep, code: string): Promise<void> {
  const parameters = { grant_type: 'refresh_token', refresh_token, phoneCode: code }
  const info = await request(login, parameters, { form: true })
  if ('phoneCodeRequired' in info) throw new CallError(500, text('call.unreadable'), info, 200, false)
  forgetTickets()
  await enterAnew(sessionFrom(info), info.mustChangePassword)
}

const CODE_SENT = 'lotline.phoneCode'

export function secondsToNextCode({ loginName }: CodeStep): number {
  const [at = '', seconds = '', ...name] = (readStorage('localStorage', CODE_SENT) ?? '').split(' ')
  const left = Math.ceil((Number(at) + Number(seconds) * 1000 - Date.now()) / 1000)
  // Clock set back: must not block the user.
  return name.join(' ') === loginName && left > 0 && left <= Number(seconds) ? left : 0
}

function rememberCode({ loginName }: CodeStep, seconds: number): number {
  writeStorage('localStorage', CODE_SENT, `${Date.now()} ${seconds} ${loginName}`)
  return seconds
}

const secondsIn = (error: unknown) => {
  const seconds = error instanceof CallError && Reflect.get(Object(error.data), 'seconds')
  return typeof seconds === 'number' ? seconds : 0
}

/**
 * Requests a code; returns seconds until the next request.
 * @throws CallError 429 when too early
 */
export async function sendPhoneCode(step: CodeStep, by: CodeWay = 'PHONE'): Promise<number> {
  const parameters = { refresh_token: step.refresh_token, ...(by === 'PHONE' ? {} : { by }) }
  try {
    const { nextAfterSeconds } = await request(phoneCode, parameters)
    return rememberCode(step, nextAfterSeconds)
  } catch (error) {
    const seconds = secondsIn(error)
    if (seconds > 0) rememberCode(step, seconds)
    throw error
  }
}

export type Picture = AnswerOf<typeof captcha>

export const newPicture = (): Promise<Picture> => request(captcha, {})

/** Ends the forced password change; the realtime channel then announces the user. */
export function passwordChanged(): void {
  store.set(passwordDueAtom, false)
  store.set(sessionAtom, session => session && { ...session })
}

export async function signOut(): Promise<void> {
  const session = store.get(sessionAtom)
  forgetSession()
  forgetTickets()
  // Notifications belong to this user: errors would persist for the next.
  store.set(notificationsAtom, [])
  navigate(LOGIN)
  if (session) await endOnServer(session.accessToken, session.loginName)
}

export function restoreSession(): Session | null {
  const session = sessionOfCookie()
  if (!session) return null
  void makeWayFor(session.loginName)
  enter(session)
  return session
}

// Tabs persisted in session storage per user, across reloads.

const PREFIX = 'lotline.tabs.'
/** Size bound: beyond any realistic number of tabs. */
const MOST = 100

interface StoredTabs {
  readonly visited: readonly string[]
  readonly lastUsed: readonly string[]
  readonly titles: Readonly<Record<string, string>>
}

/** Validates a stored address: storage content is untrusted. */
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^\/(?!\/)/.test(value) && pathOfAddress(value) !== LOGIN && pathOfAddress(value) !== '/'

const addressesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(isAddress).slice(0, MOST) : []

const titlesIn = (value: unknown): StoredTabs['titles'] =>
  Object.fromEntries(
    Object.entries(Object(value)).filter(
      (entry): entry is [string, string] => isAddress(entry[0]) && typeof entry[1] === 'string',
    ),
  )

function storedTabs(loginName: string): StoredTabs {
  try {
    const stored: unknown = JSON.parse(readStorage('sessionStorage', PREFIX + loginName) ?? 'null')
    const of = (name: keyof StoredTabs): unknown => (stored === null ? null : Reflect.get(Object(stored), name))
    return {
      visited: addressesIn(of('visited')),
      lastUsed: addressesIn(of('lastUsed')),
      titles: titlesIn(of('titles')),
    }
  } catch {
    return { visited: [], lastUsed: [], titles: {} }
  }
}

/** Merges persisted and visited addresses; persisted positions win. */
function joined(stored: readonly string[], seen: readonly string[]): readonly string[] {
  const paths = new Set(stored.map(pathOfAddress))
  const now = new Map(seen.map(address => [pathOfAddress(address), address]))
  return [
    ...stored.map(address => now.get(pathOfAddress(address)) ?? address),
    ...seen.filter(address => !paths.has(pathOfAddress(address))),
  ]
}

function storeTabs(loginName: string): void {
  const visited = store.get(visitedAtom).filter(isAddress)
  const open = new Set(visited.map(pathOfAddress))
  const stored: StoredTabs = {
    visited,
    lastUsed: store.get(lastUsedAtom).filter(isAddress),
    titles: Object.fromEntries(Object.entries(store.get(tabTitlesAtom)).filter(([path]) => open.has(path))),
  }
  writeStorage('sessionStorage', PREFIX + loginName, stored.visited.length > 0 ? JSON.stringify(stored) : null)
}

/** Persists tabs of this user; restores those before the reload. */
function restoreTabs(loginName: string): void {
  owner().endTabs?.()
  const { visited, lastUsed, titles } = storedTabs(loginName)
  store.set(tabTitlesAtom, seen => ({ ...titles, ...seen }))
  store.set(visitedAtom, seen => joined(visited, seen))
  // Current tab is the most recent.
  store.set(lastUsedAtom, seen => {
    const paths = new Set(seen.map(pathOfAddress))
    return [...seen, ...lastUsed.filter(address => !paths.has(pathOfAddress(address)))]
  })
  const ends = [visitedAtom, lastUsedAtom, tabTitlesAtom].map(atom => store.sub(atom, () => storeTabs(loginName)))
  owner().endTabs = () => {
    for (const each of ends) each()
  }
  storeTabs(loginName)
}

function forgetStoredTabs(exceptOf: string): void {
  for (const name of storageKeys('sessionStorage', PREFIX))
    if (name !== PREFIX + exceptOf) writeStorage('sessionStorage', name, null)
}
