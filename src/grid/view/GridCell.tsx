import { type CSSProperties, memo, useLayoutEffect, useRef } from 'react'
import type { Locale } from '#contract/messages/locales.ts'
import type { RowValues } from '../../data/records/row.ts'
import { moneyMark } from '../../fields/units.ts'
import { takeFocus } from '../commands/focus.ts'
import { fieldOf, type GridColumn } from '../state/column.ts'
import type { GridState, Mode } from '../state/gridState.ts'
import { canPick } from '../state/moving.ts'
import { CellInput } from './CellInput.tsx'
import { TheirValue } from './ConflictCell.tsx'
import styles from './Grid.module.css'

interface Props {
  readonly grid: GridState
  readonly column: GridColumn
  readonly at: number
  readonly place: CSSProperties
  readonly row: RowValues | undefined
  readonly mode: Mode
  readonly active: boolean
  readonly aloud: boolean
  readonly editable: boolean
  readonly fieldError: string | undefined
  readonly errorText: string | undefined
  readonly changed: boolean
  readonly theirs: RowValues | undefined
  /** Selection edges here: any of t r b l after `m`. */
  readonly marked: string
  readonly filling: string
  readonly handle: boolean
  readonly href: string | undefined
  readonly locale: Locale
}

/** Grid cell. Primitive or stable props: a move renders two. */
export const GridCell = memo(function GridCell(props: Props) {
  const { grid, column, at, place, row, mode, active, editable, fieldError, changed, marked, locale } = props
  const self = useRef<HTMLDivElement>(null)
  const typed = active && editable && !['flag', 'window'].includes(column.kind.editor) && !props.aloud
  const hasFocus = active && !typed
  useLayoutEffect(() => {
    if (hasFocus) takeFocus(grid, self.current)
  }, [hasFocus, grid])
  // Losing tabindex would drop focus before the next cell takes it.
  const hadFocus = useRef(false)
  hadFocus.current ||= hasFocus
  const state = active ? mode : changed ? 'changed' : undefined
  const Value = props.href === undefined ? 'span' : 'a'
  return (
    <div
      ref={self}
      role="gridcell"
      className={styles.cell}
      style={place}
      tabIndex={hasFocus ? 0 : hadFocus.current ? -1 : undefined}
      aria-colindex={at + 2}
      aria-readonly={!editable || undefined}
      aria-selected={marked !== '' || undefined}
      aria-invalid={fieldError !== undefined || undefined}
      title={props.errorText ?? column.kind.hint?.(row?.[column.id])}
      data-column-id={column.id}
      data-state={state}
      data-active={active || undefined}
      data-align={column.align ?? column.kind.align}
      data-pinned={column.pinned}
      data-marked={marked || undefined}
      data-filling={props.filling || undefined}
      data-changed={changed || undefined}
      data-editable={editable || undefined}
      data-picker={active && editable && canPick(column) ? column.kind.editor : undefined}
      data-key={column.isKey || undefined}
      data-contested={props.theirs !== undefined || undefined}
    >
      {row ? (
        <Value
          className={styles.value}
          href={props.href}
          tabIndex={props.href === undefined ? undefined : -1}
          hidden={typed && mode !== 'navigate'}
          data-long={column.field?.kind === 'longText' || undefined}
          data-unit={column.unitIn?.(row) || undefined}
          data-money={moneyMark(column.field, row[column.id])}
        >
          {column.kind.show(row[column.id], row, fieldOf(column), locale, column.id)}
        </Value>
      ) : (
        <span className={styles.skeleton} />
      )}
      {row && props.theirs && mode === 'navigate' && <TheirValue column={column} row={props.theirs} locale={locale} />}
      {typed && row && (
        <CellInput grid={grid} column={column} row={row} mode={mode} locale={locale} fieldError={fieldError} />
      )}
      {props.handle && <span className={styles.handle} data-fill-handle="" />}
    </div>
  )
})
