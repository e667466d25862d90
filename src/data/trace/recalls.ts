/** What is known of recalls beside their records: whom to call, what is open, and who is next. */
import { type Atom, atom, type PrimitiveAtom } from 'jotai'
import { type RecallContact, type RecallState, recallState, runningStates } from '../../contract/recall/recall.ts'
import { isSettled } from '../../contract/sale/dealerStatus.ts'
import { call } from '../api/api.ts'
import { reportError } from '../errors.ts'
import { store } from '../store.ts'

/** A state as it was read, and how many milliseconds the server's clock was ahead of our own then. */
export interface ReadRecall extends RecallState {
  readonly ahead: number
}

interface Known {
  readonly state: PrimitiveAtom<ReadRecall | null>
  /** The row called last; the next one is looked for behind it. */
  readonly last: PrimitiveAtom<number | null>
  /** How many readings were begun: only the last of them counts. */
  readings: number
  /** The reading begun last. */
  reading: Promise<void>
}

const known = new Map<number, Known>()

function knownOf(id: number): Known {
  const found = known.get(id)
  if (found) return found
  const made: Known = {
    state: atom<ReadRecall | null>(null),
    last: atom<number | null>(null),
    readings: 0,
    reading: Promise.resolve(),
  }
  known.set(id, made)
  return made
}

/** The state of one recall; null until it was read. */
export function recallStateAtom(id: number): Atom<ReadRecall | null> {
  return knownOf(id).state
}

/** Are calls of a recall in this state logged? From its start until it is closed. */
export function isRunning(status: unknown): boolean {
  return runningStates.includes(String(status))
}

/** Who is called next: the first behind the last who has not said what he has, from the top again at the end. */
export function nextContact(contacts: readonly RecallContact[], last: number | null): RecallContact | undefined {
  const at = contacts.findIndex(contact => contact.id === last)
  const inTurn = [...contacts.slice(at + 1), ...contacts.slice(0, at + 1)]
  return inTurn.find(contact => !isSettled(contact.status))
}

/** Who is called next of one recall. */
export function nextContactOf(id: number): RecallContact | undefined {
  const { state, last } = knownOf(id)
  return nextContact(store.get(state)?.contacts ?? [], store.get(last))
}

/** The row called last, which a list follows. */
export function lastCalledAtom(id: number): Atom<number | null> {
  return knownOf(id).last
}

/** Goes on behind this contact. */
export function contactCalled(id: number, contact: number): void {
  store.set(knownOf(id).last, contact)
}

async function read(id: number, own: Known, begun: number): Promise<void> {
  try {
    const state = await call<RecallState>(recallState.path, { id }, { method: 'GET' })
    if (begun === own.readings) store.set(own.state, { ...state, ahead: Date.parse(state.serverTime) - Date.now() })
  } catch (error) {
    reportError(error, recallState.path)
  }
  // Whoever waits for this one goes on with what is newer.
  if (begun !== own.readings) await own.reading
}

/** Reads the state of a recall anew; what was known stays until the answer to the last reading is there. */
export function loadRecallState(id: number): Promise<void> {
  const own = knownOf(id)
  own.readings += 1
  own.reading = read(id, own, own.readings)
  return own.reading
}

/** Forgets whom recalls call, and what is still being read of them: somebody else signed in. */
export function forgetRecalls(): void {
  for (const own of known.values()) {
    own.readings += 1
    own.reading = Promise.resolve()
    store.set(own.state, null)
    store.set(own.last, null)
  }
}
