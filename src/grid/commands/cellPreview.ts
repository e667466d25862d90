/** Cell preview: full content of truncated cells. */
import { store } from '../../data/store.ts'
import { textOf } from '../state/column.ts'
import { header } from '../state/cursor.ts'
import { cursorOf, type GridState, type Run } from '../state/gridState.ts'

export function wholeText(grid: GridState): string {
  const { row, column } = cursorOf(grid)
  const of = grid.columns[column]
  const values = row === header ? undefined : grid.props.source.row(row)
  return of && values ? textOf(of, values) : ''
}

export function cellOf(grid: GridState): HTMLElement | null {
  return grid.root?.querySelector<HTMLElement>('[role=row] > [role=gridcell][data-active]') ?? null
}

export function isCutOff(grid: GridState): boolean {
  const value = cellOf(grid)?.querySelector<HTMLElement>(':scope > :first-child')
  if (!value) return false
  return value.scrollWidth > value.clientWidth || wholeText(grid).includes('\n')
}

export const previewCell: Run = grid => store.set(grid.previewAtom, true)
