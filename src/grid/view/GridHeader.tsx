import type { Header } from '@tanstack/react-table'
import { atom, useAtomValueRawSync } from 'jotai'
import { type CSSProperties, memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { useText } from '../../ui/useText.ts'
import { takeFocus } from '../commands/focus.ts'
import { titlePressed } from '../mouse/titleDrag.ts'
import type { GridColumn } from '../state/column.ts'
import { header as headerRow } from '../state/cursor.ts'
import type { GridState } from '../state/gridState.ts'
import styles from './Grid.module.css'
import type { gridFeatures } from './useGridColumns.ts'

type GridHeaderOf = Header<typeof gridFeatures, RowValues, unknown>

interface CellProps {
  readonly grid: GridState
  readonly column: GridColumn
  readonly of: GridHeaderOf | undefined
  readonly at: number
  readonly place: CSSProperties
  readonly active: boolean
  /** First sorted column only, as ARIA requires. */
  readonly sorted: 'asc' | 'desc' | undefined
  readonly rank: number
  /** Multiple sort: priorities are numbered. */
  readonly isOneOfMany: boolean
}

function HeaderCell({ grid, column, of, at, place, active, sorted, rank, isOneOfMany }: CellProps) {
  const self = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (active) takeFocus(grid, self.current)
  }, [active, grid])
  const aria = sorted && rank === 0 ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined
  return (
    <div
      ref={self}
      role="columnheader"
      className={styles.headCell}
      style={place}
      tabIndex={active ? 0 : undefined}
      aria-colindex={at + 2}
      aria-sort={aria}
      data-column-id={column.id}
      data-align={column.align ?? column.kind.align}
      data-pinned={column.pinned}
      data-active={active || undefined}
      data-sortable={column.sortable || undefined}
      title={column.explanation ? `${column.title}\n${column.explanation}` : column.title}
      data-term={column.explanation ? column.title : undefined}
      data-explanation={column.explanation}
    >
      <span className={styles.title}>
        {column.title}
        {column.required && <span className={styles.required}>*</span>}
      </span>
      {sorted && (
        <span className={styles.sort} aria-hidden="true">
          {sorted === 'asc' ? '↑' : '↓'}
          {isOneOfMany && rank + 1}
        </span>
      )}
      {of && (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; the keyboard has `grid.columnWider`
        <span className={styles.resize} data-resize="" onMouseDown={of.getResizeHandler()} />
      )}
    </div>
  )
}

interface Props {
  readonly grid: GridState
  readonly columns: readonly GridColumn[]
  readonly headers: readonly GridHeaderOf[]
  readonly places: readonly (CSSProperties | undefined)[]
  readonly checkable: boolean
  readonly sort: readonly (readonly [string, 'asc' | 'desc'])[]
  readonly checked: 'all' | 'some' | 'none'
}

/** Header: sorting and dragging. Memoized against arriving rows. */
export const GridHeader = memo(function GridHeader(props: Props) {
  const { grid, columns, headers, places, checkable, sort, checked } = props
  const text = useText()
  const activeAtom = useMemo(
    () =>
      atom(get => {
        const { row, column } = get(grid.cursorAtom)
        return row === headerRow ? column : -1
      }),
    [grid],
  )
  const active = useAtomValueRawSync(activeAtom, { store })
  // Sorts by hidden columns are neither shown nor counted.
  const shown = sort.filter(([id]) => columns.some(column => column.id === id))
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow} onPointerDown={event => titlePressed(grid, event)}>
        <div
          role="columnheader"
          className={styles.rowHead}
          aria-colindex={1}
          aria-label={text('grid.row')}
          data-check-all=""
        >
          {checkable && (
            <span
              className={styles.check}
              data-on={checked === 'all' || undefined}
              data-some={checked === 'some' || undefined}
            />
          )}
        </div>
        {columns.map((column, at) => {
          const place = places[at]
          if (!place) return null
          const rank = shown.findIndex(([id]) => id === column.id)
          return (
            <HeaderCell
              key={column.id}
              grid={grid}
              column={column}
              of={headers[at]}
              at={at}
              place={place}
              active={at === active}
              sorted={shown[rank]?.[1]}
              rank={rank}
              isOneOfMany={shown.length > 1}
            />
          )
        })}
      </div>
      <div className={styles.drop} data-drop-mark="" hidden />
    </div>
  )
})
