/** User settings on the server, optimistic, merged across tabs. */
import { type Atom, atom } from 'jotai'
import { usersetting } from '#contract/system/usersetting.ts'
import { sessionAtom } from '../api/credentials.ts'
import { CallError } from '../api/transport.ts'
import { reportError } from '../errors.ts'
import { atomFamily } from '../memo.ts'
import { listRecords, saveRecord } from '../records/records.ts'
import type { Row } from '../records/row.ts'
import { store, storeLocal } from '../store.ts'

/** Saves as functions can be reapplied to a concurrent value. */
type Change = (before: unknown) => unknown

interface Settings {
  readonly of: string
  readonly rows: ReadonlyMap<string, Row>
  readonly waiting: ReadonlyMap<string, readonly Change[]>
}

const maxAttempts = 4
const pageSize = 200

const settingsAtom = atom<Settings | null>(null)

const ownAtom = atom(get => {
  const settings = get(settingsAtom)
  return settings !== null && settings.of === get(sessionAtom)?.loginName ? settings : null
})

/** Login name whose settings failed to load: continue without. */
const failedAtom = atom<string | null>(null)

export const userSettingsReadyAtom: Atom<boolean> = atom(get => {
  const login = get(sessionAtom)?.loginName
  return login === undefined || get(ownAtom) !== null || get(failedAtom) === login
})

const valueIn = (settings: Settings | null, key: string): unknown =>
  (settings?.waiting.get(key) ?? []).reduce<unknown>((value, change) => change(value), settings?.rows.get(key)?.value)

/** Value with pending changes; undefined when unset or signed out. */
export const userSettingAtom = atomFamily((key: string) => atom(get => valueIn(get(ownAtom), key)))

function change(of: string, patch: (settings: Settings) => Partial<Settings>): void {
  const settings = store.get(settingsAtom) ?? { of, rows: new Map(), waiting: new Map() }
  // Stale response: the user has changed.
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

/** Loads settings after sign-in. Failures leave none and are logged. */
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

/** Concurrent write of the row, or of its first value. */
const isOvertaken = (error: unknown) =>
  error instanceof CallError &&
  (error.status === 1003 || error.status === 1005 || (error.status === 1001 && isTaken(error.data)))

const isTaken = (data: unknown) =>
  typeof data === 'object' && data !== null && Object.values(data).some(fieldError => fieldError === 'taken')

async function send(of: string, key: string, made: Change): Promise<Row | undefined> {
  for (let attempt = 1; ; attempt++) {
    const stored = store.get(settingsAtom)?.rows.get(key)
    const value = made(stored?.value)
    if (stored && JSON.stringify(stored.value) === JSON.stringify(value)) return stored
    const version = stored ? { id: stored.id, rowVersion: stored.rowVersion } : {}
    try {
      return await saveRecord(usersetting.name, { ...version, key, value })
    } catch (error) {
      if (!isOvertaken(error) || attempt === maxAttempts) throw error
      await read(of)
    }
  }
}

const without = (changes: readonly Change[] = [], gone: Change) => changes.filter(each => each !== gone)

const lastSaves = storeLocal(() => new Map<string, Promise<unknown>>())

/**
 * Changes a setting, optimistically; reapplied after a concurrent write.
 * @throws CallError on refusal; the previous value returns
 */
export async function changeUserSetting(key: string, made: Change): Promise<void> {
  const of = store.get(sessionAtom)?.loginName
  if (of === undefined) throw new Error('a setting is kept for a person, and nobody is signed in')
  if (store.get(ownAtom) === null) await read(of)
  change(of, ({ waiting }) => ({ waiting: new Map(waiting).set(key, [...(waiting.get(key) ?? []), made]) }))
  // Sequential: each change builds on the stored result of the previous.
  const before = lastSaves().get(key) ?? Promise.resolve()
  const saved = before.catch(() => undefined).then(() => send(of, key, made))
  lastSaves().set(key, saved)
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

/**
 * Replaces a setting.
 * @throws CallError on refusal
 */
export function saveUserSetting(key: string, value: unknown): Promise<void> {
  return changeUserSetting(key, () => value)
}
