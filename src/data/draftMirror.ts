/** Drafts mirrored in the storage of the browser tab: a reload brings them back, and with them what can be taken back. */
import { atom } from 'jotai'
import { type Draft, restingState } from './draft.ts'
import { forgetHistories, type KeptHistories, keptHistories, restoreHistories } from './draftHistory.ts'
import { type Attempt, allDraftsAtom, attemptsAtom, changeDrafts, clearDrafts, rememberAttempt } from './draftStore.ts'
import { text } from './language.ts'
import { notify } from './notifications.ts'
import { fromSharedText, sharedText } from './sharing.ts'
import { keepIn, keptIn, namesIn } from './storages.ts'
import { store } from './store.ts'

interface Kept {
  readonly drafts: readonly Draft[]
  readonly attempts: readonly (readonly [entity: string, Attempt])[]
  /** Left out where there is no room for it. */
  readonly histories?: KeptHistories
}

const PREFIX = 'lotline.drafts.'
const MIRROR_DELAY = 300

// Stays when the session ends: whoever signs in next decides what becomes of the drafts.
let owner: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let isWatching = false

/** Would a reload bring back all that is unsaved? */
export const isMirroredAtom = atom(true)

function mirrorSoon(): void {
  timer ??= setTimeout(mirror, MIRROR_DELAY)
}

/** Follows the drafts from now on. A save that goes out is kept before its call does. */
function watch(): void {
  if (isWatching) return
  isWatching = true
  store.sub(allDraftsAtom, mirrorSoon)
  store.sub(attemptsAtom, mirror)
  if (typeof window !== 'undefined') window.addEventListener('pagehide', mirror)
}

function keep(loginName: string): boolean {
  const drafts = store.get(allDraftsAtom)
  const attempts = [...store.get(attemptsAtom)]
  const histories = keptHistories()
  const keepAll = (kept: Kept | null) =>
    keepIn('sessionStorage', PREFIX + loginName, kept && sharedText(kept satisfies Kept))
  const isEmpty = drafts.length === 0 && attempts.length === 0
  if (isEmpty && histories.places.length === 0) return keepAll(null)
  // What is unsaved comes before what could be taken back.
  return keepAll({ drafts, attempts, histories }) || keepAll(isEmpty ? null : { drafts, attempts })
}

function mirror(): void {
  clearTimeout(timer)
  timer = undefined
  if (owner === null) return
  const isKept = keep(owner)
  // Said once, until it fits again: what is kept from before would bring back less than there is.
  if (!isKept && store.get(isMirroredAtom)) notify({ kind: 'error', text: text('drafts.notMirrored') })
  store.set(isMirroredAtom, isKept)
}

function keptOf(loginName: string): Kept | null {
  const kept = keptIn('sessionStorage', PREFIX + loginName)
  try {
    return kept === null ? null : (fromSharedText(kept) as Kept)
  } catch {
    return null
  }
}

/** What was being saved may have arrived or not: it is offered again, under the same key. */
const rested = (draft: Draft): Draft => (draft.state === 'saving' ? { ...draft, state: restingState(draft) } : draft)

/** Keeps drafts for this person, and takes up those of before the page went away unless there are some already. */
export function restoreDrafts(loginName: string): void {
  watch()
  owner = loginName
  const kept = store.get(allDraftsAtom).length === 0 ? keptOf(loginName) : null
  if (!kept) return
  for (const [entity, drafts] of Map.groupBy(kept.drafts.map(rested), draft => draft.entity))
    changeDrafts(
      entity,
      drafts.map(draft => [draft.id, draft]),
    )
  for (const [entity, attempt] of kept.attempts) rememberAttempt(entity, attempt)
  if (kept.histories) restoreHistories(kept.histories)
}

/** Forgets all drafts here, and those that others left in this browser tab. */
export function forgetDrafts(exceptOf: string): void {
  owner = null
  clearDrafts()
  forgetHistories()
  for (const name of namesIn('sessionStorage', PREFIX))
    if (name !== PREFIX + exceptOf) keepIn('sessionStorage', name, null)
}
