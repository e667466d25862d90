/** Row changes under the cursor: insert, remove, move. */
import { flushSync } from 'react-dom'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import type { RowId } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { clampCell, header } from './cursor.ts'
import { finishEdit, positionOf, presentId } from './edit.ts'
import { cursorOf, type GridState, gridExtent, modeOf } from './gridState.ts'
import { hasMark, markedRanges } from './marked.ts'
import { goTo, placeCursor, unmark } from './moving.ts'
import type { Range } from './selection.ts'

export function insertRow(grid: GridState, before?: number, action: EditAction = { kind: 'rowsAdded' }): void {
  const { onInsert, source } = grid.props
  if (!onInsert) return
  const row = onInsert(1, before, action) ?? source.count
  const column = grid.columns.findIndex(of => !of.readOnly && of.kind.editor !== 'none')
  grid.runColumn = null
  grid.awaited = true
  grid.rowId = undefined
  store.set(grid.anchorAtom, null)
  placeCursor(grid, { row, column: Math.max(column, 0) })
}

async function areThere(grid: GridState, wanted: number): Promise<boolean> {
  // New rows arrive with the owner's next render.
  for (let frame = 0; frame < 30 && grid.props.source.count < wanted; frame++)
    await new Promise(resolve => requestAnimationFrame(resolve))
  return grid.props.source.count >= wanted
}

/** Insertion drawn at once: no other key comes between. */
export function roomFor(grid: GridState, rows: number, before: number, action: EditAction): boolean {
  const wanted = grid.props.source.count + rows
  flushSync(() => grid.props.onInsert?.(rows, before, action))
  return grid.props.source.count >= wanted
}

export const hasRoomBelow = ({ props: { onAppend, onInsert } }: GridState): boolean =>
  onAppend !== undefined || onInsert !== undefined

export async function roomBelow(grid: GridState, rows: number, action: EditAction): Promise<number | null> {
  const { onAppend, onInsert, source } = grid.props
  const wanted = source.count + rows
  const first = onAppend ? onAppend(rows, action) : onInsert?.(rows, undefined, action)
  return (await areThere(grid, wanted)) ? (first ?? source.count) : null
}

/** Moves the selection with its rows; drops it when split. */
function followMark(grid: GridState): void {
  const { source, sort, query = sort } = grid.props
  const isOther = grid.query !== query
  grid.query = query
  if (!hasMark(grid)) return
  const moved = isOther ? null : movedBy(grid.held, source.rowId, id => positionOf(grid, id))
  if (moved === null) unmark(grid)
  else if (moved === 0) holdMark(grid)
  else moveMark(grid, moved)
}

function moveMark(grid: GridState, by: number): void {
  const anchor = store.get(grid.anchorAtom)
  if (anchor) store.set(grid.anchorAtom, { ...anchor, row: anchor.row + by })
  store.set(grid.furtherAtom, ranges => ranges.map(range => shifted(range, by)))
}

export function holdMark(grid: GridState): void {
  grid.held = cornersOf(markedRanges(grid), row => grid.props.source.rowId(row))
}

export function followRow(grid: GridState): void {
  const { source } = grid.props
  const cursor = cursorOf(grid)
  followMark(grid)
  if (cursor.row === header || source.count === 0 || grid.awaited) return
  if (goToSought(grid)) return
  const found =
    grid.rowId === undefined || source.rowId(cursor.row) === grid.rowId ? cursor.row : positionOf(grid, grid.rowId)
  if (found >= 0 && found !== cursor.row) {
    if (modeOf(grid) !== 'navigate') void finishEdit(grid)
    store.set(grid.cursorAtom, { ...cursor, row: found })
    hold(grid, found)
    // Stored new rows jump to their sorted place; the user follows.
    if (grid.followed !== undefined && grid.followed === grid.rowId && grid.owned) grid.reveal(cursorOf(grid))
    grid.followed = undefined
    return
  }
  const kept = clampCell(cursor, gridExtent(grid))
  if (kept.row !== cursor.row || kept.column !== cursor.column) store.set(grid.cursorAtom, kept)
  hold(grid, kept.row)
}

/** Goes to the row last used elsewhere, e.g. a record. */
function goToSought(grid: GridState): boolean {
  const { sought, onActive, loading } = grid.props
  const id = sought?.()
  if (id === undefined || id === grid.rowId || loading) return false
  const row = positionOf(grid, id)
  if (row >= 0) goTo(grid, { ...cursorOf(grid), row })
  else if (grid.rowId !== undefined) onActive?.(cursorOf(grid).row, grid.rowId)
  return row >= 0
}

function hold(grid: GridState, row: number): void {
  const id = grid.props.source.rowId(row)
  if (id === grid.rowId || id === undefined) return
  if (grid.rowId !== undefined && id === presentId(grid.props.source, grid.rowId)) grid.followed = id
  grid.rowId = id
  grid.props.onActive?.(row, id)
}

// Selection tracking: ranges stay on their row ids.

export function cornersOf(
  ranges: readonly Range[],
  rowId: (row: number) => RowId | undefined,
): ReadonlyMap<number, RowId> {
  const held = new Map<number, RowId>()
  for (const { top, bottom } of ranges)
    for (const row of [top, bottom]) {
      const id = rowId(row)
      if (id !== undefined) held.set(row, id)
    }
  return held
}

/** Row offset of tracked ids; null when split. Unloaded: unmoved. */
export function movedBy(
  held: ReadonlyMap<number, RowId>,
  rowId: (row: number) => RowId | undefined,
  positionOf: (id: RowId) => number,
): number | null {
  let moved: number | null = null
  for (const [row, id] of held) {
    const there = rowId(row)
    const now = there === id ? row : positionOf(id)
    if (now < 0 && there === undefined) continue
    if (now < 0 || (moved !== null && now - row !== moved)) return null
    moved = now - row
  }
  return moved ?? 0
}

export function shifted(range: Range, by: number): Range {
  return by === 0 ? range : { ...range, top: range.top + by, bottom: range.bottom + by }
}
