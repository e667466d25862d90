/** Changes by other users, batched for subscribers. */
import { type Atom, atom } from 'jotai'
import type { RecordChanged } from '#contract/system/realtime.ts'
import { store } from '../store.ts'

/** Batching interval in ms, which limits rereads. */
export const gatherMs = 300

export type Change = Omit<RecordChanged, 'type' | 'by'>

export interface Changes {
  readonly of: readonly Change[]
  /** Connection gap: anything may have changed. */
  readonly missed: boolean
}

const none: Changes = { of: [], missed: false }
const changesAtom = atom<Changes>(none)

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

export function hearChange({ entity, ids, kind }: Change): void {
  waiting.push({ entity, ids, kind })
  tellSoon()
}

export function hearMissed(): void {
  hasMissed = true
  tellSoon()
}
