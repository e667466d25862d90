/** Row headers under the mouse: check in lists, select elsewhere. */
import type { MouseEvent } from 'react'
import { isMod } from '../../commands/keys/keyBindings.ts'
import { text } from '../../data/language.ts'
import { notify } from '../../data/notifications.ts'
import type { RowId } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { header } from '../state/cursor.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'
import { hasMark } from '../state/marked.ts'
import { goTo, markBlock, markTo } from '../state/moving.ts'
import { drag } from './dragging.ts'

export function checkedBetween(
  checked: ReadonlySet<RowId>,
  rowId: (row: number) => RowId | undefined,
  [from, to]: readonly [number, number],
  isOn: boolean,
): { readonly checked: ReadonlySet<RowId>; readonly missing: number } {
  const next = new Set(checked)
  let missing = 0
  for (let row = Math.min(from, to); row <= Math.max(from, to); row++) {
    const id = rowId(row)
    if (id === undefined) missing++
    else if (isOn) next.add(id)
    else next.delete(id)
  }
  return { checked: next, missing }
}

function check(grid: GridState, event: MouseEvent, row: number): void {
  const { selection = new Set<RowId>(), source } = grid.props
  const id = source.rowId(row)
  const { row: last, column } = cursorOf(grid)
  const from = event.shiftKey && last !== header ? last : row
  const isOn = from !== row || id === undefined || !selection.has(id)
  let missing = 0
  const until = (to: number) => {
    const found = checkedBetween(selection, at => grid.props.source.rowId(at), [from, to], isOn)
    missing = found.missing
    grid.props.onSelection?.(found.checked)
  }
  goTo(grid, { row, column })
  until(row)
  drag(grid, event, {
    isUpright: true,
    over: to => until(to.row),
    done() {
      if (missing > 0) notify({ kind: 'warning', text: () => text('grid.notChecked', { count: missing }) })
    },
  })
}

/** Selects dragged rows; Shift from the anchor, Ctrl adds. */
function mark(grid: GridState, event: MouseEvent, row: number): void {
  const last = grid.columns.length - 1
  const anchor = store.get(grid.anchorAtom)
  if (event.shiftKey && anchor) store.set(grid.anchorAtom, { ...anchor, column: last })
  else if (event.shiftKey && cursorOf(grid).row !== header)
    markBlock(grid, { ...cursorOf(grid), column: 0 }, { ...cursorOf(grid), column: last })
  else markBlock(grid, { row, column: 0 }, { row, column: last }, isMod(event) && hasMark(grid))
  if (event.shiftKey) markTo(grid, { row, column: 0 })
  drag(grid, event, { isUpright: true, over: to => markTo(grid, { row: to.row, column: 0 }) })
}

export function pressRowHeader(grid: GridState, event: MouseEvent, target: Element): void {
  const row = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)
  if (grid.props.selection) check(grid, event, row)
  else mark(grid, event, row)
}
