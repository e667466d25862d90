import type { Range } from '../state/selection.ts'

export interface PlacedBlock {
  readonly row: number
  readonly column: number
  /** Source cell within the block. */
  readonly down: number
  readonly across: number
}

export interface PasteTarget {
  readonly cells: readonly PlacedBlock[]
  readonly rowsBelow: number
  /** Block columns beyond the last column: dropped and reported. */
  readonly columnsBeyond: number
}

export interface Size {
  readonly height: number
  readonly width: number
}

export interface Reach {
  readonly rows: number
  readonly columns: number
}

/** Repetition: single values fill any selection, blocks only exact multiples. */
function repeated({ height, width }: Size, { top, left, bottom, right }: Range): Size {
  const marked = { height: bottom - top + 1, width: right - left + 1 }
  return marked.height % height === 0 && marked.width % width === 0 ? marked : { height, width }
}

function placeIn(size: Size, target: Range, reach: Reach): PasteTarget {
  const { height, width } = repeated(size, target)
  const cells: PlacedBlock[] = []
  for (let down = 0; down < height; down++)
    for (let across = 0; across < width; across++) {
      const column = target.left + across
      if (column < reach.columns)
        cells.push({ row: target.top + down, column, down: down % size.height, across: across % size.width })
    }
  return {
    cells,
    rowsBelow: Math.max(0, target.top + height - reach.rows),
    columnsBeyond: Math.max(0, target.left + width - reach.columns),
  }
}

/** Placement: single values fill, exact multiples tile, others anchor top left. */
export function pasteTarget(size: Size, targets: readonly Range[], reach: Reach): PasteTarget {
  const nothing = { cells: [], rowsBelow: 0, columnsBeyond: 0 }
  if (size.height === 0 || size.width === 0) return nothing
  const all = targets.map(target => placeIn(size, target, reach))
  const [first = nothing] = all
  if (all.length === 1) return first
  const byPlace = new Map(
    all.flatMap(({ cells }) => cells).map(cell => [cell.row * reach.columns + cell.column, cell] as const),
  )
  return {
    cells: [...byPlace.values()].sort((one, other) => one.row - other.row || one.column - other.column),
    rowsBelow: Math.max(...all.map(({ rowsBelow }) => rowsBelow)),
    columnsBeyond: Math.max(...all.map(({ columnsBeyond }) => columnsBeyond)),
  }
}
