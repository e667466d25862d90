import { type CSSProperties, memo, useLayoutEffect, useRef } from 'react'
import type { Locale } from '../../contract/messages/locales.ts'
import type { Values } from '../../contract/schema/field.ts'
import { takeFocus } from '../commands/focus.ts'
import { fieldOf, type GridColumn } from '../state/column.ts'
import type { GridState, Mode } from '../state/gridState.ts'
import { CellInput } from './CellInput.tsx'
import { TheirValue } from './ConflictCell.tsx'
import styles from './Grid.module.css'

interface Props {
  readonly grid: GridState
  readonly column: GridColumn
  /** Position of the column, from 0. */
  readonly at: number
  readonly place: CSSProperties
  readonly row: Values | undefined
  /** `navigate` for a cell without the cursor. */
  readonly mode: Mode
  readonly active: boolean
  /** Does the cell itself have the keyboard, to be read aloud, until something is entered? */
  readonly aloud: boolean
  readonly editable: boolean
  readonly fault: string | undefined
  readonly faultText: string | undefined
  readonly changed: boolean
  /** The row as somebody else saved it, where that contests what is entered here. */
  readonly theirs: Values | undefined
  /** Which edges of the marked block run along this cell: any of t r b l, after an `m`; empty when it is not marked. */
  readonly marked: string
  /** The same of the cells that the fill handle would fill. */
  readonly filling: string
  /** Is this the corner by which the marked block is filled on? */
  readonly handle: boolean
  readonly locale: Locale
}

/** One cell. Everything it takes is a primitive or stays the same, so that moving the cursor draws two cells. */
export const GridCell = memo(function GridCell(props: Props) {
  const { grid, column, at, place, row, mode, active, editable, fault, changed, marked, locale } = props
  const self = useRef<HTMLDivElement>(null)
  const typed = active && editable && !['flag', 'window'].includes(column.kind.editor) && !props.aloud
  const hasFocus = active && !typed
  useLayoutEffect(() => {
    if (hasFocus) takeFocus(grid, self.current)
  }, [hasFocus, grid])
  // A cell that lost its place among what can be focused would lose the keyboard at once, before the next one takes it.
  const hadFocus = useRef(false)
  hadFocus.current ||= hasFocus
  const state = active ? mode : changed ? 'changed' : undefined
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
      aria-invalid={fault !== undefined || undefined}
      title={props.faultText}
      data-column-id={column.id}
      data-state={state}
      data-active={active || undefined}
      data-align={column.align ?? column.kind.align}
      data-pinned={column.pinned}
      data-marked={marked || undefined}
      data-filling={props.filling || undefined}
      data-changed={changed || undefined}
      data-editable={editable || undefined}
      data-contested={props.theirs !== undefined || undefined}
    >
      {row ? (
        <span
          className={styles.value}
          hidden={typed && mode !== 'navigate'}
          data-long={column.field?.kind === 'longText' || undefined}
        >
          {column.kind.show(row[column.id], row, fieldOf(column), locale, column.id)}
        </span>
      ) : (
        <span className={styles.skeleton} />
      )}
      {row && props.theirs && mode === 'navigate' && <TheirValue column={column} row={props.theirs} locale={locale} />}
      {typed && row && <CellInput grid={grid} column={column} row={row} mode={mode} locale={locale} fault={fault} />}
      {props.handle && <span className={styles.handle} data-fill-handle="" />}
    </div>
  )
})
