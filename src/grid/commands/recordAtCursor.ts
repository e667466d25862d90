/** Record at the cursor: of the cell, else of the row. */
import type { Previewed } from '../../commands/core/recordPreview.ts'
import { header } from '../state/cursor.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'

export function referenceAtCursor(grid: GridState): Previewed | null {
  const { row, column } = cursorOf(grid)
  const of = grid.columns[column]
  const id = row === header || !of ? undefined : grid.props.source.row(row)?.[of.id]
  return of?.field?.kind === 'reference' && of.field.to && typeof id === 'number' ? { entity: of.field.to, id } : null
}

export function recordAtCursor(grid: GridState): Previewed | null {
  const { source, entity } = grid.props
  const { row } = cursorOf(grid)
  const id = row === header ? undefined : source.recordId ? source.recordId(row) : source.rowId(row)
  return referenceAtCursor(grid) ?? (entity && typeof id === 'number' ? { entity, id } : null)
}
