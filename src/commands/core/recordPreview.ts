import { atom } from 'jotai'
import { showHistoryBeside, showRecordBeside } from '../../data/settings/recordBeside.ts'
import { store } from '../../data/store.ts'
import type { Result } from './command.ts'

export interface Previewed {
  readonly entity: string
  readonly id: number
  /** Row beside its list, not what the cursor refers to. */
  readonly isBeside?: boolean
  /** History of the record in front instead of its fields. */
  readonly isHistory?: boolean
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

/** Closing by a person: the automatic preview stays closed; can be undone. */
async function dismissPreview(): Promise<Result> {
  const { isBeside, isHistory } = store.get(previewedAtom) ?? {}
  if (isHistory) {
    await showHistoryBeside(false)
    return { status: 'ok', message: 'history.besideOff', undo: { id: 'record.historyBeside', args: { on: true } } }
  }
  closePreview()
  if (!isBeside) return { status: 'ok' }
  await showRecordBeside(false)
  return { status: 'ok', message: 'list.besideOff', undo: { id: 'list.recordBeside', args: { on: true } } }
}

/**
 * Shows a record; the one shown is closed.
 * @throws CallError when the setting is not saved
 */
export async function togglePreview(target: Previewed | null): Promise<Result> {
  const shown = store.get(previewedAtom)
  const isSame = shown !== null && (target === null || (shown.entity === target.entity && shown.id === target.id))
  if (isSame) return dismissPreview()
  if (!target) return { status: 'denied', reason: 'when', message: 'reason.nothingToPreview' }
  store.set(previewedAtom, target)
  return { status: 'ok' }
}

export function followPreview(target: Previewed | null): void {
  const shown = store.get(previewedAtom)
  if (shown && !shown.isBeside && target && (shown.entity !== target.entity || shown.id !== target.id))
    store.set(previewedAtom, target)
}
