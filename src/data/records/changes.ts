/** Changes by other users, batched for subscribers. */
import { type Atom, atom } from 'jotai'
import type { RecordChanged } from '#contract/system/realtime.ts'
import { store, storeLocal } from '../store.ts'

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

const savedAtom = atom<{ readonly entity: string }>({ entity: '' })

/** Entity saved here: own changes are never heard. */
export const lastSavedAtom: Atom<{ readonly entity: string }> = savedAtom

export const noteSaved = (entity: string): void => store.set(savedAtom, { entity })

const batch = storeLocal(() => ({ of: [] as Change[], missed: false, isDue: false }))

function notify(): void {
  const { of, missed } = batch()
  Object.assign(batch(), { of: [], missed: false, isDue: false })
  store.set(changesAtom, { of, missed })
}

function notifySoon(): void {
  if (batch().isDue) return
  batch().isDue = true
  setTimeout(notify, gatherMs)
}

export function hearChange({ entity, ids, kind }: Change): void {
  batch().of.push({ entity, ids, kind })
  notifySoon()
}

export function hearMissed(): void {
  batch().missed = true
  notifySoon()
}
