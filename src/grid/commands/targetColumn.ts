import { cursorOf, type GridState } from '../state/gridState.ts'

/** Arguments of a command on a column; the cursor's by default. */
export interface ColumnArguments {
  readonly column?: unknown
}

export function targetColumn(grid: GridState, { column }: ColumnArguments = {}): string {
  return typeof column === 'string' ? column : (grid.columns[cursorOf(grid).column]?.id ?? '')
}
