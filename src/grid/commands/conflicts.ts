/** Conflict resolution: own or concurrent changes. */
import type { Contested } from '../../data/drafts/draft.ts'
import type { EditKind } from '../../data/drafts/undoSteps.ts'
import type { RowId } from '../../data/records/row.ts'
import type { GridState, Run } from '../state/gridState.ts'
import { markedCells, markedRanges } from '../state/marked.ts'
import { rowsOfRanges } from '../state/selection.ts'

type Whose = 'mine' | 'theirs'
type Reach = 'cells' | 'rows' | 'all'

export function contestedCells(grid: GridState): Contested {
  const { source } = grid.props
  const found = new Map<RowId, string[]>()
  for (const { row, column } of markedCells(grid)) {
    const id = source.rowId(row)
    const of = grid.columns[column]
    if (id === undefined || !of || !source.contested?.(row, of.id)) continue
    const columns = found.get(id) ?? []
    found.set(id, columns)
    columns.push(of.id)
  }
  return found
}

export function contestedRows(grid: GridState): Contested {
  const { source } = grid.props
  const found = new Map<RowId, undefined>()
  for (const row of rowsOfRanges(markedRanges(grid))) {
    const id = source.row(row) && source.state(row) === 'conflict' ? source.rowId(row) : undefined
    if (id !== undefined) found.set(id, undefined)
  }
  return found
}

const kinds: Readonly<Record<Whose, EditKind>> = { mine: 'tookMine', theirs: 'tookTheirs' }

const settling =
  (whose: Whose, reach: Reach): Run =>
  grid => {
    const rows = reach === 'all' ? 'all' : reach === 'rows' ? contestedRows(grid) : contestedCells(grid)
    grid.props.onSettle?.(whose, rows, { kind: kinds[whose] })
  }

export const conflictCommands: Readonly<Record<string, Run>> = {
  'grid.takeMine': settling('mine', 'cells'),
  'grid.takeTheirs': settling('theirs', 'cells'),
  'grid.takeMineRow': settling('mine', 'rows'),
  'grid.takeTheirsRow': settling('theirs', 'rows'),
  'grid.takeMineAll': settling('mine', 'all'),
  'grid.takeTheirsAll': settling('theirs', 'all'),
}
