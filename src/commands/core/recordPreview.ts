/** Record shown beside the page. */
import { atom } from 'jotai'
import { showRecordBeside } from '../../data/settings/recordBeside.ts'
import { store } from '../../data/store.ts'
import type { Result } from './command.ts'

export interface Previewed {
  readonly entity: string
  readonly id: number
  /** Row beside its list, not what the cursor refers to. */
  readonly isBeside?: boolean
}

export const previewedAtom = atom<Previewed | null>(null)

export const closePreview = (): void => store.set(previewedAtom, null)

/** Record of the active row; one asked for by name stays. */
export function showBeside(target: Previewed): void {
  const shown = store.get(previewedAtom)
  if (shown && !shown.isBeside) return
  if (shown?.entity !== target.entity || shown.id !== target.id) store.set(previewedAtom, { ...target, isBeside: true })
}

export const closeBeside = (): void => {
  if (store.get(previewedAtom)?.isBeside) closePreview()
}

/** Closed by a person: what opened by itself stays closed. */
export function dismissPreview(): void {
  if (store.get(previewedAtom)?.isBeside) void showRecordBeside(false)
  closePreview()
}

/** Shows a record; the one shown is closed. */
export function togglePreview(target: Previewed | null): Result {
  const shown = store.get(previewedAtom)
  const isSame = shown !== null && (target === null || (shown.entity === target.entity && shown.id === target.id))
  if (isSame) dismissPreview()
  else if (target) store.set(previewedAtom, target)
  else return { status: 'denied', reason: 'when', message: 'reason.nothingToPreview' }
  return { status: 'ok' }
}

export function followPreview(target: Previewed | null): void {
  const shown = store.get(previewedAtom)
  if (shown && !shown.isBeside && target && (shown.entity !== target.entity || shown.id !== target.id))
    store.set(previewedAtom, target)
}
