/** Where drafts lie: in the store, mirrored in the storage of the browser tab so that they survive a reload. */
import { type Atom, atom } from 'jotai'
import { type Draft, isUntouched, restingState } from './draft.ts'
import { text } from './language.ts'
import { notify } from './notifications.ts'
import type { RowId } from './records.ts'
import { keepIn, keptIn, namesIn } from './storages.ts'
import { store } from './store.ts'

export type Drafts = ReadonlyMap<RowId, Draft>

/** A save that went out and whose outcome is not known yet: sent again just so, it goes under the same key and is done once. */
export interface Attempt {
  readonly key: string
  /** As they were sent; they may have been changed since. */
  readonly sent: readonly Draft[]
  /** One record in a call of its own, saved or posted too; several rows unless said. */
  readonly alone?: 'save' | 'submit'
}

interface Kept {
  readonly drafts: readonly Draft[]
  readonly attempts: readonly (readonly [entity: string, Attempt])[]
}

const PREFIX = 'lotline.drafts.'
const MIRROR_DELAY = 300

const none: Drafts = new Map()
const allAtom = atom<Readonly<Record<string, Drafts>>>({})
const atoms = new Map<string, Atom<Drafts>>()
const unsaved = new Map<string, Atom<Drafts>>()
const attempts = new Map<string, Attempt>()

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
  mirrorSoon()
}

export function attemptOf(entity: string): Attempt | undefined {
  return attempts.get(entity)
}

/** Remembers a save before it goes out; undefined once its outcome is known. */
export function rememberAttempt(entity: string, attempt: Attempt | undefined): void {
  if (attempt) attempts.set(entity, attempt)
  else attempts.delete(entity)
  mirror()
}

// Stays when the session ends: whoever signs in next decides what becomes of the drafts.
let owner: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let isListening = false

function mirrorSoon(): void {
  if (!isListening && typeof window !== 'undefined') {
    window.addEventListener('pagehide', mirror)
    isListening = true
  }
  timer ??= setTimeout(mirror, MIRROR_DELAY)
}

function mirror(): void {
  clearTimeout(timer)
  timer = undefined
  if (owner === null) return
  const kept: Kept = { drafts: store.get(allDraftsAtom), attempts: [...attempts] }
  const isEmpty = kept.drafts.length === 0 && kept.attempts.length === 0
  const isKept = keepIn('sessionStorage', PREFIX + owner, isEmpty ? null : JSON.stringify(kept))
  // Said once, until it fits again: what is kept from before would bring back less than there is.
  if (!isKept && store.get(isMirroredAtom)) notify({ kind: 'error', text: text('drafts.notMirrored') })
  store.set(isMirroredAtom, isKept)
}

/** Would a reload bring back all that is unsaved? */
export const isMirroredAtom = atom(true)

function keptOf(loginName: string): Kept | null {
  try {
    return JSON.parse(keptIn('sessionStorage', PREFIX + loginName) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** Keeps drafts for this person, and takes up those of before the page went away unless there are some already. */
export function restoreDrafts(loginName: string): void {
  owner = loginName
  const kept = store.get(allDraftsAtom).length === 0 ? keptOf(loginName) : null
  if (!kept) return
  // Whether what was being saved arrived is not known: it is offered again, under the same key.
  const drafts = kept.drafts.map(draft => (draft.state === 'saving' ? { ...draft, state: restingState(draft) } : draft))
  for (const [entity, of] of Map.groupBy(drafts, draft => draft.entity))
    changeDrafts(
      entity,
      of.map(draft => [draft.id, draft]),
    )
  for (const [entity, attempt] of kept.attempts) attempts.set(entity, attempt)
}

/** Forgets all drafts here, and those that others left in this browser tab. */
export function forgetDrafts(exceptOf: string): void {
  store.set(allAtom, {})
  attempts.clear()
  owner = null
  for (const name of namesIn('sessionStorage', PREFIX))
    if (name !== PREFIX + exceptOf) keepIn('sessionStorage', name, null)
}
