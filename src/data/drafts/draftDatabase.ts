/** IndexedDB of draft logs, by tab and number. */
import { storeLocal } from '../store.ts'

export type NumberedText = readonly [number: number, text: string]

const NAME = 'lotline.drafts'
/** Maximum age in ms of the log of a closed tab. */
const maxAge = 7 * 24 * 60 * 60 * 1000

const local = storeLocal(() => ({ database: undefined as Promise<IDBDatabase> | undefined }))

function opened(): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('texts')
    request.result.createObjectStore('tabs')
  }
  request.onerror = () => reject(request.error)
  request.onsuccess = () => {
    const { result } = request
    result.onversionchange = () => result.close()
    sweep(result)
    resolve(result)
  }
  return promise
}

/** Numbers of a tab's texts, below a number. */
const rangeOf = (tab: IDBValidKey, below: number | [] = []) => IDBKeyRange.bound([tab], [tab, below], false, true)

/** Removes logs of tabs that nobody looked at for long. */
function sweep(database: IDBDatabase): void {
  const transaction = database.transaction(['texts', 'tabs'], 'readwrite')
  const request = transaction.objectStore('tabs').openCursor()
  request.onsuccess = () => {
    const { result: cursor } = request
    if (!cursor) return
    if (cursor.value < Date.now() - maxAge) {
      transaction.objectStore('texts').delete(rangeOf(cursor.key))
      cursor.delete()
    }
    cursor.continue()
  }
}

type Stores = Readonly<Record<'texts' | 'tabs', IDBObjectStore>>

/** @throws DOMException where IndexedDB is blocked, full or closed */
async function inTransaction<T>(mode: IDBTransactionMode, run: (stores: Stores) => () => T): Promise<T> {
  local().database ??= opened()
  try {
    const transaction = (await local().database)?.transaction(['texts', 'tabs'], mode)
    if (!transaction) throw new DOMException('no database', 'InvalidStateError')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'))
    const answer = run({ texts: transaction.objectStore('texts'), tabs: transaction.objectStore('tabs') })
    // Committing at once: a page that closes cannot wait for the requests.
    if (mode === 'readwrite') transaction.commit()
    await promise
    return answer()
  } catch (error) {
    local().database = undefined
    throw error
  }
}

export const hasDatabase = (): boolean => globalThis.indexedDB != null

export function readTexts(tab: string): Promise<readonly NumberedText[]> {
  return inTransaction('readonly', ({ texts }) => {
    const keys = texts.getAllKeys(rangeOf(tab))
    const values = texts.getAll(rangeOf(tab))
    return () => values.result.map((text, at) => [Number(Reflect.get(Object(keys.result[at]), 1)), text] as const)
  })
}

/** Writes texts; returns whether the tab was known. */
export function writeTexts(tab: string, written: readonly NumberedText[], isWhole = false): Promise<boolean> {
  return inTransaction('readwrite', ({ texts, tabs }) => {
    const known = tabs.getKey(tab)
    for (const [number, text] of written) {
      texts.put(text, [tab, number])
      if (isWhole) texts.delete(rangeOf(tab, number))
    }
    tabs.put(Date.now(), tab)
    return () => known.result !== undefined
  })
}

export function removeTexts(tab: string): Promise<void> {
  return inTransaction('readwrite', ({ texts, tabs }) => {
    texts.delete(rangeOf(tab))
    tabs.delete(tab)
    return () => undefined
  })
}
