/** Persistence of drafts and undo history in session storage. */
import { atom } from 'jotai'
import { text } from '../language.ts'
import { notify, withdraw } from '../notifications.ts'
import { readStorage, storageKeys, writeStorage } from '../storages.ts'
import { store, storeLocal } from '../store.ts'
import { parseShared, stringifyShared } from './dedupJson.ts'
import { type Draft, restingState } from './draft.ts'
import { forgetHistories, restoreHistories, type StoredHistories, storedHistories } from './draftHistory.ts'
import { type Attempt, allDraftsAtom, attemptsAtom, changeDrafts, clearDrafts, rememberAttempt } from './draftStore.ts'

interface StoredDrafts {
  readonly drafts: readonly Draft[]
  /** Omitted when storage is full. */
  readonly histories?: StoredHistories
}

/** Saves in flight, apart: writing all drafts per batch costs more. */
interface StoredSaves {
  readonly attempts: readonly (readonly [entity: string, Attempt])[]
  /** Drafts changed since the last full write. */
  readonly drafts: readonly Draft[]
  readonly gone: readonly string[]
}

const noSaves: StoredSaves = { attempts: [], drafts: [], gone: [] }

/** Limit of changed drafts; beyond, a full write pays. */
const maxChanged = 200

const notStored = { command: 'drafts.mirror' }

const PREFIX = 'lotline.drafts.'
const SAVES_PREFIX = 'lotline.drafts-out.'
const PERSIST_DELAY_MS = 300
/** Part of wall time for persistence: writing large drafts is slow. */
const PERSIST_SHARE = 10

interface PersistenceState {
  /** Survives the session: the next user decides about the drafts. */
  owner: string | null
  timer: ReturnType<typeof setTimeout> | undefined
  isWatching: boolean
  /** Duration of the last write in ms. */
  taken: number
  persisted: ReadonlyMap<string, Draft>
  out: number
}

const local = storeLocal(
  (): PersistenceState => ({
    owner: null,
    timer: undefined,
    isWatching: false,
    taken: 0,
    persisted: new Map(),
    out: 0,
  }),
)

const nameOf = ({ entity, id }: Draft) => `${entity}/${id}`
const byName = (drafts: readonly Draft[]) => new Map(drafts.map(draft => [nameOf(draft), draft]))

export const isPersistedAtom = atom(true)

function persistSoon(): void {
  local().timer ??= setTimeout(persist, Math.max(PERSIST_DELAY_MS, local().taken * PERSIST_SHARE))
}

/** Subscribes to drafts. Saves are persisted before their calls. */
function watch(): void {
  if (local().isWatching) return
  local().isWatching = true
  store.sub(allDraftsAtom, persistSoon)
  store.sub(attemptsAtom, persistSaves)
  if (typeof window === 'undefined') return
  window.addEventListener('pagehide', persist)
  // Background pages may be terminated without notice.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && local().timer !== undefined) persist()
  })
}

function writeDrafts(loginName: string): boolean {
  const drafts = store.get(allDraftsAtom)
  const histories = storedHistories()
  const writeAll = (stored: StoredDrafts | null) =>
    writeStorage('sessionStorage', PREFIX + loginName, stored && stringifyShared(stored satisfies StoredDrafts))
  const isEmpty = drafts.length === 0
  const isStored =
    isEmpty && histories.places.length === 0
      ? writeAll(null)
      : // Priority: unsaved drafts before undo history.
        writeAll({ drafts, histories }) || writeAll(isEmpty ? null : { drafts })
  if (isStored) local().persisted = byName(drafts)
  return isStored
}

/** Drafts that differ from their persisted form; saving state aside. */
function changedDrafts(): readonly Draft[] {
  return store.get(allDraftsAtom).filter(draft => {
    const before = local().persisted.get(nameOf(draft))
    const isSame = (name: 'patch' | 'base' | 'contested' | 'gone') => before?.[name] === draft[name]
    return !before || !isSame('patch') || !isSame('base') || !isSame('contested') || !isSame('gone')
  })
}

function writeSaves(loginName: string): boolean {
  const attempts = [...store.get(attemptsAtom)]
  const drafts = attempts.length > 0 ? changedDrafts() : []
  const now = byName(store.get(allDraftsAtom))
  const gone = [...local().persisted.keys()].filter(name => !now.has(name))
  const writeAll = (stored: StoredSaves | null) =>
    writeStorage('sessionStorage', SAVES_PREFIX + loginName, stored && stringifyShared(stored))
  if (attempts.length + gone.length === 0) return writeAll(null)
  if (writeAll({ attempts, drafts, gone })) return true
  // Priority: idempotency of saves before the latest changes.
  writeAll({ attempts, drafts: [], gone })
  return false
}

/** Removes a finished save; until then a reload resends it harmlessly. */
function persistSaves(): void {
  const state = local()
  const { owner } = state
  if (owner === null) return
  const { size } = store.get(attemptsAtom)
  const isOver = size < state.out
  state.out = size
  const isMirrored = store.get(isPersistedAtom)
  if (isOver) persistSoon()
  else if (isMirrored && changedDrafts().length > maxChanged) persist()
  else if (!writeSaves(owner)) isMirrored ? persist() : persistSoon()
}

function persist(): void {
  const state = local()
  const { owner } = state
  clearTimeout(state.timer)
  state.timer = undefined
  if (owner === null) return
  const from = performance.now()
  const areDraftsStored = writeDrafts(owner)
  const isStored = writeSaves(owner) && areDraftsStored
  state.taken = performance.now() - from
  // Single notification until writing succeeds: the persisted state is outdated.
  if (!isStored && store.get(isPersistedAtom))
    notify({ kind: 'error', text: () => text('drafts.notMirrored'), about: notStored })
  if (isStored) withdraw(notStored)
  store.set(isPersistedAtom, isStored)
}

/** Current name of a property that earlier versions stored as `faults`. */
const currentName = (name: string) => (name === 'faults' ? 'fieldErrors' : name)

function readStored<T>(name: string): T | null {
  const stored = readStorage('sessionStorage', name)
  try {
    return stored === null ? null : (parseShared(stored, currentName) as T)
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
  const { drafts, histories } = readStored<StoredDrafts>(PREFIX + loginName) ?? { drafts: [] }
  const saves = { ...noSaves, ...readStored<StoredSaves>(SAVES_PREFIX + loginName) }
  const persisted = byName(drafts)
  local().persisted = persisted
  const gone = new Set(saves.gone)
  const left = [...new Map([...persisted, ...byName(saves.drafts)])].filter(([name]) => !gone.has(name))
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
  Object.assign(local(), { timer: undefined, persisted: new Map(), out: 0, taken: 0 })
  for (const prefix of [PREFIX, SAVES_PREFIX])
    for (const name of storageKeys('sessionStorage', prefix))
      if (name !== prefix + exceptOf) writeStorage('sessionStorage', name, null)
}
