/** Drafts mirrored in the storage of the browser tab: a reload brings them back, and with them what can be taken back. */
import { atom } from 'jotai'
import { type Draft, restingState } from './draft.ts'
import { forgetHistories, type KeptHistories, keptHistories, restoreHistories } from './draftHistory.ts'
import {
  type Attempt,
  allDraftsAtom,
  attemptsAtom,
  changeDrafts,
  clearDrafts,
  draftsOf,
  rememberAttempt,
} from './draftStore.ts'
import { text } from './language.ts'
import { notify } from './notifications.ts'
import type { RowId } from './records.ts'
import { fromSharedText, sharedText } from './sharing.ts'
import { keepIn, keptIn, namesIn } from './storages.ts'
import { store } from './store.ts'

interface Kept {
  readonly drafts: readonly Draft[]
  /** Left out where there is no room for it. */
  readonly histories?: KeptHistories
}

/**
 * The saves that are out. Kept by themselves, at once and before their calls: to write all drafts for every hundred rows that
 * are saved would take longer than to save them.
 */
interface KeptSaves {
  readonly attempts: readonly (readonly [entity: string, Attempt])[]
  /** Drafts that are kept but were stored since. */
  readonly gone: readonly (readonly [entity: string, RowId])[]
}

const PREFIX = 'lotline.drafts.'
const SAVES_PREFIX = 'lotline.drafts-out.'
const MIRROR_DELAY = 300
/** Thousands of changed cells take their time to write: of all time they take no more than one part in so many. */
const MIRROR_SHARE = 10

// Stays when the session ends: whoever signs in next decides what becomes of the drafts.
let owner: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let isWatching = false
/** Milliseconds that the last writing took. */
let taken = 0
/** The drafts as they were kept last. */
let mirrored: readonly Draft[] = []

/** Would a reload bring back all that is unsaved? */
export const isMirroredAtom = atom(true)

function mirrorSoon(): void {
  timer ??= setTimeout(mirror, Math.max(MIRROR_DELAY, taken * MIRROR_SHARE))
}

/** Follows the drafts from now on. A save that goes out is kept before its call does. */
function watch(): void {
  if (isWatching) return
  isWatching = true
  store.sub(allDraftsAtom, mirrorSoon)
  store.sub(attemptsAtom, mirrorSaves)
  if (typeof window !== 'undefined') window.addEventListener('pagehide', mirror)
}

function keepDrafts(loginName: string): boolean {
  const drafts = store.get(allDraftsAtom)
  const histories = keptHistories()
  const keepAll = (kept: Kept | null) =>
    keepIn('sessionStorage', PREFIX + loginName, kept && sharedText(kept satisfies Kept))
  const isEmpty = drafts.length === 0
  const isKept =
    isEmpty && histories.places.length === 0
      ? keepAll(null)
      : // What is unsaved comes before what could be taken back.
        keepAll({ drafts, histories }) || keepAll(isEmpty ? null : { drafts })
  if (isKept) mirrored = drafts
  return isKept
}

function keepSaves(loginName: string): boolean {
  const attempts = [...store.get(attemptsAtom)]
  const isGone = ({ entity, id }: Draft) => !store.get(draftsOf(entity)).has(id)
  const gone = mirrored.filter(isGone).map(({ entity, id }) => [entity, id] as const)
  const kept = attempts.length > 0 || gone.length > 0 ? sharedText({ attempts, gone } satisfies KeptSaves) : null
  return keepIn('sessionStorage', SAVES_PREFIX + loginName, kept)
}

/** A save that has ended is forgotten with the drafts that it stored: until then it would be sent again, and done once. */
function mirrorSaves(): void {
  if (owner === null) return
  if (store.get(attemptsAtom).size === 0) mirrorSoon()
  else if (!keepSaves(owner)) mirror()
}

function mirror(): void {
  clearTimeout(timer)
  timer = undefined
  if (owner === null) return
  const from = performance.now()
  const areDraftsKept = keepDrafts(owner)
  const isKept = keepSaves(owner) && areDraftsKept
  taken = performance.now() - from
  // Said once, until it fits again: what is kept from before would bring back less than there is.
  if (!isKept && store.get(isMirroredAtom)) notify({ kind: 'error', text: text('drafts.notMirrored') })
  store.set(isMirroredAtom, isKept)
}

function keptOf<T>(name: string): T | null {
  const kept = keptIn('sessionStorage', name)
  try {
    return kept === null ? null : (fromSharedText(kept) as T)
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
  const kept = store.get(allDraftsAtom).length === 0 ? keptOf<Kept>(PREFIX + loginName) : null
  if (!kept) return
  const { attempts, gone } = keptOf<KeptSaves>(SAVES_PREFIX + loginName) ?? { attempts: [], gone: [] }
  mirrored = kept.drafts
  const left = kept.drafts.filter(draft => !gone.some(([entity, id]) => entity === draft.entity && id === draft.id))
  for (const [entity, drafts] of Map.groupBy(left.map(rested), draft => draft.entity))
    changeDrafts(
      entity,
      drafts.map(draft => [draft.id, draft]),
    )
  for (const [entity, attempt] of attempts) rememberAttempt(entity, attempt)
  if (kept.histories) restoreHistories(kept.histories)
}

/** Forgets all drafts here, and those that others left in this browser tab. */
export function forgetDrafts(exceptOf: string): void {
  owner = null
  clearDrafts()
  forgetHistories()
  clearTimeout(timer)
  timer = undefined
  for (const prefix of [PREFIX, SAVES_PREFIX])
    for (const name of namesIn('sessionStorage', prefix))
      if (name !== prefix + exceptOf) keepIn('sessionStorage', name, null)
}
