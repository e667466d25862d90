/** Drag over rows with hit-testing and edge auto-scroll. */
import type { MouseEvent as Press } from 'react'
import type { Cell } from '../state/cursor.ts'
import type { GridState } from '../state/gridState.ts'
import { columnUnder } from './columnUnder.ts'

export interface Drag {
  over(cell: Cell): void
  done?(isKept: boolean, event: MouseEvent | KeyboardEvent): void
  /** Vertical drags only: row headers stay visible during horizontal scrolling. */
  readonly isUpright?: boolean
}

interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Edge distance in pixels that scrolls: the window may end there. */
const nearness = 8

const beyond = (at: number, from: number, to: number) => (at < from ? at - from : at > to ? at - to : 0)

/** Scroll speed in pixels per frame, growing with distance. */
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

function cellNear(grid: GridState, root: HTMLElement, x: number, y: number, isUpright: boolean): Cell | null {
  const { left, top, right, bottom } = boundsOf(root)
  const at = document.elementFromPoint(isUpright ? left - 1 : inside(x, left, right), inside(y, top, bottom))
  if (!at || !root.contains(at)) return null
  const index = at.closest<HTMLElement>('[data-index]')?.dataset.index
  // Empty space below the last row.
  const row = index === undefined ? grid.props.source.count - 1 : Number(index)
  const id = at.closest<HTMLElement>('[data-column-id]')?.dataset.columnId
  const column = grid.columns.findIndex(of => of.id === id)
  if (column >= 0) return { row, column }
  const under = at.closest('[data-unread]') ? columnUnder(grid, inside(x, left, right)) : -1
  if (under >= 0 && !isUpright) return { row, column: under }
  return { row, column: at.closest('[data-row-head]') ? 0 : grid.columns.length - 1 }
}

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
    // Dead zone against a trembling hand.
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
