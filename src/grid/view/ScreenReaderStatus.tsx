import { useAtomValueRawSync } from 'jotai'
import { readingAloudAtom } from '../../data/settings/readingAloud.ts'
import { store } from '../../data/store.ts'
import { useText } from '../../ui/useText.ts'
import { header } from '../state/cursor.ts'
import type { GridState } from '../state/gridState.ts'
import styles from './Grid.module.css'

interface Props {
  readonly grid: GridState
  readonly hintId: string
}

/** Live region: usage hint, announcements and position. */
export function ScreenReaderStatus({ grid, hintId }: Props) {
  const text = useText()
  const announcement = useAtomValueRawSync(grid.announcementAtom, { store })
  const isAloud = useAtomValueRawSync(readingAloudAtom, { store })
  const hint = grid.props.onCommit === undefined ? 'read' : isAloud ? 'aloud' : 'edit'
  return (
    <>
      <span id={hintId} hidden>
        {text(`grid.hint.${hint}`)}
      </span>
      <div role="status" className={styles.said}>
        {announcement}
      </div>
      {isAloud && <Position grid={grid} />}
    </>
  )
}

function Position({ grid }: { readonly grid: GridState }) {
  const text = useText()
  const cursor = useAtomValueRawSync(grid.cursorAtom, { store })
  const column = grid.columns[cursor.column]?.title ?? ''
  return (
    <div role="status" className={styles.said} data-position="">
      {cursor.row === header
        ? text('grid.onTitle', { column })
        : text('grid.position', { column, row: cursor.row + 1, rows: grid.props.source.count })}
    </div>
  )
}
