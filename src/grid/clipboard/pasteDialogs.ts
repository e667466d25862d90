/** What a person is asked or told on the way of a block: shown by the dialogs of the clipboard. */
import { atom, type PrimitiveAtom } from 'jotai'
import { questions } from '../../commands/gate/prompts.ts'
import { store } from '../../data/store.ts'
import type { GridColumn } from '../state/column.ts'
import type { Planned } from './planning.ts'

/** Cells of which some come into rows that are still to be made. */
export interface PlannedRows {
  readonly cells: readonly Planned[]
  readonly rowsBelow: number
}

/** A paste as it would turn out. */
export interface PasteRequest {
  /** What the grid is called. */
  readonly label: string
  readonly columns: readonly GridColumn[]
  readonly cells: readonly Planned[]
  /** Rows there are now; cells below come into new ones. */
  readonly count: number
  readonly rowsBelow: number
  /** Can rows be made for them? */
  readonly canAdd: boolean
  readonly columnsBeyond: number
  /** Stored records that would change. */
  readonly records: number
  /** Would some change that nobody marked? Then only a choice of its own overwrites them. */
  readonly isGuarded: boolean
  /** The same block in new rows alone, where it can go there. */
  readonly asNew: PlannedRows | null
  /** What stands in a cell now. */
  before(cell: Planned): string
  /** How the value that comes is shown. */
  after(cell: Planned): string
}

export interface PasteChoice {
  readonly addRows: boolean
  /** Change no stored record: all of it becomes new rows. */
  readonly asNew?: boolean
  /** Enter the texts that were not understood, too: they stand in their cells beside their faults. */
  readonly withFaulty: boolean
}

export const pasteRequestAtom: PrimitiveAtom<PasteRequest | null> = atom<PasteRequest | null>(null)

const pastes = questions<PasteRequest, PasteChoice | null>(pasteRequestAtom, null)

export const askPaste = pastes.ask
/** What the person decided; null takes nothing. */
export const answerPaste = pastes.close

/** Rows that are being read before something can be done with them. */
export interface Progress {
  readonly done: number
  readonly total: number
  cancel(): void
}

export const progressAtom: PrimitiveAtom<Progress | null> = atom<Progress | null>(null)

/** How long a reading may take before it is shown. */
const patience = 250

/** Does work that goes over many rows; after a moment it is shown, and can be called off. Null where it was. */
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
  const timer = setTimeout(show, patience)
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
