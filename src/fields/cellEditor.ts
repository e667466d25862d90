/** Interface of the active cell or field editor. */
import type { Parsed } from './cell.ts'

export interface CellEditor {
  /** Entered value; null if unchanged. Promise while querying the server. */
  read(): Parsed | null | Promise<Parsed | null>
  text(): string
  take(): void
  nudge(by: number): boolean
  step(by: number): boolean
  pick(): void
  close(): boolean
}
