/** The one cell or field a person is typing in. Saving asks for it first, so that nothing typed stays behind. */
import type { Parsed } from './cell.ts'

/** What an open editor can be asked. */
export interface CellEditor {
  /** What was entered; null when it is what was there. A promise while that takes a question to the server. */
  read(): Parsed | null | Promise<Parsed | null>
  /** The text as typed, kept when it is not understood. */
  text(): string
  /** Enter was pressed: the highlighted choice of an open list is meant. */
  take(): void
  /** Goes a number so far up or down; false where none is entered. */
  nudge(by: number): boolean
  /** Moves the highlight of an open list; false when no list is open. */
  step(by: number): boolean
  /** Opens the list or the calendar. */
  pick(): void
  /** Closes an open list; false when none was. */
  close(): boolean
}

let finishOpen: (() => unknown) | null = null
const arriving = new Set<Promise<unknown>>()

/** Says how to finish what is being typed; the returned function takes it back. */
export function whileEditing(finish: () => unknown): () => void {
  finishOpen = finish
  return () => {
    if (finishOpen === finish) finishOpen = null
  }
}

/** Something typed is still being looked up. */
export function untilEntered<T>(entered: Promise<T>): Promise<T> {
  const settled = entered.finally(() => arriving.delete(settled))
  arriving.add(settled)
  return settled
}

/** Finishes what is being typed anywhere, as leaving the cell would, and waits for it; call it before saving. */
export async function flushEditing(): Promise<void> {
  await finishOpen?.()
  await Promise.allSettled([...arriving])
}
