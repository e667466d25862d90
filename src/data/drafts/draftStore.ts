/** Where drafts lie, and with them the saves whose outcome is not known yet. */
import { type Atom, atom } from 'jotai'
import type { RowId } from '../records/records.ts'
import { store } from '../store.ts'
import { type Draft, isUntouched } from './draft.ts'

export type Drafts = ReadonlyMap<RowId, Draft>

/** A save that went out and whose outcome is not known yet: sent again just so, it goes under the same key and is done once. */
export interface Attempt {
  readonly key: string
  /** As they were sent; they may have been changed since. */
  readonly sent: readonly Draft[]
  /** One record in a call of its own, saved or posted too; several rows unless said. */
  readonly alone?: 'save' | 'submit'
}

const none: Drafts = new Map()
const allAtom = atom<Readonly<Record<string, Drafts>>>({})
const atoms = new Map<string, Atom<Drafts>>()
const unsaved = new Map<string, Atom<Drafts>>()
const attempts = atom<ReadonlyMap<string, Attempt>>(new Map())
/** The saves that are out, by entity. */
export const attemptsAtom: Atom<ReadonlyMap<string, Attempt>> = attempts

/** The drafts of an entity by row id, oldest first. */
export function draftsOf(entity: string): Atom<Drafts> {
  const found = atoms.get(entity)
  if (found) return found
  const made = atom(get => get(allAtom)[entity] ?? none)
  atoms.set(entity, made)
  return made
}

/** The drafts of an entity that would be missed: all but those that were only begun. */
export function unsavedOf(entity: string): Atom<Drafts> {
  const found = unsaved.get(entity)
  if (found) return found
  const made = atom(get => {
    const drafts = get(draftsOf(entity))
    const touched = [...drafts].filter(([, draft]) => !isUntouched(draft))
    return touched.length === drafts.size ? drafts : new Map(touched)
  })
  unsaved.set(entity, made)
  return made
}

/** All drafts of all entities. */
export const allDraftsAtom: Atom<readonly Draft[]> = atom(get =>
  Object.values(get(allAtom)).flatMap(drafts => [...drafts.values()]),
)

/** Changes the drafts of an entity: `null` takes one away. */
export function changeDrafts(entity: string, changes: Iterable<readonly [RowId, Draft | null]>): void {
  const drafts = new Map(store.get(draftsOf(entity)))
  for (const [id, draft] of changes) {
    if (draft === null) drafts.delete(id)
    else drafts.set(id, draft)
  }
  store.set(allAtom, before => ({ ...before, [entity]: drafts }))
}

export function attemptOf(entity: string): Attempt | undefined {
  return store.get(attempts).get(entity)
}

/** Remembers a save before it goes out; undefined once its outcome is known. */
export function rememberAttempt(entity: string, attempt: Attempt | undefined): void {
  const now = new Map(store.get(attempts))
  if (attempt) now.set(entity, attempt)
  else now.delete(entity)
  store.set(attempts, now)
}

/** Forgets all drafts, and what was being saved. */
export function clearDrafts(): void {
  store.set(allAtom, {})
  store.set(attempts, new Map())
}
