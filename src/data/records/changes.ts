/** What others changed, as the server tells it: gathered for a moment, then said to whoever shows it. */
import { type Atom, atom } from 'jotai'
import type { RecordChanged } from '../../contract/system/realtime.ts'
import { store } from '../store.ts'

/** At most so often what is shown is read again. */
export const gatherMs = 300

export type Change = Omit<RecordChanged, 'type' | 'by'>

export interface Changes {
  readonly of: readonly Change[]
  /** For a while nobody listened: anything may have changed. */
  readonly missed: boolean
}

const none: Changes = { of: [], missed: false }
const changesAtom = atom<Changes>(none)

/** The last that was told; whoever shows rows follows it. */
export const lastChangesAtom: Atom<Changes> = changesAtom

let waiting: Change[] = []
let hasMissed = false
let isDue = false

function tell(): void {
  isDue = false
  store.set(changesAtom, { of: waiting, missed: hasMissed })
  waiting = []
  hasMissed = false
}

function tellSoon(): void {
  if (isDue) return
  isDue = true
  setTimeout(tell, gatherMs)
}

/** Takes in that rows of an entity changed. */
export function hearChange({ entity, ids, kind }: Change): void {
  waiting.push({ entity, ids, kind })
  tellSoon()
}

/** Takes in that something was missed. */
export function hearMissed(): void {
  hasMissed = true
  tellSoon()
}
