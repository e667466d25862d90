/** Interface of the cell or field a person is typing in. */
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
