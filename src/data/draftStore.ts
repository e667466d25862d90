/** Where drafts lie: in the store, mirrored in the storage of the browser tab so that they survive a reload. */
import { type Atom, atom } from 'jotai'
import { sessionAtom } from './credentials.ts'
import type { Draft } from './draft.ts'
import type { RowId } from './records.ts'
import { keepIn, keptIn, namesIn } from './storages.ts'
import { store } from './store.ts'

export type Drafts = ReadonlyMap<RowId, Draft>

/** A save that went out: sent again unchanged, it goes under the same key and is done once. */
interface Attempt {
  readonly key: string
  readonly body: string
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
const attempts = new Map<string, Attempt>()

/** The drafts of an entity by row id, oldest first. */
export function draftsOf(entity: string): Atom<Drafts> {
  const found = atoms.get(entity)
  if (found) return found
  const made = atom(get => get(allAtom)[entity] ?? none)
  atoms.set(entity, made)
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

let timer: ReturnType<typeof setTimeout> | undefined
let isListening = false

function mirrorSoon(): void {
  if (typeof window === 'undefined') return mirror()
  if (!isListening) window.addEventListener('pagehide', mirror)
  isListening = true
  timer ??= setTimeout(mirror, MIRROR_DELAY)
}

function mirror(): void {
  clearTimeout(timer)
  timer = undefined
  const owner = store.get(sessionAtom)?.loginName
  if (owner === undefined) return
  const kept: Kept = { drafts: store.get(allDraftsAtom), attempts: [...attempts] }
  const isEmpty = kept.drafts.length === 0 && kept.attempts.length === 0
  keepIn('sessionStorage', PREFIX + owner, isEmpty ? null : JSON.stringify(kept))
}

function keptOf(owner: string): Kept | null {
  try {
    return JSON.parse(keptIn('sessionStorage', PREFIX + owner) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** Takes up what this person had not saved when the page went away, unless there is something here already. */
export function restoreDrafts(owner: string): void {
  const kept = store.get(allDraftsAtom).length === 0 ? keptOf(owner) : null
  if (!kept) return
  // Whether what was being saved arrived is not known: it is offered again, under the same key.
  const drafts = kept.drafts.map(draft => (draft.state === 'saving' ? { ...draft, state: 'dirty' as const } : draft))
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
  for (const name of namesIn('sessionStorage', PREFIX))
    if (name !== PREFIX + exceptOf) keepIn('sessionStorage', name, null)
}
