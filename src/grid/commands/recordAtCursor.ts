/** Record at the cursor: of the cell, else of the row. */

import { addressOfValue } from '../../commands/core/recordLinks.ts'
import type { Previewed } from '../../commands/core/recordPreview.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { store } from '../../data/store.ts'
import { header } from '../state/cursor.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'

export function referenceAtCursor(grid: GridState): Previewed | null {
  const { row, column } = cursorOf(grid)
  const of = grid.columns[column]
  const id = row === header || !of ? undefined : grid.props.source.row(row)?.[of.id]
  return of?.field?.kind === 'reference' && of.field.to && typeof id === 'number' ? { entity: of.field.to, id } : null
}

/** Address that the cell at the cursor stands for. */
export function linkAtCursor(grid: GridState): string | undefined {
  const { row, column } = cursorOf(grid)
  const { field, id = '' } = grid.columns[column] ?? {}
  const values = row === header ? undefined : grid.props.source.row(row)
  return field && values ? addressOfValue(store.get(grantsAtom), field, id, values) : undefined
}

export function recordAtCursor(grid: GridState): Previewed | null {
  const { source, entity } = grid.props
  const { row } = cursorOf(grid)
  const id = row === header ? undefined : source.recordId ? source.recordId(row) : source.rowId(row)
  return referenceAtCursor(grid) ?? (entity && typeof id === 'number' ? { entity, id } : null)
}
