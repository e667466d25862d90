/** Recently chosen records per field and user. */
import { sessionAtom } from '../api/credentials.ts'
import { readStorage, writeStorage } from '../storages.ts'
import { store } from '../store.ts'

const maxChoices = 5

const keyFor = () => `lotline.choices.${store.get(sessionAtom)?.loginName ?? ''}`

type StoredChoices = Readonly<Record<string, readonly number[]>>

function storedChoices(): StoredChoices {
  try {
    const value: unknown = JSON.parse(readStorage('localStorage', keyFor()) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as StoredChoices) : {}
  } catch {
    // Unreadable data is dropped: it is only a convenience.
    return {}
  }
}

/** Last five choices of a field. */
export function recentChoices(field: string): readonly number[] {
  const ids = storedChoices()[field]
  return Array.isArray(ids) ? ids.filter(id => Number.isSafeInteger(id)).slice(0, maxChoices) : []
}

export function rememberChoice(field: string, id: number): void {
  const ids = [id, ...recentChoices(field).filter(each => each !== id)].slice(0, maxChoices)
  writeStorage('localStorage', keyFor(), JSON.stringify({ ...storedChoices(), [field]: ids }))
}
