/** Drafts in session storage, of versions before the log; taken over once. */
import type { RowId } from '../records/row.ts'
import { readStorage, writeStorage } from '../storages.ts'
import type { Draft } from './draft.ts'
import type { LogKey } from './draftLog.ts'
import type { Attempt } from './draftStore.ts'
import type { History } from './history.ts'
import type { UndoStep } from './undoSteps.ts'

interface StoredDrafts {
  readonly drafts: readonly Draft[]
  readonly histories?: {
    readonly places: readonly (readonly [string, History<UndoStep>])[]
    readonly storedAs: readonly (readonly [RowId, RowId])[]
  }
}

interface StoredSaves {
  readonly attempts: readonly (readonly [entity: string, Attempt])[]
  /** Drafts changed, and removed, since the last full write. */
  readonly drafts: readonly Draft[]
  readonly gone: readonly string[]
}

/** Key of a reference by index. Colliding names have one more prefix. */
const REFERENCE = '^'

function parseShared(text: string): unknown {
  const { shared, value } = JSON.parse(text) as { shared: readonly unknown[]; value: unknown }
  const objects: unknown[] = []
  const read = (each: unknown): unknown => {
    if (typeof each !== 'object' || each === null) return each
    if (Array.isArray(each)) return each.map(read)
    if (Object.hasOwn(each, REFERENCE)) return objects[Number(Reflect.get(each, REFERENCE))]
    const entries = Object.entries(each).map(([name, of]) => [name.replace(/^\^/, ''), read(of)])
    return Object.fromEntries(entries)
  }
  for (const each of shared) objects.push(read(each))
  return read(value)
}

function taken<T>(name: string): T | null {
  const stored = readStorage('sessionStorage', name)
  writeStorage('sessionStorage', name, null)
  try {
    return stored === null ? null : (parseShared(stored) as T)
  } catch {
    return null
  }
}

/** Entries of a user, read and removed, as values of the log. */
export function earlierDrafts(loginName: string): ReadonlyMap<LogKey, unknown> {
  const { drafts, histories } = taken<StoredDrafts>(`lotline.drafts.${loginName}`) ?? { drafts: [] }
  const saves = taken<StoredSaves>(`lotline.drafts-out.${loginName}`) ?? { attempts: [], drafts: [], gone: [] }
  const gone = new Set(saves.gone)
  const values = new Map<LogKey, unknown>()
  for (const draft of [...drafts, ...saves.drafts]) {
    const name = `${draft.entity}/${draft.id}`
    if (!gone.has(name)) values.set(`draft ${name}`, draft)
  }
  for (const [entity, attempt] of saves.attempts) values.set(`attempt ${entity}`, attempt)
  // Histories date from the last full write: later drafts would mismatch.
  if (!histories || saves.drafts.length + saves.gone.length > 0) return values
  for (const [place, history] of histories.places) values.set(`history ${place}`, history)
  for (const [id, now] of histories.storedAs) values.set(`id ${id}`, [id, now])
  return values
}
