/** Stored records under a pasted block: overwrite count and new-row alternative. */
import type { GridState } from '../state/gridState.ts'
import { hasRoomBelow } from '../state/rows.ts'
import type { Range } from '../state/selection.ts'
import type { PasteTarget } from './pasteTarget.ts'
import type { Planned } from './planning.ts'

/** Limit of unselected records changed without a preview. */
export const mostUnseenRecords = 5

/** List rows only; lines belong to the document being edited anyway. */
const isRecord = ({ props: { source, entity } }: GridState, row: number) =>
  entity !== undefined && row < source.count && typeof source.rowId(row) !== 'string'

const isNewRow = ({ props: { source } }: GridState, row: number) => typeof source.rowId(row) === 'string'

function below(placement: PasteTarget, from: number, count: number): PasteTarget {
  let end = from
  const cells = placement.cells.map(cell => {
    end = Math.max(end, cell.row + 1)
    return cell.row < from ? cell : { ...cell, row: cell.row - from + count }
  })
  return { ...placement, cells, rowsBelow: end - from }
}

/** Blocks starting in a new row never overflow onto stored rows. */
export function withinNewRows(grid: GridState, placement: PasteTarget, targets: readonly Range[]): PasteTarget {
  const { count } = grid.props.source
  const [target, ...others] = targets
  if (!target || others.length > 0 || !hasRoomBelow(grid)) return placement
  for (let row = target.top; row <= target.bottom; row++) if (!isNewRow(grid, row)) return placement
  let end = target.bottom + 1
  while (end < count && isNewRow(grid, end)) end++
  return end < count && placement.cells.some(({ row }) => row >= end) ? below(placement, end, count) : placement
}

/** All-new-rows placement; null without row creation or with several targets. */
export function asNewRows(grid: GridState, placement: PasteTarget, targets: readonly Range[]): PasteTarget | null {
  const [target, ...others] = targets
  if (!target || others.length > 0 || !hasRoomBelow(grid)) return null
  return below(placement, target.top, grid.props.source.count)
}

export interface Overwriting {
  readonly records: number
  readonly unmarked: number
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

export function overwritingOf(grid: GridState, cells: readonly Planned[], targets: readonly Range[]): Overwriting {
  const rows = new Set<number>()
  for (const { row, column, reading } of cells) {
    if (rows.has(row) || reading.outcome === 'skipped' || !isRecord(grid, row)) continue
    const before = grid.props.source.row(row)?.[grid.columns[column]?.id ?? '']
    if (!isSame(before, reading.value)) rows.add(row)
  }
  const isMarked = (row: number) => targets.some(({ top, bottom }) => row >= top && row <= bottom)
  return { records: rows.size, unmarked: [...rows].filter(row => !isMarked(row)).length }
}
