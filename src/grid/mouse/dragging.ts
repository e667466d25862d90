/** Dragging over the rows of a grid: the cell under the mouse is told, and rows and columns beyond the edge come by themselves. */
import type { MouseEvent as Press } from 'react'
import type { Cell } from '../state/cursor.ts'
import type { GridState } from '../state/gridState.ts'
import { columnUnder } from './columnUnder.ts'

/** What a drag does. */
export interface Drag {
  /** The mouse came over another cell; outside the rows the nearest one counts. */
  over(cell: Cell): void
  /** The button was let go, or the drag was given up with Escape. */
  done?(isKept: boolean, event: MouseEvent | KeyboardEvent): void
  /** Only up and down: heads of rows stay in sight when columns are scrolled. */
  readonly isUpright?: boolean
}

/** The part of the screen in which rows are seen, without titles, row heads and scroll bars. */
interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** As near to the right edge as this columns come already: the window may end there. */
const nearness = 8

/** How far the mouse is past an end; 0 between them. */
const beyond = (at: number, from: number, to: number) => (at < from ? at - from : at > to ? at - to : 0)

/** Pixels to scroll in a frame: the further out, the faster. */
export function speedAt(past: number): number {
  return Math.sign(past) * Math.min(80, Math.ceil(Math.abs(past) / 3))
}

function boundsOf(root: HTMLElement): Bounds {
  const { left, top } = root.getBoundingClientRect()
  const head = root.querySelector('[role=rowgroup]')?.getBoundingClientRect().height ?? 0
  const rowHead = root.querySelector('[data-row-head]')?.getBoundingClientRect().width ?? 0
  return { left: left + rowHead, top: top + head, right: left + root.clientWidth, bottom: top + root.clientHeight }
}

const inside = (at: number, from: number, to: number) => Math.min(Math.max(at, from + 1), to - 1)

/** The cell nearest to a point. */
function cellNear(grid: GridState, root: HTMLElement, x: number, y: number, isUpright: boolean): Cell | null {
  const { left, top, right, bottom } = boundsOf(root)
  const at = document.elementFromPoint(isUpright ? left - 1 : inside(x, left, right), inside(y, top, bottom))
  if (!at || !root.contains(at)) return null
  const index = at.closest<HTMLElement>('[data-index]')?.dataset.index
  // There is nothing but room below the last row.
  const row = index === undefined ? grid.props.source.count - 1 : Number(index)
  const id = at.closest<HTMLElement>('[data-column-id]')?.dataset.columnId
  const column = grid.columns.findIndex(of => of.id === id)
  if (column >= 0) return { row, column }
  const under = at.closest('[data-unread]') ? columnUnder(grid, inside(x, left, right)) : -1
  if (under >= 0 && !isUpright) return { row, column: under }
  return { row, column: at.closest('[data-row-head]') ? 0 : grid.columns.length - 1 }
}

/** Follows the mouse from a press until the button is let go. */
export function drag(grid: GridState, press: Press, { over, done, isUpright = false }: Drag): void {
  const { root } = grid
  if (!root) return
  let point = { x: press.clientX, y: press.clientY }
  let last: Cell | null = null
  let frame = 0

  const look = () => {
    const cell = cellNear(grid, root, point.x, point.y, isUpright)
    if (!cell || (cell.row === last?.row && cell.column === last.column)) return
    last = cell
    over(cell)
  }
  const scroll = () => {
    const { left, top, right, bottom } = boundsOf(root)
    const across = isUpright ? 0 : speedAt(beyond(point.x, left, right - nearness))
    const down = speedAt(beyond(point.y, top, bottom))
    frame = across === 0 && down === 0 ? 0 : requestAnimationFrame(scroll)
    if (frame === 0) return
    root.scrollBy(across, down)
    look()
  }
  const moved = (event: MouseEvent) => {
    if ((event.buttons & 1) === 0) return end(true, event)
    // A hand that only trembles drags nothing.
    if (last === null && Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < 3) return
    point = { x: event.clientX, y: event.clientY }
    look()
    if (frame === 0) frame = requestAnimationFrame(scroll)
  }
  const released = (event: MouseEvent) => end(true, event)
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    end(false, event)
  }
  const end = (isKept: boolean, event: MouseEvent | KeyboardEvent) => {
    cancelAnimationFrame(frame)
    window.removeEventListener('mousemove', moved)
    window.removeEventListener('mouseup', released)
    window.removeEventListener('keydown', keyed, true)
    done?.(isKept, event)
  }
  window.addEventListener('mousemove', moved)
  window.addEventListener('mouseup', released)
  window.addEventListener('keydown', keyed, true)
}
