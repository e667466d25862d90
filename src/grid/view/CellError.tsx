import { useAtomValue, useAtomValueRawSync } from 'jotai'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { localeAtom } from '../../data/language.ts'
import { store } from '../../data/store.ts'
import { errorText } from '../../fields/errorText.ts'
import { useText } from '../../ui/useText.ts'
import { cellOf } from '../commands/cellPreview.ts'
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: an echo is about the cell that was left
  useLayoutEffect(() => store.set(grid.echoAtom, ''), [grid, cursor])
  const column = columns[cursor.column]
  const row = source.row(cursor.row)
  const note =
    echo === '' ? null : (
      <CellNote grid={grid} isEcho>
        {echo}
      </CellNote>
    )
  if (mode !== 'navigate' || !column || !row) return note
  const theirs = source.contested?.(cursor.row, column.id)
  if (theirs) return <ConflictNote column={column} row={row} theirs={theirs} locale={locale} />
  const fieldError = errorOf(grid, cursor, source)
  const unseen = fieldError === undefined ? unseenIn(grid, cursor.row, source, columns) : []
  return fieldError === undefined && unseen.length === 0 ? (
    note
  ) : (
    <CellNote grid={grid}>
      {fieldError === undefined
        ? unseen.map(unseenText).join('；')
        : text('tables.nameValue', { name: column.title, value: errorText(text, fieldError) })}
    </CellNote>
  )
}

interface NoteProps {
  readonly grid: GridState
  readonly isEcho?: boolean
  readonly children: ReactNode
}

/** Note below its cell, above where there is no room. */
function CellNote({ grid, isEcho = false, children }: NoteProps) {
  const self = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const frame = self.current?.parentElement
    const place = () => placeBeside(self.current, cellOf(grid), frame)
    place()
    frame?.addEventListener('scroll', place, true)
    return () => frame?.removeEventListener('scroll', place, true)
  })
  return (
    <div ref={self} className={styles.fault} aria-live="polite" data-cell-note="" data-echo={isEcho ? '' : undefined}>
      {children}
    </div>
  )
}

function placeBeside(note: HTMLElement | null, cell: HTMLElement | null, frame: HTMLElement | null | undefined): void {
  if (!note || !cell || !frame) return
  const [around, of] = [frame.getBoundingClientRect(), cell.getBoundingClientRect()]
  const below = of.bottom - around.top + 2
  const top = below + note.offsetHeight > around.height ? of.top - around.top - note.offsetHeight - 2 : below
  const left = Math.min(of.left - around.left, around.width - note.offsetWidth - 8)
  note.style.insetBlockStart = `${Math.max(top, 0)}px`
  note.style.insetInlineStart = `${Math.max(left, 0)}px`
}
