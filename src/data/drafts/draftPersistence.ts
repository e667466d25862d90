/** Drafts mirrored in the storage of the browser tab: a reload brings them back, and with them what can be taken back. */
import { atom } from 'jotai'
import { text } from '../language.ts'
import { notify, withdraw } from '../notifications.ts'
import { keepIn, keptIn, namesIn } from '../storages.ts'
import { store } from '../store.ts'
import { parseShared, stringifyShared } from './dedupJson.ts'
import { type Draft, restingState } from './draft.ts'
import { forgetHistories, type KeptHistories, keptHistories, restoreHistories } from './draftHistory.ts'
import { type Attempt, allDraftsAtom, attemptsAtom, changeDrafts, clearDrafts, rememberAttempt } from './draftStore.ts'

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
  /** Drafts that were entered or changed since all of them were kept. */
  readonly drafts: readonly Draft[]
  /** Drafts that are kept but were stored since. */
  readonly gone: readonly string[]
}

const noSaves: KeptSaves = { attempts: [], drafts: [], gone: [] }

/** Of more changed drafts than these all are kept anew: several calls may follow. */
const mostChanged = 200

/** Subject of the message that drafts are not kept. */
const mirroring = { command: 'drafts.mirror' }

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
let mirrored: ReadonlyMap<string, Draft> = new Map()
/** Of how many entities a save is out. */
let out = 0

const nameOf = ({ entity, id }: Draft) => `${entity}/${id}`
const byName = (drafts: readonly Draft[]) => new Map(drafts.map(draft => [nameOf(draft), draft]))

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
  if (typeof window === 'undefined') return
  window.addEventListener('pagehide', mirror)
  // What goes into the background may end there without a word.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) mirror()
  })
}

function keepDrafts(loginName: string): boolean {
  const drafts = store.get(allDraftsAtom)
  const histories = keptHistories()
  const keepAll = (kept: Kept | null) =>
    keepIn('sessionStorage', PREFIX + loginName, kept && stringifyShared(kept satisfies Kept))
  const isEmpty = drafts.length === 0
  const isKept =
    isEmpty && histories.places.length === 0
      ? keepAll(null)
      : // What is unsaved comes before what could be taken back.
        keepAll({ drafts, histories }) || keepAll(isEmpty ? null : { drafts })
  if (isKept) mirrored = byName(drafts)
  return isKept
}

/** Drafts that say something else than what was kept of them last; that one is being saved says nothing. */
function changedDrafts(): readonly Draft[] {
  return store.get(allDraftsAtom).filter(draft => {
    const before = mirrored.get(nameOf(draft))
    const isSame = (name: 'patch' | 'base' | 'contested' | 'gone') => before?.[name] === draft[name]
    return !before || !isSame('patch') || !isSame('base') || !isSame('contested') || !isSame('gone')
  })
}

function keepSaves(loginName: string): boolean {
  const attempts = [...store.get(attemptsAtom)]
  const drafts = attempts.length > 0 ? changedDrafts() : []
  const now = byName(store.get(allDraftsAtom))
  const gone = [...mirrored.keys()].filter(name => !now.has(name))
  const keepAll = (kept: KeptSaves | null) =>
    keepIn('sessionStorage', SAVES_PREFIX + loginName, kept && stringifyShared(kept))
  if (attempts.length + gone.length === 0) return keepAll(null)
  if (keepAll({ attempts, drafts, gone })) return true
  // What must not be done twice comes before what was changed last.
  keepAll({ attempts, drafts: [], gone })
  return false
}

/** A save that has ended is forgotten with the drafts that it stored: until then it would be sent again, and done once. */
function mirrorSaves(): void {
  if (owner === null) return
  const { size } = store.get(attemptsAtom)
  const isOver = size < out
  out = size
  const isMirrored = store.get(isMirroredAtom)
  if (isOver) mirrorSoon()
  else if (isMirrored && changedDrafts().length > mostChanged) mirror()
  else if (!keepSaves(owner)) isMirrored ? mirror() : mirrorSoon()
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
  if (!isKept && store.get(isMirroredAtom))
    notify({ kind: 'error', text: () => text('drafts.notMirrored'), about: mirroring })
  if (isKept) withdraw(mirroring)
  store.set(isMirroredAtom, isKept)
}

function keptOf<T>(name: string): T | null {
  const kept = keptIn('sessionStorage', name)
  try {
    return kept === null ? null : (parseShared(kept) as T)
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
  if (store.get(allDraftsAtom).length > 0) return
  const { drafts, histories } = keptOf<Kept>(PREFIX + loginName) ?? { drafts: [] }
  const saves = { ...noSaves, ...keptOf<KeptSaves>(SAVES_PREFIX + loginName) }
  mirrored = byName(drafts)
  const gone = new Set(saves.gone)
  const left = [...new Map([...mirrored, ...byName(saves.drafts)])].filter(([name]) => !gone.has(name))
  const rows = left.map(([, draft]) => rested(draft))
  for (const [entity, of] of Map.groupBy(rows, draft => draft.entity))
    changeDrafts(
      entity,
      of.map(draft => [draft.id, draft]),
    )
  // What was done is known as it was when all drafts were kept: of later ones it would take back something else.
  if (histories && saves.drafts.length + saves.gone.length === 0) restoreHistories(histories)
  for (const [entity, attempt] of saves.attempts) rememberAttempt(entity, attempt)
}

/** Forgets all drafts here, and those that others left in this browser tab. */
export function forgetDrafts(exceptOf: string): void {
  owner = null
  clearDrafts()
  forgetHistories()
  clearTimeout(timer)
  timer = undefined
  mirrored = new Map()
  out = 0
  taken = 0
  for (const prefix of [PREFIX, SAVES_PREFIX])
    for (const name of namesIn('sessionStorage', prefix))
      if (name !== prefix + exceptOf) keepIn('sessionStorage', name, null)
}
