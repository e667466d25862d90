import { useAtomValueRawSync } from 'jotai'
import { type ClipboardEvent, type KeyboardEvent, useCallback, useLayoutEffect, useState } from 'react'
import { execute } from '../../commands/execute.ts'
import { localeAtom } from '../../data/messages.ts'
import { store } from '../../data/store.ts'
import { GridMenu } from '../menus/GridMenu.tsx'
import { useText } from '../useText.ts'
import { FaultNote } from './FaultNote.tsx'
import { entered, keyboardOf, left } from './focus.ts'
import styles from './Grid.module.css'
import { GridBody } from './GridBody.tsx'
import { GridHeader } from './GridHeader.tsx'
import { createGridState, type GridState, modeOf } from './gridState.ts'
import { clicked, doubleClicked, dragged, menuAsked, pressed } from './mouse.ts'
import { reasonAgainst } from './reasons.ts'
import { followRow } from './rows.ts'
import type { GridProps } from './source.ts'
import { clearMarked, copyMarked, pasteText } from './transfer.ts'
import { rowHeadWidth, useGridColumns } from './useGridColumns.ts'
import { useGridCommands } from './useGridCommands.ts'

function onClipboard(grid: GridState, event: ClipboardEvent): void {
  // In an editor the clipboard is the text's.
  if (modeOf(grid) !== 'navigate') return
  event.preventDefault()
  const id = `grid.${event.type}`
  // What cannot be done is refused, and said, by the door like any other key.
  if (reasonAgainst(grid, id)) void execute(id, {}, { surface: 'shortcut' })
  else if (event.type === 'paste') void pasteText(grid, event.clipboardData.getData('text/plain'))
  else if (copyMarked(grid, event.clipboardData) && event.type === 'cut') clearMarked(grid)
}

/** Whoever types where nothing can be entered is told, instead of typing into nothing. */
function onTyped(grid: GridState, { key, repeat, nativeEvent, ctrlKey, altKey, metaKey }: KeyboardEvent): void {
  const isCharacter = key.length === 1 && !nativeEvent.isComposing && !ctrlKey && !altKey && !metaKey
  if (!isCharacter || repeat || !grid.props.onCommit || modeOf(grid) !== 'navigate') return
  if (reasonAgainst(grid, 'grid.edit')) void execute('grid.edit', {}, { surface: 'shortcut' })
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
  const isExtending = useAtomValueRawSync(grid.extendingAtom, { store })
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
    grid.across = () => {
      const sizes = widths()
      const pinned = sizes.filter((_, at) => columns[at]?.pinned).reduce((all, size) => all + size, rowHeadWidth)
      return { widths: sizes, room: Math.max(0, (scroller?.clientWidth ?? 0) - pinned) }
    }
    grid.focusActive = () => {
      keyboardOf(grid)?.focus({ preventScroll: true })
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
        onContextMenu={event => menuAsked(grid, event)}
        onKeyDown={event => onTyped(grid, event)}
        onFocus={event => {
          entered(grid)
          // Asked as a whole: the keyboard goes into the active cell, which can take it once it is drawn as the grid's.
          if (event.target === scroller)
            requestAnimationFrame(() => {
              if (document.activeElement === scroller) grid.focusActive()
            })
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
      {isExtending && <div className={styles.extending}>{text('grid.extending')}</div>}
      <GridMenu grid={grid} />
      {props.footer && <div className={styles.foot}>{props.footer}</div>}
      <div role="status" className={styles.said}>
        {said}
      </div>
    </div>
  )
}
