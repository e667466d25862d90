import { useAtomValue, useAtomValueRawSync } from 'jotai'
import { type KeyboardEvent, useCallback, useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { contextAtom } from '../../commands/core/context.ts'
import { openReference } from '../../commands/core/recordLinks.ts'
import { followPreview, togglePreview } from '../../commands/core/recordPreview.ts'
import { type CommandHandler, registerHandlers } from '../../commands/core/registry.ts'
import { execute } from '../../commands/gate/execute.ts'
import { localeAtom, text } from '../../data/language.ts'
import { readingAloudAtom } from '../../data/settings/readingAloud.ts'
import { userSettingsReadyAtom } from '../../data/settings/userSettings.ts'
import { store } from '../../data/store.ts'
import { FrontContext } from '../../ui/front.ts'
import { isKeyboardFree } from '../../ui/keyboard/keyboard.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useText } from '../../ui/useText.ts'
import { reasonAgainst } from '../commands/availability.ts'
import { onClipboard } from '../commands/clipboardCommands.ts'
import { entered, isTargetGrid, keyboardOf, left, presentGrid } from '../commands/focus.ts'
import { gridCommands, possible } from '../commands/gridCommands.ts'
import { linkAtCursor, recordAtCursor } from '../commands/recordAtCursor.ts'
import { type SelectionTotals, selectionTotals } from '../commands/selectionTotals.ts'
import { ColumnChooser } from '../menus/ColumnChooser.tsx'
import { GridMenu } from '../menus/GridMenu.tsx'
import { clicked, doubleClicked, menuAsked, pressed } from '../mouse/mouse.ts'
import { header } from '../state/cursor.ts'
import { createGridState, cursorOf, type GridState, modeOf } from '../state/gridState.ts'
import { hasMark } from '../state/marked.ts'
import { endsOf, scrolledTo } from '../state/places.ts'
import { followRow, holdMark } from '../state/rows.ts'
import type { GridProps } from '../state/source.ts'
import { CellCalendar } from './CellCalendar.tsx'
import { CellDialog } from './CellDialog.tsx'
import { CellError } from './CellError.tsx'
import { CellPreview } from './CellPreview.tsx'
import styles from './Grid.module.css'
import { GridBody } from './GridBody.tsx'
import { GridHeader } from './GridHeader.tsx'
import { LoadingRows } from './LoadingRows.tsx'
import { OpenMark } from './OpenMark.tsx'
import { ScreenReaderStatus } from './ScreenReaderStatus.tsx'
import { useDrawnColumns } from './useDrawnColumns.ts'
import { useGridColumns } from './useGridColumns.ts'

/** Announces refused typing instead of ignoring it. */
function onTyped(grid: GridState, { key, repeat, nativeEvent, ctrlKey, altKey, metaKey }: KeyboardEvent): void {
  const isCharacter = key.length === 1 && !nativeEvent.isComposing && !ctrlKey && !altKey && !metaKey
  if (!isCharacter || repeat || !grid.props.onCommit || modeOf(grid) !== 'navigate') return
  if (reasonAgainst(grid, 'grid.edit')) void execute('grid.edit', {}, { surface: 'shortcut' })
  else if (store.get(readingAloudAtom)) store.set(grid.announcementAtom, text('grid.pressToEdit'))
}

function checkedOf({ selection, source }: GridProps): 'all' | 'some' | 'none' {
  if (!selection || selection.size === 0) return 'none'
  return selection.size >= source.count ? 'all' : 'some'
}

/** Virtualized grid. Domain-free: kinds render cells, the owner stores entries. */
export function Grid(props: GridProps) {
  // First render waits for the saved column layout.
  const isReady = useAtomValue(userSettingsReadyAtom)
  if (isReady) return <ReadyGrid {...props} />
  return (
    <div className={styles.frame} data-grid={props.name}>
      <Skeleton shape="rows" />
    </div>
  )
}

function ReadyGrid(props: GridProps) {
  const { source, onCommit } = props
  const [grid] = useState(() => createGridState(props, readingAloudAtom))
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  // Background pages keep rows and scroll position without an element.
  const keepScroller = useCallback((element: HTMLDivElement | null) => {
    if (element) setScroller(element)
  }, [])
  const say = useText()
  const locale = useAtomValueRawSync(localeAtom, { store })
  const hintId = useId()
  const markMode = useAtomValueRawSync(grid.markModeAtom, { store })
  const { columns, headers, widths, sort, density, ...shown } = useGridColumns(props, frame)
  const places = useDrawnColumns(grid, { columns, places: shown.places, scroller, widths })
  // Row height is read from CSS, set once the frame renders.
  const [drawnDensity, setDrawnDensity] = useState(density)
  useLayoutEffect(() => setDrawnDensity(density), [density])
  useScrolledMark(scroller)
  useResizedInSight(grid, frame)
  useFirstKey(grid, frame)
  useEffect(() => store.sub(grid.cursorAtom, () => isTargetGrid(grid) && followPreview(recordAtCursor(grid))), [grid])
  useGridCommands(grid)
  useMarks(grid, source.version)

  const revealColumn = useCallback(
    (index: number) => {
      if (!scroller) return
      const view = { left: scroller.scrollLeft, width: scroller.clientWidth }
      const left = scrolledTo(grid.columns, widths(), index, view)
      if (left !== view.left) scroller.scrollLeft = left
    },
    [grid, scroller, widths],
  )

  useLayoutEffect(() => {
    grid.props = props
    grid.columns = columns
    grid.root = scroller
    grid.toggleSort = shown.toggleSort
    grid.resize = shown.resize
    grid.arrange = shown.arrange
    grid.layout = shown.layout
    grid.across = () => {
      const sizes = widths()
      const { start, end } = endsOf(columns, sizes)
      return { widths: sizes, room: Math.max(0, (scroller?.clientWidth ?? 0) - start - end) }
    }
    grid.focusActive = () => {
      keyboardOf(grid)?.focus({ preventScroll: true })
      // Unrendered cells take focus from the grid later.
      if (scroller && !scroller.contains(document.activeElement)) scroller.focus({ preventScroll: true })
    }
  })

  const { version, count } = source
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what says that rows may have moved
  useLayoutEffect(() => followRow(grid), [grid, version, count])
  const isBare = count === 0
  // Empty grids: the removed row's focus returns to the grid itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else tells that the rows are gone
  useLayoutEffect(() => {
    if (scroller && grid.owned && isKeyboardFree()) grid.focusActive()
  }, [grid, scroller, isBare])
  return (
    <div ref={setFrame} className={styles.frame} data-grid={props.name} data-density={density}>
      {props.error && <div className={styles.error}>{props.error}</div>}
      {props.above?.({ columns, places, scroller })}
      <div
        ref={keepScroller}
        role="grid"
        className={styles.scroller}
        tabIndex={isBare ? 0 : -1}
        aria-label={props.label}
        aria-describedby={hintId}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-readonly={onCommit === undefined || undefined}
        aria-busy={props.loading || undefined}
        data-editable={onCommit !== undefined || undefined}
        onMouseDown={event => pressed(grid, event)}
        onClick={event => clicked(grid, event)}
        onDoubleClick={event => doubleClicked(grid, event)}
        onContextMenu={event => menuAsked(grid, event)}
        onKeyDown={event => onTyped(grid, event)}
        onFocus={event => {
          entered(grid)
          // Not under the mouse: its row would move away.
          const { currentTarget: self } = event
          if (!grid.isOpening && !self.contains(event.relatedTarget) && !self.matches(':active'))
            self.parentElement?.scrollIntoView({ block: 'nearest' })
          // Focus on the grid moves to the active cell once rendered.
          if (event.target === scroller)
            requestAnimationFrame(() => {
              if (document.activeElement === scroller) grid.focusActive()
            })
        }}
        onBlur={event => {
          if (event.relatedTarget) grid.isOpening = false
          left(grid, event.relatedTarget)
        }}
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
            key={drawnDensity}
            grid={grid}
            given={props}
            columns={columns}
            places={places}
            locale={locale}
            scroller={scroller}
            revealColumn={revealColumn}
          />
        )}
        {/* Load errors are not an empty result. */}
        {isBare && props.loading && <LoadingRows places={places} />}
        {isBare && !props.error && !props.loading && (
          // A grid may hold rows only, its notice too.
          <div className={styles.notice} role="row">
            <div role="gridcell">{props.empty ?? say('grid.empty')}</div>
          </div>
        )}
      </div>
      <OpenMark frame={frame} version={source.version} />
      <CellError grid={grid} source={source} columns={columns} />
      {markMode !== 'none' && (
        <div className={styles.extending}>{say(markMode === 'extend' ? 'grid.extending' : 'grid.adding')}</div>
      )}
      <GridMenu grid={grid} />
      <CellPreview grid={grid} />
      <CellCalendar grid={grid} />
      <CellDialog grid={grid} given={props} columns={columns} />
      <ColumnChooser grid={grid} />
      {props.footer && <div className={styles.foot}>{props.footer}</div>}
      <ScreenReaderStatus grid={grid} hintId={hintId} />
    </div>
  )
}

/** Registers `grid.*` handlers while this grid is mounted and targeted. */
function useGridCommands(grid: GridState): void {
  const isFront = useContext(FrontContext)
  useLayoutEffect(() => {
    if (!isFront) return
    const gone = presentGrid(grid)
    const performed = Object.entries(gridCommands).map(([id, run]): [string, CommandHandler] => [
      id,
      {
        run: args => run(grid, args),
        enabled: () => isTargetGrid(grid) && !grid.composing && (possible[id]?.(grid) ?? true),
      },
    ])
    const isHere = () => isTargetGrid(grid) && store.get(contextAtom).focus === 'grid'
    const remove = registerHandlers({
      ...Object.fromEntries(performed),
      'record.open': {
        run: () => {
          const { row, column } = cursorOf(grid)
          return grid.props.onOpen?.(row, grid.columns[column]?.id)
        },
        enabled: () => {
          const { onOpen, source } = grid.props
          return isTargetGrid(grid) && onOpen !== undefined && source.count > 0 && cursorOf(grid).row !== header
        },
      },
      'record.openReference': {
        run: args => openReference(args, () => linkAtCursor(grid)),
        enabled: isHere,
      },
      'record.preview': {
        run: () => togglePreview(recordAtCursor(grid)),
        enabled: isHere,
      },
    })
    return () => {
      remove()
      gone()
    }
  }, [grid, isFront])
}

function useMarks(grid: GridState, version: number): void {
  const sums = useRef<SelectionTotals | null>(null)
  useEffect(() => {
    const own = selectionTotals(grid)
    sums.current = own
    const remove = store.sub(grid.marksAtom, () => {
      if (hasMark(grid)) holdMark(grid)
      own.again()
    })
    return () => {
      remove()
      own.end()
      sums.current = null
    }
  }, [grid])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what says that the cells hold something else
  useEffect(() => sums.current?.again(), [version])
}

/** Rows come into view with the first key only. */
function useFirstKey(grid: GridState, frame: HTMLElement | null): void {
  useEffect(() => {
    if (!frame) return
    const onKey = ({ target }: globalThis.KeyboardEvent) => {
      if (!grid.isOpening || !(target instanceof Node) || !frame.contains(target)) return
      grid.isOpening = false
      frame.scrollIntoView({ block: 'nearest' })
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [grid, frame])
}

/** A focused grid growing out of the window is scrolled back into it. */
function useResizedInSight(grid: GridState, frame: HTMLElement | null): void {
  useEffect(() => {
    if (!frame) return
    const observer = new ResizeObserver(
      () => grid.owned && !grid.isOpening && frame.scrollIntoView({ block: 'nearest' }),
    )
    observer.observe(frame)
    return () => observer.disconnect()
  }, [grid, frame])
}

/** Sticky mark while scrolled horizontally, written past React to avoid rendering. */
function useScrolledMark(scroller: HTMLElement | null): void {
  useEffect(() => {
    if (!scroller) return
    let isScrolled = false
    const mark = () => {
      // `scrollLeft` is negative right to left.
      if (isScrolled === (scroller.scrollLeft !== 0)) return
      isScrolled = !isScrolled
      scroller.toggleAttribute('data-scrolled', isScrolled)
    }
    mark()
    // Capture: reading after a render would force a reflow.
    const options = { passive: true, capture: true }
    scroller.addEventListener('scroll', mark, options)
    return () => scroller.removeEventListener('scroll', mark, options)
  }, [scroller])
}
