/** Rows coming, going and moving under the cursor. */
import type { EditAction } from '../../data/drafts/drafts.ts'
import { store } from '../../data/store.ts'
import { header, within } from './cursor.ts'
import { finishEdit, positionOf, presentId } from './edit.ts'
import { cursorOf, extentOf, type GridState, modeOf } from './gridState.ts'
import { hasMark, markedRanges } from './marked.ts'
import { goTo, placeCursor, unmark } from './moving.ts'
import { cornersOf, movedBy, shifted } from './selectionTracking.ts'

/** Makes a row before the given position, else at the end, and goes to its first cell that can be entered. */
export function insertRow(grid: GridState, before?: number, doing: EditAction = { kind: 'rowsAdded' }): void {
  const { onInsert, source } = grid.props
  if (!onInsert) return
  const row = onInsert(1, before, doing) ?? source.count
  const column = grid.columns.findIndex(of => !of.readOnly && of.kind.editor !== 'none')
  grid.runColumn = null
  grid.awaited = true
  grid.rowId = undefined
  store.set(grid.anchorAtom, null)
  placeCursor(grid, { row, column: Math.max(column, 0) })
}

/** Resolves when there are so many rows; false when they did not come. */
async function areThere(grid: GridState, wanted: number): Promise<boolean> {
  // The owner's new rows come with its next drawing.
  for (let frame = 0; frame < 30 && grid.props.source.count < wanted; frame++)
    await new Promise(resolve => requestAnimationFrame(resolve))
  return grid.props.source.count >= wanted
}

/** Makes rows before a position and resolves when they are there; false when they did not come. */
export async function roomFor(grid: GridState, rows: number, before: number, doing: EditAction): Promise<boolean> {
  if (!grid.props.onInsert) return false
  const wanted = grid.props.source.count + rows
  grid.props.onInsert(rows, before, doing)
  return areThere(grid, wanted)
}

/** Can rows be made for what goes below the last one? */
export const hasRoomBelow = ({ props: { onAppend, onInsert } }: GridState): boolean =>
  onAppend !== undefined || onInsert !== undefined

/** Makes rows for what goes below the last one; resolves with the place of the first, or null when they did not come. */
export async function roomBelow(grid: GridState, rows: number, doing: EditAction): Promise<number | null> {
  const { onAppend, onInsert, source } = grid.props
  const wanted = source.count + rows
  const first = onAppend ? onAppend(rows, doing) : onInsert?.(rows, undefined, doing)
  return (await areThere(grid, wanted)) ? (first ?? source.count) : null
}

/** What is marked goes along with its rows, as one; where they went apart, or were asked for anew, it is given up. */
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

/** Remembers which rows are marked, as far as they are loaded. */
export function holdMark(grid: GridState): void {
  grid.held = cornersOf(markedRanges(grid), row => grid.props.source.rowId(row))
}

/** After the rows changed: the cursor stays with its row, or, where that is gone, at its place. */
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
    // What was new goes to its place in the order: whoever entered it goes on with it.
    if (grid.followed !== undefined && grid.followed === grid.rowId && grid.owned) grid.reveal(cursorOf(grid))
    grid.followed = undefined
    return
  }
  const kept = within(cursor, extentOf(grid))
  if (kept.row !== cursor.row || kept.column !== cursor.column) store.set(grid.cursorAtom, kept)
  hold(grid, kept.row)
}

/** Goes to the row that was worked on elsewhere meanwhile, e.g. as an open record; a row that is not here is given up. */
function goToSought(grid: GridState): boolean {
  const { sought, onActive, loading } = grid.props
  const id = sought?.()
  if (id === undefined || id === grid.rowId || loading) return false
  const row = positionOf(grid, id)
  if (row >= 0) goTo(grid, { ...cursorOf(grid), row })
  else if (grid.rowId !== undefined) onActive?.(cursorOf(grid).row, grid.rowId)
  return row >= 0
}

/** Remembers the row at the cursor, under the id it has now. */
function hold(grid: GridState, row: number): void {
  const id = grid.props.source.rowId(row)
  if (id === grid.rowId || id === undefined) return
  if (grid.rowId !== undefined && id === presentId(grid.props.source, grid.rowId)) grid.followed = id
  grid.rowId = id
  grid.props.onActive?.(row, id)
}
