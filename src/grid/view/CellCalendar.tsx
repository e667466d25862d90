import { useAtomValueRawSync } from 'jotai'
import { useEffect, useMemo } from 'react'
import { store } from '../../data/store.ts'
import { LazyCalendar } from '../../fields/calendar/LazyCalendar.tsx'
import { enterFromWindow } from '../commands/cellDialog.ts'
import { cellOf } from '../commands/cellPreview.ts'
import { keyboardOf, left } from '../commands/focus.ts'
import { fieldOf } from '../state/column.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'
import { setMode } from '../state/moving.ts'

export function CellCalendar({ grid }: { readonly grid: GridState }) {
  const isOpen = useAtomValueRawSync(grid.calendarAtom, { store })
  return isOpen && <Opened grid={grid} />
}

/** Calendar of the edited cell, unchanged until a day is picked. */
function Opened({ grid }: { readonly grid: GridState }) {
  const { opened, column, anchor, value, bounds } = useMemo(() => begun(grid), [grid])
  useEffect(
    () => () => {
      // Focus comes back within two frames, unless it went elsewhere.
      const check = () => grid.root?.contains(document.activeElement) || left(grid, document.activeElement)
      requestAnimationFrame(() => requestAnimationFrame(check))
    },
    [grid],
  )
  if (!column || !opened) return null
  const pick = (text: string) => {
    const parsed = column.kind.parse(text, fieldOf(column))
    setMode(grid, 'navigate')
    if ('value' in parsed) enterFromWindow(grid, opened, parsed.value)
  }
  return (
    <LazyCalendar
      title={column.title}
      value={value}
      bounds={bounds}
      isMoment={column.kind.editor === 'instant'}
      anchor={anchor}
      owner={() => keyboardOf(grid)}
      onPick={pick}
      onClose={() => store.set(grid.calendarAtom, false)}
    />
  )
}

/** Begins with what is typed, where that is a day. */
function begun(grid: GridState) {
  const cell = cursorOf(grid)
  const column = grid.columns[cell.column]
  const rowId = grid.rowId ?? grid.props.source.rowId(cell.row)
  const opened = column && rowId !== undefined ? { rowId, columnId: column.id } : undefined
  const typed = grid.editor?.text() ?? ''
  const parsed = column && typed !== '' ? column.kind.parse(typed, fieldOf(column)) : undefined
  const row = grid.props.source.row(cell.row) ?? {}
  const bounds = column?.entity === undefined ? undefined : { entity: column.entity, name: column.id, row }
  const value = parsed && 'value' in parsed ? parsed.value : column && row[column.id]
  return { opened, column, anchor: cellOf(grid), value, bounds }
}
