import { type CSSProperties, memo, useCallback, useSyncExternalStore } from 'react'
import type { Locale } from '#contract/messages/locales.ts'
import { validateValue } from '#contract/schema/validate.ts'
import { store } from '../../data/store.ts'
import { faultText } from '../../fields/faultText.ts'
import { useText } from '../../ui/useText.ts'
import type { GridColumn } from '../state/column.ts'
import type { GridState, Mode } from '../state/gridState.ts'
import { edgesIn, isMarking, rangesInRow } from '../state/selection.ts'
import type { GridSource, RowState } from '../state/source.ts'
import styles from './Grid.module.css'
import { GridCell } from './GridCell.tsx'

interface Props {
  readonly grid: GridState
  readonly index: number
  readonly source: GridSource
  /** Row stamp. */
  readonly version: unknown
  /** Editability stamp. */
  readonly rules: unknown
  readonly columns: readonly GridColumn[]
  /** Undefined for unrendered columns. */
  readonly places: readonly (CSSProperties | undefined)[]
  readonly checkable: boolean
  readonly checked: boolean
  readonly editable: boolean
  readonly locale: Locale
  readonly top: number
  /** Scrolled past too fast to read. */
  readonly flown: boolean
}

const none: readonly GridColumn[] = []

const marks: Record<RowState, string> = { clean: '', new: '+', dirty: '•', saving: '…', error: '!', conflict: '⇄' }

function viewOf(grid: GridState, index: number): string {
  const { cursor, mode, marks, filling, aloud } = store.get(grid.shownAtom)
  const column = cursor.row === index ? cursor.column : -1
  const [only, another] = marks
  const corner = only && !another && only.bottom === index ? `${only.left}:${only.right}` : ''
  const marked = isMarking(marks) ? rangesInRow(marks, index) : ''
  const filled = filling ? rangesInRow([filling], index) : ''
  return `${column}|${column < 0 ? 'navigate' : mode}|${marked}|${filled}|${corner}|${column >= 0 && mode === 'navigate' && aloud}`
}

/** Cursor and selection facts; renders only on change. Derived, as an atom per row would cost more. */
function useRowView(grid: GridState, index: number) {
  const subscribe = useCallback((tell: () => void) => store.sub(grid.shownAtom, tell), [grid])
  const view = useSyncExternalStore(subscribe, () => viewOf(grid, index))
  const [column = '-1', mode = 'navigate', marked = '', filling = '', corner = '', aloud] = view.split('|')
  const [first = -1, last = -1] = corner === '' ? [] : corner.split(':').map(Number)
  return { active: Number(column), mode: mode as Mode, marked, filling, first, last, aloud: aloud === 'true' }
}

function Row(props: Props) {
  const { grid, index, source, columns, places, checkable, checked, locale } = props
  const text = useText()
  const { active, mode, marked, filling, first, last, aloud } = useRowView(grid, index)
  const row = source.row(index)
  // Scrollbar dragging renders one cell per row.
  const isPassed = props.flown && row === undefined && active < 0
  const id = source.rowId(index)
  const state = row ? source.state(index) : 'clean'
  // Handle at the selection's corner, given any editable column.
  const canFill =
    props.editable &&
    mode === 'navigate' &&
    columns.slice(Math.max(first, 0), last + 1).some(({ readOnly, kind }) => !readOnly && kind.editor !== 'none')
  return (
    <div
      role="row"
      className={styles.row}
      style={{ top: props.top }}
      aria-rowindex={index + 2}
      aria-selected={checkable ? checked : undefined}
      aria-busy={row === undefined || undefined}
      data-index={index}
      data-row-id={id}
      data-state={state}
      data-active={active >= 0 || undefined}
      data-entering={(active >= 0 && mode !== 'navigate') || undefined}
      data-checked={checked || undefined}
    >
      <div
        role="gridcell"
        className={styles.rowHead}
        aria-colindex={1}
        aria-label={state === 'clean' ? String(index + 1) : `${index + 1}, ${text(`grid.state.${state}`)}`}
        title={state === 'clean' ? undefined : text(`grid.state.${state}`)}
        data-row-head=""
      >
        <span className={styles.mark}>{marks[state]}</span>
        {checkable ? <span className={styles.check} data-on={checked || undefined} /> : <span>{index + 1}</span>}
      </div>
      {isPassed && <div role="gridcell" className={styles.unread} aria-colindex={2} data-unread="" />}
      {(isPassed ? none : columns).map((column, at) => {
        const place = places[at]
        if (!place) return null
        const can =
          props.editable &&
          !column.readOnly &&
          column.kind.editor !== 'none' &&
          row !== undefined &&
          source.editable(index, column.id)
        const own = can && column.field && state !== 'clean' ? validateValue(column.field, row[column.id]) : null
        const fault = source.fault(index, column.id) ?? own ?? undefined
        return (
          <GridCell
            key={column.id}
            grid={grid}
            column={column}
            at={at}
            place={place}
            row={row}
            active={at === active}
            mode={at === active ? mode : 'navigate'}
            aloud={at === active && aloud}
            editable={can}
            fault={fault}
            faultText={fault === undefined ? undefined : faultText(text, fault)}
            changed={source.changed?.(index, column.id) ?? false}
            theirs={source.contested?.(index, column.id)?.row}
            marked={edgesIn(marked, at)}
            filling={edgesIn(filling, at)}
            handle={at === last && canFill}
            locale={locale}
          />
        )
      })}
    </div>
  )
}

/** Grid row, memoized by version: the source changes identity every render. */
export const GridRow = memo(Row, (before, after) =>
  (Object.keys(after) as (keyof Props)[]).every(key => key === 'source' || before[key] === after[key]),
)
