import { useAtomValueRawSync } from 'jotai'
import { useId } from 'react'
import { store } from '../../data/store.ts'
import { dialogEditors } from '../../editor/dialogEditors.ts'
import { PartSuspense } from '../../ui/part.tsx'
import { enterFromWindow, rowOfWindow } from '../commands/cellDialog.ts'
import { fieldOf, type GridColumn } from '../state/column.ts'
import { positionIn } from '../state/edit.ts'
import type { GridState } from '../state/gridState.ts'
import type { GridProps } from '../state/source.ts'

interface Props {
  readonly grid: GridState
  /** Props of this render: the grid state updates only afterwards. */
  readonly given: GridProps
  readonly columns: readonly GridColumn[]
}

export function CellDialog({ grid, given: { source, onCommit }, columns }: Props) {
  const id = useId()
  const opened = useAtomValueRawSync(grid.windowAtom, { store })
  if (!opened) return null
  const index = positionIn(source, opened.rowId)
  const column = columns.find(({ id }) => id === opened.columnId)
  const row = index < 0 ? undefined : source.row(index)
  const Window = column && dialogEditors[fieldOf(column).kind]
  if (!row || !Window) return null
  const place = `${id}/${opened.rowId}/${opened.columnId}`
  return (
    <PartSuspense fallback={null}>
      <Window
        key={place}
        place={place}
        rowNow={() => rowOfWindow(grid, opened)}
        name={column.id}
        title={column.title}
        field={fieldOf(column)}
        row={row}
        isReadOnly={!onCommit || column.readOnly === true || !source.editable(index, column.id)}
        onChange={value => enterFromWindow(grid, opened, value)}
        onClose={() => store.set(grid.windowAtom, null)}
      />
    </PartSuspense>
  )
}
