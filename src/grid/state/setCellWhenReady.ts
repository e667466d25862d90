import { commitEntry, positionOf } from './edit.ts'
import { cursorOf, type GridState } from './gridState.ts'

/** Sets a record into the current cell on arrival, wherever its row has moved. */
export function setCellWhenReady(grid: GridState): (value: number, label: string) => void {
  const cursor = cursorOf(grid)
  const rowId = grid.rowId ?? grid.props.source.rowId(cursor.row)
  const columnId = grid.columns[cursor.column]?.id
  return (value, label) => {
    const row = rowId === undefined ? -1 : positionOf(grid, rowId)
    const column = grid.columns.findIndex(({ id }) => id === columnId)
    if (row >= 0 && column >= 0) commitEntry(grid, [{ row, column, value, label }])
  }
}
