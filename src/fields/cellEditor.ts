/** Interface of the active cell or field editor. */
import type { Parsed } from './cell.ts'

/** Operations of an open editor. */
export interface CellEditor {
  /** Entered value; null if unchanged. Promise while querying the server. */
  read(): Parsed | null | Promise<Parsed | null>
  /** Typed text, kept when invalid. */
  text(): string
  /** Handles Enter: accepts the highlighted choice. */
  take(): void
  /** Increments a number; false for other kinds. */
  nudge(by: number): boolean
  /** Moves the list highlight; false without an open list. */
  step(by: number): boolean
  /** Opens list or calendar. */
  pick(): void
  close(): boolean
}
