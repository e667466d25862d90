import { atom, useAtomValueRawSync } from 'jotai'
import { type CSSProperties, memo, useMemo } from 'react'
import type { Locale } from '../../contract/messages/locales.ts'
import { validateValue } from '../../contract/schema/validate.ts'
import { store } from '../../data/store.ts'
import { faultText } from '../faultText.ts'
import { useText } from '../useText.ts'
import type { GridColumn } from './column.ts'
import styles from './Grid.module.css'
import { GridCell } from './GridCell.tsx'
import type { GridState, Mode } from './gridState.ts'
import { rangeInRow } from './selection.ts'
import type { GridSource, RowState } from './source.ts'

interface Props {
  readonly grid: GridState
  readonly index: number
  readonly source: GridSource
  readonly version: number
  readonly columns: readonly GridColumn[]
  readonly places: readonly CSSProperties[]
  readonly checkable: boolean
  readonly checked: boolean
  readonly editable: boolean
  readonly locale: Locale
  readonly top: number
}

const marks: Record<RowState, string> = { clean: '', new: '+', dirty: '•', saving: '…', error: '!' }

/** What this row shows of cursor and mark, as one text: the row is drawn again only when it changes. */
function useRowView(grid: GridState, index: number) {
  const viewAtom = useMemo(
    () =>
      atom(get => {
        const cursor = get(grid.cursorAtom)
        const column = cursor.row === index ? cursor.column : -1
        const mode = column < 0 ? 'navigate' : get(grid.modeAtom)
        return `${column}|${mode}|${rangeInRow(get(grid.anchorAtom), cursor, index)}`
      }),
    [grid, index],
  )
  const [column = '-1', mode = 'navigate', range = ''] = useAtomValueRawSync(viewAtom, { store }).split('|')
  return { active: Number(column), mode: mode as Mode, range }
}

function edges(range: string, column: number): string {
  if (range === '') return ''
  const [left, right, ends = ''] = range.split(':')
  if (column < Number(left) || column > Number(right)) return ''
  return `m${ends}${column === Number(left) ? 'l' : ''}${column === Number(right) ? 'r' : ''}`
}

function Row(props: Props) {
  const { grid, index, source, columns, places, checkable, checked, locale } = props
  const text = useText()
  const { active, mode, range } = useRowView(grid, index)
  const row = source.row(index)
  const id = source.rowId(index)
  const state = row ? source.state(index) : 'clean'
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
      {columns.map((column, at) => {
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
            place={places[at] ?? {}}
            row={row}
            active={at === active}
            mode={at === active ? mode : 'navigate'}
            editable={can}
            fault={fault}
            faultText={fault === undefined ? undefined : faultText(text, fault)}
            changed={source.changed?.(index, column.id) ?? false}
            marked={edges(range, at)}
            locale={locale}
          />
        )
      })}
    </div>
  )
}

/** A row. The source may be another object at every drawing; only its version says that it answers differently. */
export const GridRow = memo(Row, (before, after) =>
  (Object.keys(after) as (keyof Props)[]).every(key => key === 'source' || before[key] === after[key]),
)
