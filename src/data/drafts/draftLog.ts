/** Log of drafts per tab, in session storage, then IndexedDB. */
import { atom } from 'jotai'
import { hasStorage, readStorage, storageKeys, writeStorage } from '../storages.ts'
import { store, storeLocal } from '../store.ts'
import { uuid } from '../uuid.ts'
import { hasDatabase, type NumberedText, readTexts, removeTexts, writeTexts } from './draftDatabase.ts'
import { objectCodec } from './objectCodec.ts'

/** Kind and name, e.g. `draft brand/7`. */
export type LogKey = `${'draft' | 'attempt' | 'history' | 'id'} ${string}`

const TAB = 'lotline.drafts-tab'
const JOURNAL = 'lotline.drafts-log.'
const STORE_DELAY_MS = 300
/** Wait for a database that does not answer. */
const maxWaitMs = 3000
/** Characters after which the log is written anew. */
const minLimit = 8_000_000
/** Changes written in one task: more would hold up the screen. */
const maxAtOnce = 200

/** Session storage of a tab, copied when the tab is duplicated. */
interface Tab {
  readonly id: string
  readonly owner: string
  /** Left by its page. Otherwise another page may still write the log. */
  readonly isFree: boolean
}

/** Null removes. */
interface Change {
  readonly key: string
  value: unknown
}

const initial = () => ({
  tab: null as Tab | null,
  owner: null as string | null,
  isActive: false,
  values: new Map<string, unknown>(),
  /** Changes since the last text, in order, and by key. */
  changes: [] as Change[],
  lastChanges: new Map<string, Change>(),
  isDue: false,
  codec: objectCodec(),
  last: 0,
  size: 0,
  limit: minLimit,
  unstored: new Map<number, string>(),
  isJournaled: true,
  isStoring: false,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
})

const local = storeLocal(() => ({ log: initial(), isWatching: false }))

/** False while a reload would lose changes. */
export const isPersistedAtom = atom(true)

const report = (isPersisted: boolean): void => store.set(isPersistedAtom, isPersisted)

function storedTab(): Tab | null {
  try {
    const { id, owner, isFree } = Object(JSON.parse(readStorage('sessionStorage', TAB) ?? 'null'))
    return typeof id === 'string' && typeof owner === 'string' ? { id, owner, isFree: isFree === true } : null
  } catch {
    return null
  }
}

function storeTab(tab: Tab): void {
  local().log.tab = tab
  writeStorage('sessionStorage', TAB, JSON.stringify(tab))
}

const journal = (): readonly NumberedText[] =>
  storageKeys('sessionStorage', JOURNAL).map(
    name => [Number(name.slice(JOURNAL.length)), readStorage('sessionStorage', name) ?? ''] as const,
  )

const writeJournal = (number: number, written: string | null) =>
  writeStorage('sessionStorage', `${JOURNAL}${number}`, written)

function cutJournal(upTo = Number.POSITIVE_INFINITY): void {
  for (const [number] of journal()) if (number <= upTo) writeJournal(number, null)
}

/** Logs a change; null removes it. */
export function logChange(key: LogKey, value: unknown, mayWait = false): void {
  const { log } = local()
  if (!log.isActive) return
  if (value === null) log.values.delete(key)
  else log.values.set(key, value)
  const last = log.lastChanges.get(key)
  // A removed key comes back at the end: both changes count.
  if (last && last.value !== null) last.value = value
  else {
    const change = { key, value }
    log.changes.push(change)
    log.lastChanges.set(key, change)
  }
  if (mayWait) storeSoon(STORE_DELAY_MS)
  else if (!log.isDue) queueMicrotask(flushSoon)
  log.isDue ||= !mayWait
}

function flushSoon(): void {
  const { log } = local()
  if (log.changes.length > maxAtOnce) storeSoon(STORE_DELAY_MS)
  else flushLog()
}

/** Writes pending changes before the task or timer would. */
export function flushLog(count = Number.POSITIVE_INFINITY): void {
  const { log } = local()
  log.isDue = false
  const changes = log.changes.splice(0, count)
  if (changes.length === 0 || log.owner === null) return
  for (const change of changes) if (log.lastChanges.get(change.key) === change) log.lastChanges.delete(change.key)
  const written = log.codec.write([false, ...changes.flatMap(({ key, value }) => [key, value])])
  log.last += 1
  log.size += written.length
  log.unstored.set(log.last, written)
  if (!log.tab) storeTab({ id: uuid(), owner: log.owner, isFree: false })
  log.isJournaled = writeJournal(log.last, written) && log.isJournaled
  storeSoon(log.isJournaled ? STORE_DELAY_MS : 0)
}

function storeSoon(delayMs: number): void {
  const { log } = local()
  log.timer ??= setTimeout(() => void storeLog(), delayMs)
}

const limitAfter = (whole: string): number => minLimit + 3 * whole.length

/** Text in place of the log, for journals without room for undo. */
function wholeLog(kinds: readonly string[] = ['draft', 'attempt', 'history', 'id']): string {
  const { log } = local()
  const entries = [...log.values].filter(([key]) => kinds.some(kind => key.startsWith(kind)))
  const written = log.codec.writeWhole([true, ...entries.flat()])
  Object.assign(log, { size: written.length, limit: limitAfter(written) })
  return written
}

/** Replacement of the journal without a database. Kept when full. */
function compactJournal(): boolean {
  const { log } = local()
  const before = journal()
  for (const kinds of [undefined, ['draft', 'attempt']]) {
    const written = wholeLog(kinds)
    cutJournal()
    log.isJournaled = writeJournal(log.last, written)
    if (log.isJournaled) return true
  }
  for (const [number, written] of before) writeJournal(number, written)
  return false
}

/** Moves the journal into the database, and marks the tab as used. */
async function storeLog(): Promise<void> {
  const { log } = local()
  flushLog(maxAtOnce)
  clearTimeout(log.timer)
  log.timer = undefined
  if (log.changes.length > 0) return storeSoon(0)
  if (!log.tab) return
  if (!hasDatabase()) return report(log.isJournaled || compactJournal())
  if (log.isStoring) return storeSoon(STORE_DELAY_MS)
  log.isStoring = true
  try {
    await storeTexts(log.tab.id, log.size > log.limit)
  } catch {
    if (local().log === log) report(log.isJournaled || compactJournal())
  }
  log.isStoring = false
}

async function storeTexts(tab: string, isWhole: boolean): Promise<void> {
  const { log } = local()
  const texts = isWhole ? [[log.last, wholeLog()] as const] : [...log.unstored]
  const { last } = log
  // Deltas must not overwrite the text that replaces them.
  if (isWhole) log.unstored.clear()
  const isKnown = await writeTexts(tab, texts, isWhole).catch(error => {
    if (isWhole) log.limit = 0
    throw error
  })
  if (local().log !== log) return
  cutJournal(last)
  for (const [number] of texts) log.unstored.delete(number)
  if (log.unstored.size === 0) log.isJournaled = true
  report(true)
  // Removed meanwhile, e.g. by a sweep or the browser's settings.
  const isAnew = !isKnown && !isWhole && texts[0]?.[0] !== 1
  if (isAnew) log.limit = 0
  if (isAnew) storeSoon(0)
}

/** New id of the log: another page may hold the former. */
async function moveLog(): Promise<void> {
  const { log } = local()
  const id = uuid()
  const { last, tab } = log
  await writeTexts(id, [[last, wholeLog()]], true)
  if (local().log !== log || log.tab !== tab || log.owner === null) return
  cutJournal(last)
  for (const number of log.unstored.keys()) if (number <= last) log.unstored.delete(number)
  storeTab({ id, owner: log.owner, isFree: false })
}

function leave(): void {
  const { log } = local()
  flushLog()
  if (!log.tab) return
  if (hasDatabase()) void storeTexts(log.tab.id, false).catch(() => undefined)
  storeTab({ ...log.tab, isFree: true })
}

function watch(): void {
  if (local().isWatching || typeof window === 'undefined') return
  local().isWatching = true
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && local().log.tab) void moveLog().catch(() => report(false))
  })
  document.addEventListener('visibilitychange', () => {
    flushLog()
    void storeLog()
  })
}

/** Values in order; a gap ends the log: later texts need it. */
function replayed(texts: readonly NumberedText[]): void {
  const { log } = local()
  const read = log.codec.reader()
  for (const [number, written] of texts.toSorted(([one], [other]) => one - other)) {
    const [isWhole, ...changes] = read(written) as readonly unknown[]
    if (isWhole === true) {
      log.values.clear()
      Object.assign(log, { size: 0, limit: limitAfter(written) })
    } else if (number !== log.last + 1) continue
    for (let at = 0; at < changes.length; at += 2)
      if (changes[at + 1] == null) log.values.delete(String(changes[at]))
      else log.values.set(String(changes[at]), changes[at + 1])
    log.last = number
    log.size += written.length
  }
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), maxWaitMs))
  return Promise.race([answer, late])
}

/** Log of this tab and user, without names; undefined when already open. */
export async function openLog(
  owner: string,
  secrets: ReadonlySet<string>,
): Promise<ReadonlyMap<string, unknown> | undefined> {
  const { log } = local()
  if (log.owner === owner || !hasStorage('sessionStorage')) return
  log.owner = owner
  log.codec = objectCodec(name => secrets.has(name))
  const tab = storedTab()
  if (tab) {
    const texts = hasDatabase() ? await inTime(readTexts(tab.id)).catch(() => null) : []
    if (local().log !== log) return
    try {
      replayed([...new Map([...journal(), ...(texts ?? [])])])
    } catch {
      log.values.clear()
      log.limit = 0
    }
    log.unstored = new Map(journal())
    log.last = Math.max(log.last, ...log.unstored.keys())
    if (!hasDatabase() || (texts && tab.isFree)) storeTab({ ...tab, isFree: false })
    else await inTime(moveLog()).catch(() => storeTab({ id: uuid(), owner, isFree: false }))
  }
  watch()
  return log.values
}

/** Starts logging, once what was read is restored. */
export function activateLog(): void {
  local().log.isActive = local().log.owner !== null
}

/** Closes the log; removes it unless it is the named user's. */
export function forgetLog(exceptOf: string): void {
  const { log } = local()
  const tab = storedTab()
  clearTimeout(log.timer)
  local().log = initial()
  if (!tab || tab.owner === exceptOf) return
  cutJournal()
  writeStorage('sessionStorage', TAB, null)
  // Another page's log stays: this one holds a copy.
  if (hasDatabase() && (tab.isFree || log.tab?.id === tab.id)) void removeTexts(tab.id).catch(() => undefined)
}
