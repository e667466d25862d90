/** The one cell or field a person is typing in. Saving asks for it first, so that nothing typed stays behind. */
import type { Parsed } from './cell.ts'

/** What an open editor can be asked. */
export interface CellEditor {
  /** What was entered; null when it is what was there. A promise while that takes a question to the server. */
  read(): Parsed | null | Promise<Parsed | null>
  /** The text as typed, kept when it is not understood. */
  text(): string
  /** Moves the highlight of an open list; false when no list is open. */
  step(by: number): boolean
  /** Opens the list or the calendar. */
  pick(): void
  /** Closes an open list; false when none was. */
  close(): boolean
}

let flush: (() => void | Promise<void>) | null = null

/** Says how to finish what is being typed; the returned function takes it back. */
export function whileEditing(finish: () => void | Promise<void>): () => void {
  flush = finish
  return () => {
    if (flush === finish) flush = null
  }
}

/** Finishes what is being typed anywhere, as leaving the cell would; call it before saving. */
export async function flushEditing(): Promise<void> {
  await flush?.()
}
