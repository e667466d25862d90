/** Target column of a command. */
import type { Values } from '#contract/schema/field.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'

export function targetColumn(grid: GridState, args: Values = {}): string {
  return typeof args.column === 'string' ? args.column : (grid.columns[cursorOf(grid).column]?.id ?? '')
}
