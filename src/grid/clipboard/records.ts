/** Stored records under a pasted block: which would change, and how the block goes into new rows instead. */
import type { GridState } from '../state/gridState.ts'
import { hasRoomBelow } from '../state/rows.ts'
import type { Range } from '../state/selection.ts'
import type { PasteTarget } from './pasteTarget.ts'
import type { Planned } from './planning.ts'

/** More records than this, changed beyond the marked rows, are shown first. */
export const mostUnseenRecords = 5

/** Only the rows of a list are records of their own; lines belong to the document that is being changed anyway. */
const isRecord = ({ props: { source, entity } }: GridState, row: number) =>
  entity !== undefined && row < source.count && typeof source.rowId(row) !== 'string'

const isNewRow = ({ props: { source } }: GridState, row: number) => typeof source.rowId(row) === 'string'

/** Moves what is placed from a row on below the last row. */
function below(placement: PasteTarget, from: number, count: number): PasteTarget {
  let end = from
  const cells = placement.cells.map(cell => {
    end = Math.max(end, cell.row + 1)
    return cell.row < from ? cell : { ...cell, row: cell.row - from + count }
  })
  return { ...placement, cells, rowsBelow: end - from }
}

/** A block that begins in a new row never runs on over stored ones: the rest of it becomes new rows. */
export function withinNewRows(grid: GridState, placement: PasteTarget, targets: readonly Range[]): PasteTarget {
  const { count } = grid.props.source
  const [target, ...others] = targets
  if (!target || others.length > 0 || !hasRoomBelow(grid)) return placement
  for (let row = target.top; row <= target.bottom; row++) if (!isNewRow(grid, row)) return placement
  let end = target.bottom + 1
  while (end < count && isNewRow(grid, end)) end++
  return end < count && placement.cells.some(({ row }) => row >= end) ? below(placement, end, count) : placement
}

/** The same block with every row of it new; null where rows cannot be made, or it goes to several places. */
export function asNewRows(grid: GridState, placement: PasteTarget, targets: readonly Range[]): PasteTarget | null {
  const [target, ...others] = targets
  if (!target || others.length > 0 || !hasRoomBelow(grid)) return null
  return below(placement, target.top, grid.props.source.count)
}

export interface Overwriting {
  /** Stored records of which a value would change. */
  readonly records: number
  /** Those of them that are neither marked nor under the cursor. */
  readonly unmarked: number
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** How many stored records a plan would change. */
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
