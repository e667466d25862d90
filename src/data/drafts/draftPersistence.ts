/** Persistence of drafts and undo history in session storage. */
import { atom } from 'jotai'
import { text } from '../language.ts'
import { notify, withdraw } from '../notifications.ts'
import { keepIn, keptIn, namesIn } from '../storages.ts'
import { store, storeLocal } from '../store.ts'
import { parseShared, stringifyShared } from './dedupJson.ts'
import { type Draft, restingState } from './draft.ts'
import { forgetHistories, type KeptHistories, keptHistories, restoreHistories } from './draftHistory.ts'
import { type Attempt, allDraftsAtom, attemptsAtom, changeDrafts, clearDrafts, rememberAttempt } from './draftStore.ts'

interface Kept {
  readonly drafts: readonly Draft[]
  /** Omitted when storage is full. */
  readonly histories?: KeptHistories
}

/** Saves in flight, apart: writing all drafts per batch costs more. */
interface KeptSaves {
  readonly attempts: readonly (readonly [entity: string, Attempt])[]
  /** Drafts changed since the last full write. */
  readonly drafts: readonly Draft[]
  readonly gone: readonly string[]
}

const noSaves: KeptSaves = { attempts: [], drafts: [], gone: [] }

/** Limit of changed drafts; beyond, a full write pays. */
const maxChanged = 200

const mirroring = { command: 'drafts.mirror' }

const PREFIX = 'lotline.drafts.'
const SAVES_PREFIX = 'lotline.drafts-out.'
const MIRROR_DELAY = 300
/** Part of wall time for persistence: writing large drafts is slow. */
const MIRROR_SHARE = 10

interface Mirror {
  /** Survives the session: the next user decides about the drafts. */
  owner: string | null
  timer: ReturnType<typeof setTimeout> | undefined
  isWatching: boolean
  /** Duration of the last write in ms. */
  taken: number
  mirrored: ReadonlyMap<string, Draft>
  out: number
}

const local = storeLocal(
  (): Mirror => ({ owner: null, timer: undefined, isWatching: false, taken: 0, mirrored: new Map(), out: 0 }),
)

const nameOf = ({ entity, id }: Draft) => `${entity}/${id}`
const byName = (drafts: readonly Draft[]) => new Map(drafts.map(draft => [nameOf(draft), draft]))

export const isMirroredAtom = atom(true)

function mirrorSoon(): void {
  local().timer ??= setTimeout(mirror, Math.max(MIRROR_DELAY, local().taken * MIRROR_SHARE))
}

/** Subscribes to drafts. Saves are persisted before their calls. */
function watch(): void {
  if (local().isWatching) return
  local().isWatching = true
  store.sub(allDraftsAtom, mirrorSoon)
  store.sub(attemptsAtom, mirrorSaves)
  if (typeof window === 'undefined') return
  window.addEventListener('pagehide', mirror)
  // Background pages may be terminated without notice.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && local().timer !== undefined) mirror()
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
      : // Priority: unsaved drafts before undo history.
        keepAll({ drafts, histories }) || keepAll(isEmpty ? null : { drafts })
  if (isKept) local().mirrored = byName(drafts)
  return isKept
}

/** Drafts that differ from their persisted form; saving state aside. */
function changedDrafts(): readonly Draft[] {
  return store.get(allDraftsAtom).filter(draft => {
    const before = local().mirrored.get(nameOf(draft))
    const isSame = (name: 'patch' | 'base' | 'contested' | 'gone') => before?.[name] === draft[name]
    return !before || !isSame('patch') || !isSame('base') || !isSame('contested') || !isSame('gone')
  })
}

function keepSaves(loginName: string): boolean {
  const attempts = [...store.get(attemptsAtom)]
  const drafts = attempts.length > 0 ? changedDrafts() : []
  const now = byName(store.get(allDraftsAtom))
  const gone = [...local().mirrored.keys()].filter(name => !now.has(name))
  const keepAll = (kept: KeptSaves | null) =>
    keepIn('sessionStorage', SAVES_PREFIX + loginName, kept && stringifyShared(kept))
  if (attempts.length + gone.length === 0) return keepAll(null)
  if (keepAll({ attempts, drafts, gone })) return true
  // Priority: idempotency of saves before the latest changes.
  keepAll({ attempts, drafts: [], gone })
  return false
}

/** Removes a finished save; until then a reload resends it harmlessly. */
function mirrorSaves(): void {
  const state = local()
  const { owner } = state
  if (owner === null) return
  const { size } = store.get(attemptsAtom)
  const isOver = size < state.out
  state.out = size
  const isMirrored = store.get(isMirroredAtom)
  if (isOver) mirrorSoon()
  else if (isMirrored && changedDrafts().length > maxChanged) mirror()
  else if (!keepSaves(owner)) isMirrored ? mirror() : mirrorSoon()
}

function mirror(): void {
  const state = local()
  const { owner } = state
  clearTimeout(state.timer)
  state.timer = undefined
  if (owner === null) return
  const from = performance.now()
  const areDraftsKept = keepDrafts(owner)
  const isKept = keepSaves(owner) && areDraftsKept
  state.taken = performance.now() - from
  // Single notification until writing succeeds: the persisted state is outdated.
  if (!isKept && store.get(isMirroredAtom))
    notify({ kind: 'error', text: () => text('drafts.notMirrored'), about: mirroring })
  if (isKept) withdraw(mirroring)
  store.set(isMirroredAtom, isKept)
}

/** Current name of a property that earlier versions stored as `faults`. */
const currentName = (name: string) => (name === 'faults' ? 'fieldErrors' : name)

function keptOf<T>(name: string): T | null {
  const kept = keptIn('sessionStorage', name)
  try {
    return kept === null ? null : (parseShared(kept, currentName) as T)
  } catch {
    return null
  }
}

/** Saves with unknown outcome rest; a retry uses the same key. */
const rested = (draft: Draft): Draft => (draft.state === 'saving' ? { ...draft, state: restingState(draft) } : draft)

/** Persists drafts of this user; restores earlier ones unless drafts exist. */
export function restoreDrafts(loginName: string): void {
  watch()
  local().owner = loginName
  if (store.get(allDraftsAtom).length > 0) return
  const { drafts, histories } = keptOf<Kept>(PREFIX + loginName) ?? { drafts: [] }
  const saves = { ...noSaves, ...keptOf<KeptSaves>(SAVES_PREFIX + loginName) }
  const mirrored = byName(drafts)
  local().mirrored = mirrored
  const gone = new Set(saves.gone)
  const left = [...new Map([...mirrored, ...byName(saves.drafts)])].filter(([name]) => !gone.has(name))
  const rows = left.map(([, draft]) => rested(draft))
  for (const [entity, of] of Map.groupBy(rows, draft => draft.entity))
    changeDrafts(
      entity,
      of.map(draft => [draft.id, draft]),
    )
  // Histories date from the last full write: later drafts would mismatch.
  if (histories && saves.drafts.length + saves.gone.length === 0) restoreHistories(histories)
  for (const [entity, attempt] of saves.attempts) rememberAttempt(entity, attempt)
}

/** Clears all drafts, other users' included. */
export function forgetDrafts(exceptOf: string): void {
  local().owner = null
  clearDrafts()
  forgetHistories()
  clearTimeout(local().timer)
  Object.assign(local(), { timer: undefined, mirrored: new Map(), out: 0, taken: 0 })
  for (const prefix of [PREFIX, SAVES_PREFIX])
    for (const name of namesIn('sessionStorage', prefix))
      if (name !== prefix + exceptOf) keepIn('sessionStorage', name, null)
}
