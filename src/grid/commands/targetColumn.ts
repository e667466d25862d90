/** Which column a command is about. */
import type { Values } from '../../contract/schema/field.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'

/** The id of the column that is named, else that of the cursor. */
export function targetColumn(grid: GridState, args: Values = {}): string {
  return typeof args.column === 'string' ? args.column : (grid.columns[cursorOf(grid).column]?.id ?? '')
}
