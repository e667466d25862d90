/** Outbox of the person signed in, stored in the browser. */
import { type Atom, atom } from 'jotai'
import { refusals } from '#contract/schema/answer.ts'
import { sessionAtom } from '../api/credentials.ts'
import { CallError, isOutcomeUnknown, unreachedAtom } from '../api/transport.ts'
import { errorsIn } from '../drafts/draft.ts'
import { reportError } from '../errors.ts'
import { saveRecord } from '../records/records.ts'
import { store, storeLocal } from '../store.ts'
import { uuid } from '../uuid.ts'
import {
  type Entry,
  type EntryState,
  isDiscardable,
  mended,
  type NewEntry,
  nextToSend,
  repeated,
  type SendOutcome,
} from './entries.ts'
import { addEntry, forgetKnownExcept, outboxStorage } from './outboxDatabase.ts'
import { drain } from './sender.ts'

const NAME = 'lotline.outbox'

/** Pauses in ms between attempts without a network. */
const firstPause = 2_000
const longestPause = 60_000
const callTimeout = 30_000

const nothing: readonly Entry[] = []
const loadedAtom = atom<{ readonly owner: string; readonly entries: readonly Entry[] } | null>(null)

export const outboxAtom: Atom<readonly Entry[]> = atom(get => {
  const loaded = get(loadedAtom)
  return loaded && loaded.owner === get(sessionAtom)?.loginName ? loaded.entries : nothing
})

/** Set where the browser refuses to store: nothing is promised then. */
const brokenAtom = atom(false)
export const isOutboxBrokenAtom: Atom<boolean> = brokenAtom

interface State {
  channel: BroadcastChannel | undefined
  timer: ReturnType<typeof setTimeout> | undefined
  pause: number
  isDraining: boolean
  isWanted: boolean
}

const state = storeLocal(
  (): State => ({ channel: undefined, timer: undefined, pause: firstPause, isDraining: false, isWanted: false }),
)

const ownerNow = () => store.get(sessionAtom)?.loginName

export async function readOutbox(): Promise<void> {
  const owner = ownerNow()
  if (owner === undefined) return
  try {
    const entries = await outboxStorage(owner).all()
    store.set(loadedAtom, { owner, entries })
    store.set(brokenAtom, false)
  } catch (error) {
    store.set(brokenAtom, true)
    reportError(error, 'outbox')
  }
}

async function changed(): Promise<void> {
  state().channel?.postMessage(null)
  await readOutbox()
}

/** Refusals of the person, not of the goods. */
const postponing: readonly number[] = [
  refusals.unauthorized.status,
  refusals.forbidden.status,
  refusals.passwordChangeRequired.status,
  refusals.tooMany.status,
]

/** HTTP statuses that every entry would get. */
const ofAll: readonly number[] = [0, 401, 407, 429, 503]

/** Meaning of an error for an entry. */
export function outcomeOfError(error: unknown): SendOutcome {
  // Timeout: only this one is known to be slow.
  if (!(error instanceof CallError)) return { kind: 'unknown', hindrance: 0 }
  const { status, http, message, data, isEnvelope } = error
  // Rolled back by our own server: repeating it first would block the others.
  const isDefect = isEnvelope && status === refusals.defect.status
  const hindrance = ofAll.includes(http) || http < 400 ? {} : { hindrance: http }
  if (!isDefect && isOutcomeUnknown(error)) return { kind: 'unknown', ...hindrance }
  if (isEnvelope && (postponing.includes(status) || postponing.includes(http))) return { kind: 'later' }
  // A proxy's answer says nothing about the goods.
  if (!isEnvelope) return { kind: 'later', ...hindrance }
  const refusal = { status, message, fieldErrors: errorsIn(status, data) }
  return { kind: status === refusals.alreadyDone.status ? 'uncertain' : 'refused', refusal }
}

/** Aborted by the timeout, or once somebody else is signed in. */
function whileSignedIn(owner: string): { readonly signal: AbortSignal; readonly end: () => void } {
  const left = new AbortController()
  const end = store.sub(sessionAtom, () => ownerNow() !== owner && left.abort())
  return { signal: AbortSignal.any([left.signal, AbortSignal.timeout(callTimeout)]), end }
}

export async function postEntry({ owner, entity, row, submit, key }: Entry): Promise<SendOutcome> {
  if (ownerNow() !== owner) return { kind: 'later' }
  // A renewed call would go with the token of the next person.
  const { signal, end } = whileSignedIn(owner)
  try {
    const answer = await saveRecord(entity, row, { submit, key, signal })
    return { kind: 'done', answer }
  } catch (error) {
    return ownerNow() === owner ? outcomeOfError(error) : { kind: 'unknown' }
  } finally {
    end()
  }
}

/** One sender among tabs; without locks the keys alone prevent doubles. */
async function alone<T>(owner: string, run: () => Promise<T>): Promise<T> {
  const { locks } = navigator
  return locks ? ((await locks.request(`${NAME}.${owner}`, run)) as T) : run()
}

function retryLater(): void {
  const own = state()
  clearTimeout(own.timer)
  own.timer = setTimeout(() => void sendOutbox(), own.pause)
  own.pause = Math.min(own.pause * 2, longestPause)
}

/** Sends what waits; does nothing while nothing may go. */
export async function sendOutbox(): Promise<void> {
  const own = state()
  const owner = ownerNow()
  if (owner === undefined) return
  if (own.isDraining) {
    own.isWanted = true
    return
  }
  own.isDraining = true
  clearTimeout(own.timer)
  try {
    const storage = outboxStorage(owner)
    const isDone = await alone(owner, () =>
      drain({ storage, post: postEntry, now: Date.now, changed: () => void changed() }),
    )
    if (isDone) own.pause = firstPause
    else retryLater()
  } catch (error) {
    store.set(brokenAtom, true)
    reportError(error, 'outbox')
  } finally {
    own.isDraining = false
    await readOutbox()
  }
  const isMore = own.isWanted && nextToSend(store.get(outboxAtom)) !== undefined
  own.isWanted = false
  if (isMore) await sendOutbox()
}

export type Work = Omit<NewEntry, 'owner' | 'key'>

/**
 * Stores work, then sends it. Resolves once it is stored.
 * @throws DOMException where the browser refuses to store
 */
export async function putInOutbox(work: Work): Promise<Entry> {
  const owner = ownerNow()
  if (owner === undefined) throw new Error('signed out')
  const entry = await addEntry({ ...work, owner, key: uuid() }, Date.now())
  // Otherwise a full device may evict what waits; only https has it.
  void navigator.storage?.persist?.().catch(() => false)
  await changed()
  void sendOutbox()
  return entry
}

async function change(number: number, to: (entry: Entry) => Entry | null): Promise<void> {
  const owner = ownerNow()
  if (owner === undefined) return
  await outboxStorage(owner).update(number, to)
  await changed()
  void sendOutbox()
}

/**
 * Corrects a refused entry; one that is gone becomes work of its own.
 * @returns false where another tab corrected or sent it meanwhile
 * @throws DOMException where the browser refuses to store
 */
export async function mendEntry(number: number, work: Work): Promise<boolean> {
  const owner = ownerNow()
  if (owner === undefined) throw new Error('signed out')
  const key = uuid()
  let found: EntryState | undefined
  await outboxStorage(owner).update(number, entry => {
    found = entry.state
    return mended(entry, work, key)
  })
  if (found === undefined) {
    await putInOutbox(work)
    return true
  }
  await changed()
  void sendOutbox()
  return found === 'refused'
}

export const repeatEntry = (number: number): Promise<void> => change(number, entry => repeated(entry, uuid()))

export const discardEntry = (number: number): Promise<void> =>
  change(number, entry => (isDiscardable(entry) ? null : entry))

/** Days that results stay to be looked at. */
const doneDays = 2

async function sweep(owner: string): Promise<void> {
  const storage = outboxStorage(owner)
  const oldest = Date.now() - doneDays * 24 * 60 * 60 * 1000
  for (const { number, state: of, settledAt = 0 } of await storage.all())
    if (of === 'done' && settledAt < oldest) await storage.update(number, () => null)
}

/** Follows session, network and other tabs; returns the disposer. */
export function followOutbox(): () => void {
  const begin = async () => {
    const owner = ownerNow()
    if (owner === undefined) return
    await readOutbox()
    if (store.get(brokenAtom)) return
    await Promise.all([sweep(owner), forgetKnownExcept(owner)])
    await sendOutbox()
  }
  const again = () => void sendOutbox()
  const seen = () => document.visibilityState === 'visible' && again()
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = () => void readOutbox()
  state().channel = channel
  const ends = [
    store.sub(sessionAtom, () => void begin()),
    store.sub(unreachedAtom, () => store.get(unreachedAtom) || again()),
  ]
  window.addEventListener('online', again)
  document.addEventListener('visibilitychange', seen)
  void begin()
  return () => {
    for (const end of ends) end()
    window.removeEventListener('online', again)
    document.removeEventListener('visibilitychange', seen)
    clearTimeout(state().timer)
    channel.close()
    state().channel = undefined
  }
}
