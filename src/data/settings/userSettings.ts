/** What a person keeps for himself on the server, one row for each key: here at once, merged when another tab saved it too. */
import { type Atom, atom } from 'jotai'
import { usersetting } from '../../contract/system/usersetting.ts'
import { CallError } from '../api/api.ts'
import { sessionAtom } from '../api/credentials.ts'
import { reportError } from '../errors.ts'
import { listRecords, type Row, saveRecord } from '../records/records.ts'
import { store } from '../store.ts'

/** What is saved is a change, so that it can be made anew on what somebody else has stored meanwhile. */
type Change = (before: unknown) => unknown

interface Settings {
  readonly of: string
  readonly rows: ReadonlyMap<string, Row>
  /** Changes that are on their way to the server, oldest first. */
  readonly waiting: ReadonlyMap<string, readonly Change[]>
}

const mostAttempts = 4
/** Most rows one call answers. */
const pageSize = 200

const settingsAtom = atom<Settings | null>(null)

/** Those of whoever is signed in: what the last one kept is nothing for the next. */
const ownAtom = atom(get => {
  const settings = get(settingsAtom)
  return settings !== null && settings.of === get(sessionAtom)?.loginName ? settings : null
})

/** Whose settings were asked for in vain: he goes on without. */
const failedAtom = atom<string | null>(null)

/** Is it known what the person who is signed in keeps? True as well where that could not be read. */
export const userSettingsReadyAtom: Atom<boolean> = atom(get => {
  const login = get(sessionAtom)?.loginName
  return login === undefined || get(ownAtom) !== null || get(failedAtom) === login
})

const valueIn = (settings: Settings | null, key: string): unknown =>
  (settings?.waiting.get(key) ?? []).reduce<unknown>((value, change) => change(value), settings?.rows.get(key)?.value)

const atoms = new Map<string, Atom<unknown>>()

/** The value kept under a key, with what is being saved; undefined while there is none or nobody is signed in. */
export function userSettingAtom(key: string): Atom<unknown> {
  const found = atoms.get(key)
  if (found) return found
  const made = atom(get => valueIn(get(ownAtom), key))
  atoms.set(key, made)
  return made
}

function change(of: string, patch: (settings: Settings) => Partial<Settings>): void {
  const settings = store.get(settingsAtom) ?? { of, rows: new Map(), waiting: new Map() }
  // An answer for somebody who has left says nothing about who is here now.
  if (settings.of === of) store.set(settingsAtom, { ...settings, ...patch(settings) })
}

async function everyRow(): Promise<readonly Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await listRecords(usersetting.name, { page, size: pageSize })
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) return all
  }
}

async function read(of: string): Promise<void> {
  const read = new Map((await everyRow()).map(row => [String(row.key), row]))
  if (store.get(settingsAtom)?.of === of) change(of, () => ({ rows: read }))
  else if (store.get(sessionAtom)?.loginName === of) store.set(settingsAtom, { of, rows: read, waiting: new Map() })
}

/** Loads the settings of whoever signed in. A failure leaves none, goes into the error log, and the console goes on. */
export async function loadUserSettings(): Promise<void> {
  const of = store.get(sessionAtom)?.loginName
  if (of === undefined) return
  try {
    await read(of)
  } catch (error) {
    store.set(failedAtom, of)
    reportError(error, 'usersetting')
  }
}

/** Has another tab or machine stored the row, or its first value, since it was read? */
const isOvertaken = (error: unknown) =>
  error instanceof CallError &&
  (error.status === 1003 || error.status === 1005 || (error.status === 1001 && isTaken(error.data)))

const isTaken = (data: unknown) =>
  typeof data === 'object' && data !== null && Object.values(data).some(fault => fault === 'taken')

async function send(of: string, key: string, made: Change): Promise<Row | undefined> {
  for (let attempt = 1; ; attempt++) {
    const stored = store.get(settingsAtom)?.rows.get(key)
    const value = made(stored?.value)
    if (stored && JSON.stringify(stored.value) === JSON.stringify(value)) return stored
    const version = stored ? { id: stored.id, rowVersion: stored.rowVersion } : {}
    try {
      return await saveRecord(usersetting.name, { ...version, key, value })
    } catch (error) {
      if (!isOvertaken(error) || attempt === mostAttempts) throw error
      await read(of)
    }
  }
}

const without = (changes: readonly Change[] = [], gone: Change) => changes.filter(each => each !== gone)

const last = new Map<string, Promise<unknown>>()

/**
 * Keeps what a function makes of the value under a key. It shows at once, and when another tab has saved the key
 * meanwhile it is made anew of what that one stored, so that neither loses anything.
 * @throws CallError when the server will not have it; what was there before shows again
 */
export async function changeUserSetting(key: string, made: Change): Promise<void> {
  const of = store.get(sessionAtom)?.loginName
  if (of === undefined) throw new Error('a setting is kept for a person, and nobody is signed in')
  if (store.get(ownAtom) === null) await read(of)
  change(of, ({ waiting }) => ({ waiting: new Map(waiting).set(key, [...(waiting.get(key) ?? []), made]) }))
  // One after the other: the second is made of what the first has stored.
  const before = last.get(key) ?? Promise.resolve()
  const saved = before.catch(() => undefined).then(() => send(of, key, made))
  last.set(key, saved)
  const settle = (row?: Row) =>
    change(of, ({ rows, waiting }) => ({
      rows: row ? new Map(rows).set(key, row) : rows,
      waiting: new Map(waiting).set(key, without(waiting.get(key), made)),
    }))
  await saved.then(settle, error => {
    settle()
    throw error
  })
}

/** Keeps a value under a key, whatever was there. @throws CallError when the server will not have it */
export function saveUserSetting(key: string, value: unknown): Promise<void> {
  return changeUserSetting(key, () => value)
}
