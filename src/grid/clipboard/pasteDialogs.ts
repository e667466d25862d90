/** Dialog requests and progress of the clipboard. */
import { atom, type PrimitiveAtom } from 'jotai'
import { questions } from '../../commands/gate/prompts.ts'
import { store } from '../../data/store.ts'
import type { GridColumn } from '../state/column.ts'
import type { Planned } from './planning.ts'

export interface PlannedRows {
  readonly cells: readonly Planned[]
  readonly rowsBelow: number
}

export interface PasteRequest {
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly cells: readonly Planned[]
  readonly count: number
  readonly rowsBelow: number
  readonly canAdd: boolean
  readonly columnsBeyond: number
  readonly records: number
  /** Unselected records at risk: overwriting needs an explicit choice. */
  readonly isGuarded: boolean
  readonly asNew: PlannedRows | null
  before(cell: Planned): string
  after(cell: Planned): string
}

export interface PasteChoice {
  readonly addRows: boolean
  readonly asNew?: boolean
  /** Commit invalid texts too: they stay in their cells with an error. */
  readonly withInvalid: boolean
}

export const pasteRequestAtom: PrimitiveAtom<PasteRequest | null> = atom<PasteRequest | null>(null)

const pastes = questions<PasteRequest, PasteChoice | null>(pasteRequestAtom, null)

export const askPaste = pastes.ask
export const answerPaste = pastes.close

export interface Progress {
  readonly done: number
  readonly total: number
  cancel(): void
}

export const progressAtom: PrimitiveAtom<Progress | null> = atom<Progress | null>(null)

/** Delay in ms before progress shows. */
const showAfterMs = 250

/** Runs cancellable work with delayed progress; null when cancelled. */
export async function withProgress<T>(
  total: number,
  work: (signal: AbortSignal, onDone: (done: number) => void) => Promise<T>,
): Promise<T | null> {
  const control = new AbortController()
  let done = 0
  let isShown = false
  const show = () => {
    isShown = true
    store.set(progressAtom, { done, total, cancel: () => control.abort() })
  }
  const timer = setTimeout(show, showAfterMs)
  try {
    return await work(control.signal, now => {
      done = now
      if (isShown && !control.signal.aborted) show()
    })
  } catch (error) {
    if (control.signal.aborted) return null
    throw error
  } finally {
    clearTimeout(timer)
    store.set(progressAtom, null)
  }
}
