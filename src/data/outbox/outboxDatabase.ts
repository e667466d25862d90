/** IndexedDB of outbox entries, and of what was last read for work without a network. */
import { storeLocal } from '../store.ts'
import { type Entry, entryOf, type NewEntry } from './entries.ts'
import type { EntryStorage } from './sender.ts'

const NAME = 'lotline.outbox'

const local = storeLocal(() => ({ database: undefined as Promise<IDBDatabase> | undefined }))

function opened(): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => {
    const entries = request.result.createObjectStore('entries', { keyPath: 'number', autoIncrement: true })
    entries.createIndex('owner', 'owner')
    request.result.createObjectStore('known')
  }
  request.onerror = () => reject(request.error)
  request.onsuccess = () => {
    request.result.onversionchange = () => request.result.close()
    resolve(request.result)
  }
  return promise
}

type StoreName = 'entries' | 'known'

/** @throws DOMException where IndexedDB is blocked, full or closed */
async function inTransaction<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => () => T,
): Promise<T> {
  local().database ??= opened()
  try {
    const database = await local().database
    // Strict: an entry is promised once it is on the disk.
    const transaction = database?.transaction(name, mode, { durability: 'strict' })
    if (!transaction) throw new DOMException('no database', 'InvalidStateError')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'))
    const answer = run(transaction.objectStore(name))
    await promise
    return answer()
  } catch (error) {
    local().database = undefined
    throw error
  }
}

/** Stores a new entry; resolves once it outlasts a closed browser. */
export function addEntry(made: NewEntry, now: number): Promise<Entry> {
  return inTransaction('entries', 'readwrite', store => {
    const { number: _, ...entry } = entryOf(made, 0, now)
    const request = store.add(entry)
    return () => ({ ...entry, number: Number(request.result) })
  })
}

export const outboxStorage = (owner: string): EntryStorage => ({
  all: () =>
    inTransaction('entries', 'readonly', store => {
      const request = store.index('owner').getAll(owner)
      return () => (request.result as Entry[]).toSorted((one, other) => one.number - other.number)
    }),
  update: (number, change) =>
    inTransaction('entries', 'readwrite', store => {
      let now: Entry | undefined
      const request = store.get(number)
      request.onsuccess = () => {
        const before = request.result as Entry | undefined
        if (before?.owner !== owner) return
        now = change(before) ?? undefined
        if (now === undefined) store.delete(number)
        else if (now !== before) store.put(now)
      }
      return () => now
    }),
})

export interface Known<T> {
  readonly value: T
  /** Epoch ms of the reading. */
  readonly at: number
}

export function writeKnown(owner: string, name: string, value: unknown, at: number): Promise<void> {
  return inTransaction('known', 'readwrite', store => {
    store.put({ value, at } satisfies Known<unknown>, [owner, name])
    return () => undefined
  })
}

export function readKnown<T>(owner: string, name: string): Promise<Known<T> | undefined> {
  return inTransaction('known', 'readonly', store => {
    const request = store.get([owner, name])
    return () => request.result as Known<T> | undefined
  })
}

/** Readings of other people, on their sign-in. */
export function forgetKnownExcept(owner: string): Promise<void> {
  return inTransaction('known', 'readwrite', store => {
    const request = store.openKeyCursor()
    request.onsuccess = () => {
      const { result: cursor } = request
      if (!cursor) return
      if (Reflect.get(Object(cursor.primaryKey), 0) !== owner) store.delete(cursor.primaryKey)
      cursor.continue()
    }
    return () => undefined
  })
}
