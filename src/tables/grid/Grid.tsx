import { useAtomValueRawSync } from 'jotai'
import { type ClipboardEvent, useCallback, useLayoutEffect, useState } from 'react'
import { localeAtom } from '../../data/messages.ts'
import { store } from '../../data/store.ts'
import { useText } from '../useText.ts'
import { FaultNote } from './FaultNote.tsx'
import { entered, left } from './focus.ts'
import styles from './Grid.module.css'
import { GridBody } from './GridBody.tsx'
import { GridHeader } from './GridHeader.tsx'
import { createGridState, cursorOf, type GridState, modeOf } from './gridState.ts'
import { clicked, doubleClicked, dragged, pressed } from './mouse.ts'
import { followRow } from './rows.ts'
import type { GridProps } from './source.ts'
import { clearMarked, copyMarked, pasteText } from './transfer.ts'
import { rowHeadWidth, useGridColumns } from './useGridColumns.ts'
import { useGridCommands } from './useGridCommands.ts'

function onClipboard(grid: GridState, event: ClipboardEvent): void {
  // In an editor the clipboard is the text's.
  if (modeOf(grid) !== 'navigate' || cursorOf(grid).row < 0) return
  event.preventDefault()
  if (event.type === 'paste') void pasteText(grid, event.clipboardData.getData('text/plain'))
  else if (copyMarked(grid, event.clipboardData) && event.type === 'cut') clearMarked(grid)
}

function checkedOf({ selection, source }: GridProps): 'all' | 'some' | 'none' {
  if (!selection || selection.size === 0) return 'none'
  return selection.size >= source.count ? 'all' : 'some'
}

/**
 * Rows on screen, of any number, to be gone through and entered by keyboard. It knows no business: what a cell holds
 * is its kind's affair, and what is entered goes to the owner.
 */
export function Grid(props: GridProps) {
  const { source, columns: given, onCommit } = props
  const [grid] = useState(() => createGridState(props))
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const text = useText()
  const locale = useAtomValueRawSync(localeAtom, { store })
  const said = useAtomValueRawSync(grid.saidAtom, { store })
  const { columns, headers, places, widths, sort, toggleSort, resize, arrange } = useGridColumns(props, frame)
  useGridCommands(grid)

  const revealColumn = useCallback(
    (index: number) => {
      const sizes = widths()
      const pinned = grid.columns.filter(column => column.pinned).length
      if (!scroller || index < pinned) return
      const sum = (count: number) => sizes.slice(0, count).reduce((all, size) => all + size, rowHeadWidth)
      const start = sum(index)
      const end = sum(index + 1)
      if (start - sum(pinned) < scroller.scrollLeft) scroller.scrollLeft = start - sum(pinned)
      else if (end > scroller.scrollLeft + scroller.clientWidth) scroller.scrollLeft = end - scroller.clientWidth
    },
    [grid, scroller, widths],
  )

  useLayoutEffect(() => {
    grid.props = props
    grid.columns = columns
    grid.root = scroller
    grid.toggleSort = toggleSort
    grid.resize = resize
    grid.arrange = arrange
    grid.focusActive = () => {
      const cell = scroller?.querySelector<HTMLElement>('[role=row] > [data-active]')
      ;(cell?.querySelector('input') ?? cell)?.focus({ preventScroll: true })
      // The cell may not be drawn yet: it takes the keyboard from the grid when it is.
      if (scroller && !scroller.contains(document.activeElement)) scroller.focus({ preventScroll: true })
    }
  })

  const { version, count } = source
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what says that rows may have moved
  useLayoutEffect(() => followRow(grid), [grid, version, count])
  useLayoutEffect(() => {
    if (scroller && grid.owned && document.activeElement === document.body) grid.focusActive()
  }, [grid, scroller])

  const isBare = count === 0
  return (
    <div ref={setFrame} className={styles.frame} data-grid={props.name}>
      {props.error && <div className={styles.error}>{props.error}</div>}
      <div
        ref={setScroller}
        role="grid"
        className={styles.scroller}
        tabIndex={isBare ? 0 : -1}
        aria-label={props.label}
        aria-rowcount={count + 1}
        aria-colcount={given.length + 1}
        aria-multiselectable="true"
        aria-readonly={onCommit === undefined || undefined}
        aria-busy={props.loading || undefined}
        data-editable={onCommit !== undefined || undefined}
        onMouseDown={event => pressed(grid, event)}
        onMouseMove={event => dragged(grid, event)}
        onClick={event => clicked(grid, event)}
        onDoubleClick={event => doubleClicked(grid, event)}
        onFocus={event => {
          entered(grid)
          // Asked as a whole: the keyboard goes into the active cell, which can take it once it is drawn as the grid's.
          if (event.target === scroller) requestAnimationFrame(() => grid.focusActive())
        }}
        onBlur={event => left(grid, event.relatedTarget)}
        onCopy={event => onClipboard(grid, event)}
        onCut={event => onClipboard(grid, event)}
        onPaste={event => onClipboard(grid, event)}
      >
        <GridHeader
          grid={grid}
          columns={columns}
          headers={headers}
          places={places}
          checkable={props.selection !== undefined}
          sort={sort}
          checked={checkedOf(props)}
        />
        {scroller && !isBare && (
          <GridBody
            grid={grid}
            given={props}
            columns={columns}
            places={places}
            locale={locale}
            scroller={scroller}
            revealColumn={revealColumn}
          />
        )}
        {isBare && (
          <div className={styles.notice}>
            {props.loading ? text('grid.loading') : (props.empty ?? text('grid.empty'))}
          </div>
        )}
      </div>
      <FaultNote grid={grid} version={version} />
      {props.footer && <div className={styles.foot}>{props.footer}</div>}
      <div role="status" className={styles.said}>
        {said}
      </div>
    </div>
  )
}
