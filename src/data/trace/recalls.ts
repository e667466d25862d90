/** Recall state beside the record: contacts, open calls, next contact. */
import { type Atom, atom, type PrimitiveAtom } from 'jotai'
import { type RecallContact, type RecallState, recallState, runningStates } from '#contract/recall/recall.ts'
import { isSettled } from '#contract/sale/dealerStatus.ts'
import { request } from '../api/api.ts'
import { reportError } from '../errors.ts'
import { store, storeLocal } from '../store.ts'

/** State as read, with the server clock's lead in milliseconds. */
export interface ReadRecall extends RecallState {
  readonly ahead: number
}

interface Known {
  readonly state: PrimitiveAtom<ReadRecall | null>
  /** Row called last; the next contact follows it. */
  readonly last: PrimitiveAtom<number | null>
  /** Number of reads started: only the latest counts. */
  readings: number
  reading: Promise<void>
}

const known = storeLocal(() => new Map<number, Known>())

function knownOf(id: number): Known {
  const found = known().get(id)
  if (found) return found
  const made: Known = {
    state: atom<ReadRecall | null>(null),
    last: atom<number | null>(null),
    readings: 0,
    reading: Promise.resolve(),
  }
  known().set(id, made)
  return made
}

export function recallStateAtom(id: number): Atom<ReadRecall | null> {
  return knownOf(id).state
}

/** Checks whether calls are logged: from start to closure. */
export function isRunning(status: unknown): boolean {
  return runningStates.includes(String(status))
}

/** Next contact without a reported quantity, wrapping around. */
export function nextContact(contacts: readonly RecallContact[], last: number | null): RecallContact | undefined {
  const at = contacts.findIndex(contact => contact.id === last)
  const inTurn = [...contacts.slice(at + 1), ...contacts.slice(0, at + 1)]
  return inTurn.find(contact => !isSettled(contact.status))
}

export function nextContactOf(id: number): RecallContact | undefined {
  const { state, last } = knownOf(id)
  return nextContact(store.get(state)?.contacts ?? [], store.get(last))
}

export function lastCalledAtom(id: number): Atom<number | null> {
  return knownOf(id).last
}

export function contactCalled(id: number, contact: number): void {
  store.set(knownOf(id).last, contact)
}

async function read(id: number, own: Known, begun: number): Promise<void> {
  try {
    const state = await request(recallState, { id })
    if (begun === own.readings) store.set(own.state, { ...state, ahead: Date.parse(state.serverTime) - Date.now() })
  } catch (error) {
    reportError(error, recallState.path)
  }
  // Superseded reads resolve with the newer one.
  if (begun !== own.readings) await own.reading
}

/** Reloads the state; the cached one stays meanwhile. */
export function loadRecallState(id: number): Promise<void> {
  const own = knownOf(id)
  own.readings += 1
  own.reading = read(id, own, own.readings)
  return own.reading
}

/** Clears contacts and pending reads when another user signs in. */
export function forgetRecalls(): void {
  for (const own of known().values()) {
    own.readings += 1
    own.reading = Promise.resolve()
    store.set(own.state, null)
    store.set(own.last, null)
  }
}
