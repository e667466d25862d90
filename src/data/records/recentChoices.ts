/** Recently chosen records per field and user. */
import { sessionAtom } from '../api/credentials.ts'
import { keepIn, keptIn } from '../storages.ts'
import { store } from '../store.ts'

const most = 5

const keyFor = () => `lotline.choices.${store.get(sessionAtom)?.loginName ?? ''}`

/** Ids per field, most recent first. */
type Kept = Readonly<Record<string, readonly number[]>>

function kept(): Kept {
  try {
    const value: unknown = JSON.parse(keptIn('localStorage', keyFor()) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Kept) : {}
  } catch {
    // Unreadable data is dropped: it is only a convenience.
    return {}
  }
}

/** Last five choices of a field. */
export function recentChoices(field: string): readonly number[] {
  const ids = kept()[field]
  return Array.isArray(ids) ? ids.filter(id => Number.isSafeInteger(id)).slice(0, most) : []
}

export function rememberChoice(field: string, id: number): void {
  const ids = [id, ...recentChoices(field).filter(each => each !== id)].slice(0, most)
  keepIn('localStorage', keyFor(), JSON.stringify({ ...kept(), [field]: ids }))
}
