/** Record shown beside the page. */
import { atom } from 'jotai'
import { store } from '../../data/store.ts'
import type { Result } from './command.ts'

export interface Previewed {
  readonly entity: string
  readonly id: number
}

export const previewedAtom = atom<Previewed | null>(null)

export const closePreview = (): void => store.set(previewedAtom, null)

/** Shows a record; the one shown is closed. */
export function togglePreview(target: Previewed | null): Result {
  const shown = store.get(previewedAtom)
  const isSame = shown !== null && (target === null || (shown.entity === target.entity && shown.id === target.id))
  if (isSame) closePreview()
  else if (target) store.set(previewedAtom, target)
  else return { status: 'denied', reason: 'when', message: 'reason.nothingToPreview' }
  return { status: 'ok' }
}

export function followPreview(target: Previewed | null): void {
  const shown = store.get(previewedAtom)
  if (shown && target && (shown.entity !== target.entity || shown.id !== target.id)) store.set(previewedAtom, target)
}
