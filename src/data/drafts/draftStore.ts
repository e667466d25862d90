/** Store of drafts, and of saves with unknown outcome. */
import { type Atom, atom } from 'jotai'
import { atomFamily } from '../memo.ts'
import type { RowId } from '../records/row.ts'
import { store } from '../store.ts'
import { type Draft, isUntouched } from './draft.ts'
import { flushLog, logChange } from './draftLog.ts'

export type Drafts = ReadonlyMap<RowId, Draft>

/** Save with unknown outcome; resent unchanged under the same idempotency key. */
export interface Attempt {
  readonly key: string
  /** Drafts as sent; may have changed since. */
  readonly sent: readonly Draft[]
  /** Single-record call, saved or also posted; batch by default. */
  readonly alone?: 'save' | 'submit'
}

const none: Drafts = new Map()
const allAtom = atom<Readonly<Record<string, Drafts>>>({})
const attempts = atom<ReadonlyMap<string, Attempt>>(new Map())
export const attemptsAtom: Atom<ReadonlyMap<string, Attempt>> = attempts

export const draftsOf = atomFamily((entity: string) => atom(get => get(allAtom)[entity] ?? none))

export const unsavedOf = atomFamily((entity: string) =>
  atom((get): Drafts => {
    const drafts = get(draftsOf(entity))
    const touched = [...drafts].filter(([, draft]) => !isUntouched(draft))
    return touched.length === drafts.size ? drafts : new Map(touched)
  }),
)

export const allDraftsAtom: Atom<readonly Draft[]> = atom(get =>
  Object.values(get(allAtom)).flatMap(drafts => [...drafts.values()]),
)

export function changeDrafts(entity: string, changes: Iterable<readonly [RowId, Draft | null]>): void {
  const drafts = new Map(store.get(draftsOf(entity)))
  for (const [id, draft] of changes) {
    if (draft === null) drafts.delete(id)
    else drafts.set(id, draft)
    logChange(`draft ${entity}/${id}`, draft)
  }
  store.set(allAtom, before => ({ ...before, [entity]: drafts }))
}

export function attemptOf(entity: string): Attempt | undefined {
  return store.get(attempts).get(entity)
}

/** Stores a save before its call; undefined once the outcome is known. */
export function rememberAttempt(entity: string, attempt: Attempt | undefined): void {
  const now = new Map(store.get(attempts))
  if (attempt) now.set(entity, attempt)
  else now.delete(entity)
  store.set(attempts, now)
  // Finished saves go with their drafts; resending is harmless.
  logChange(`attempt ${entity}`, attempt ?? null, !attempt)
  if (attempt) flushLog()
}

export function clearDrafts(): void {
  store.set(allAtom, {})
  store.set(attempts, new Map())
}
