/** The records a person chose last for a field: offered first the next time. Kept in the browser for each person. */
import { sessionAtom } from '../api/credentials.ts'
import { keepIn, keptIn } from '../storages.ts'
import { store } from '../store.ts'

const most = 5

const keyFor = () => `lotline.choices.${store.get(sessionAtom)?.loginName ?? ''}`

/** Ids by field, the last one first. */
type Kept = Readonly<Record<string, readonly number[]>>

function kept(): Kept {
  try {
    const value: unknown = JSON.parse(keptIn('localStorage', keyFor()) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Kept) : {}
  } catch {
    // What cannot be read is forgotten: it is only a convenience.
    return {}
  }
}

/** The last five records chosen for a field, the last one first. */
export function recentChoices(field: string): readonly number[] {
  const ids = kept()[field]
  return Array.isArray(ids) ? ids.filter(id => Number.isSafeInteger(id)).slice(0, most) : []
}

/** Remembers that a record was chosen for a field. */
export function rememberChoice(field: string, id: number): void {
  const ids = [id, ...recentChoices(field).filter(each => each !== id)].slice(0, most)
  keepIn('localStorage', keyFor(), JSON.stringify({ ...kept(), [field]: ids }))
}
