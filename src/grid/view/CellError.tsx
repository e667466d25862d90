import { useAtomValue, useAtomValueRawSync } from 'jotai'
import { localeAtom } from '../../data/language.ts'
import { store } from '../../data/store.ts'
import { errorText } from '../../fields/errorText.ts'
import { useText } from '../../ui/useText.ts'
import { unseenIn, unseenText } from '../commands/unseenErrors.ts'
import type { GridColumn } from '../state/column.ts'
import { errorOf } from '../state/edit.ts'
import type { GridState } from '../state/gridState.ts'
import type { GridSource } from '../state/source.ts'
import { ConflictNote } from './ConflictCell.tsx'
import styles from './Grid.module.css'

interface Props {
  readonly grid: GridState
  /** Props of this render: the grid state updates only afterwards. */
  readonly source: GridSource
  readonly columns: readonly GridColumn[]
}

export function CellError({ grid, source, columns }: Props) {
  const text = useText()
  const locale = useAtomValue(localeAtom)
  const cursor = useAtomValueRawSync(grid.cursorAtom, { store })
  const mode = useAtomValueRawSync(grid.modeAtom, { store })
  const echo = useAtomValueRawSync(grid.echoAtom, { store })
  const column = columns[cursor.column]
  const row = source.row(cursor.row)
  const note = echo === '' ? null : <EntryEcho echo={echo} />
  if (mode !== 'navigate' || !column || !row) return note
  const theirs = source.contested?.(cursor.row, column.id)
  if (theirs) return <ConflictNote column={column} row={row} theirs={theirs} locale={locale} />
  const fieldError = errorOf(grid, cursor, source)
  const unseen = fieldError === undefined ? unseenIn(grid, cursor.row, source, columns) : []
  return fieldError === undefined && unseen.length === 0 ? (
    note
  ) : (
    <div className={styles.fault} aria-live="polite">
      {fieldError === undefined
        ? unseen.map(unseenText).join('；')
        : text('tables.filterOf', { name: column.title, value: errorText(text, fieldError) })}
    </div>
  )
}

function EntryEcho({ echo }: { readonly echo: string }) {
  return (
    <output className={styles.fault} data-echo="">
      {echo}
    </output>
  )
}
