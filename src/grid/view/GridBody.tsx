import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { atom, useAtomValueRawSync } from 'jotai'
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'react'
import type { Locale } from '#contract/messages/locales.ts'
import { store } from '../../data/store.ts'
import type { GridColumn } from '../state/column.ts'
import { header } from '../state/cursor.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'
import type { GridProps } from '../state/source.ts'
import styles from './Grid.module.css'
import { GridRow } from './GridRow.tsx'
import { keysOf, overscan, placedRows, withCursor, withFurther } from './rowElements.ts'
import { scrolledRange } from './scrolledRange.ts'
import { useScrollScaling } from './useScrollScaling.ts'

interface Props {
  readonly grid: GridState
  readonly given: GridProps
  readonly columns: readonly GridColumn[]
  readonly places: readonly (CSSProperties | undefined)[]
  readonly locale: Locale
  readonly scroller: HTMLDivElement
  revealColumn(index: number): void
}

/** Idle time in ms after scrollbar dragging: two frames. */
const stillness = 32

function rowHeight(scroller: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--row')) || 28
}

/** Initial row limit: the virtualizer measures every row, costing ms for 100,000s. */
const placedFirst = 400

/** Offset in pixels for the active row outside the layout. */
const outOfSight = -1000

/** Rendered rows, always including the active one, which holds focus. */
export function GridBody({ grid, given, columns, places, locale, scroller, revealColumn }: Props) {
  const { source, selection } = given
  const { count, version } = source
  const height = useMemo(() => rowHeight(scroller), [scroller])
  const cursorRowAtom = useMemo(() => atom(get => get(grid.cursorAtom).row), [grid])
  const cursorRow = useAtomValueRawSync(cursorRowAtom, { store })
  const isEnteringAtom = useMemo(() => atom(get => get(grid.modeAtom) !== 'navigate'), [grid])
  const isEntering = useAtomValueRawSync(isEnteringAtom, { store })
  const { base, rows, bring } = useScrollScaling(scroller, count, height)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const drawn = useRef<Virtualizer<HTMLDivElement, HTMLElement>>(null)
  const placed = useRef<readonly string[]>([])
  const elements = useRef(0)
  const areAllPlaced = useRef(false)
  /** Deliberate jump, as opposed to scrolling past. */
  const meant = useRef(false)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const first = useRef(base)
  first.current = base
  const range = useMemo(
    () => scrolledRange(index => grid.props.source.row(first.current + index) !== undefined),
    [grid],
  )
  areAllPlaced.current ||= !range.isBare() || (drawn.current?.scrollOffset ?? 0) > 0
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: areAllPlaced.current ? rows : Math.min(rows, placedFirst),
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: range.isBare() ? 0 : overscan,
    scrollMargin: height,
    rangeExtractor: drawn.current?.isScrolling ? range.scrolled : range.rested,
  })
  drawn.current = virtualizer
  // Virtualizer's observed size: reading layout during render would force a reflow.
  const seen = virtualizer.scrollRect?.height || scroller.clientHeight
  const mostInSight = Math.ceil(seen / height) + 1
  // Changing the pool would remount the row being edited.
  if (!isEntering || elements.current === 0) elements.current = mostInSight + 2 * overscan
  const pool = elements.current
  // Read before the range, which it computes.
  const items = virtualizer.getVirtualItems()
  const [start, end] = [virtualizer.range?.startIndex ?? 0, virtualizer.range?.endIndex ?? 0]
  // Constant pool size, so scrolling never mounts or unmounts rows.
  const local = withFurther(
    items.map(item => item.index),
    range.isBare() ? 0 : Math.min(mostInSight - (end - start + 1), pool - items.length),
    rows,
  )
  const indexes = withCursor(
    local.map(index => base + index),
    cursorRow < count ? cursorRow : header,
  )
  const [isFlown, isBare] = [range.isFlown(), range.isBare()]
  const keys = keysOf({ indexes, cursorRow, pool })
  // Reading order at rest for screen readers; moving nodes would end an IME composition.
  const order = virtualizer.isScrolling || isEntering ? placedRows(keys, placed.current) : [...keys.keys()]
  const topOf = (index: number) => (index < base || index >= base + rows ? outOfSight : (index - base) * height)
  const [from, to] = [base + start, base + end]

  useEffect(() => {
    const ask = () => grid.props.source.ensure(Math.max(from - overscan, 0), to + overscan)
    // New versions may be new queries with unloaded rows.
    void version
    const isMeant = meant.current
    meant.current = false
    if (!range.isFlown() || isMeant) return ask()
    // Debounced: requests in passing would block the final one.
    waiting.current = setTimeout(ask, stillness)
    return () => clearTimeout(waiting.current)
  }, [grid, from, to, version, range])

  useEffect(() => {
    void version
    // Pending rows render on arrival.
    const isThere = [from, Math.min(to, count - 1)].every(index => grid.props.source.row(index) !== undefined)
    if (!isBare || isFlown || !isThere) return
    const settling = setTimeout(() => {
      range.settle()
      drawAgain()
    }, stillness)
    return () => clearTimeout(settling)
  }, [grid, from, to, count, version, range, isBare, isFlown])

  useLayoutEffect(() => {
    placed.current = order.map(at => keys[at] ?? '')
    grid.page = Math.max(1, Math.floor(seen / height) - 2)
    grid.reveal = cell => {
      if (cell.row !== header) {
        const { source: now } = grid.props
        meant.current = true
        // Prefetch before scrolling.
        if (cell.row < now.count && !now.row(cell.row)) {
          clearTimeout(waiting.current)
          const around = grid.page + 2 + overscan
          now.ensure(Math.max(cell.row - around, 0), Math.min(cell.row + around, now.count - 1))
        }
        bring(cell.row)
      }
      revealColumn(cell.column)
    }
    if (grid.awaited && cursorOf(grid).row < count) {
      grid.awaited = false
      grid.reveal(cursorOf(grid))
    }
  })

  return (
    <div style={{ blockSize: rows * height }} role="rowgroup" className={styles.body}>
      {order.map(at => {
        const index = indexes[at] ?? 0
        const id = source.rowId(index)
        return (
          <GridRow
            key={keys[at]}
            top={topOf(index)}
            grid={grid}
            index={index}
            source={source}
            version={source.stamp ? source.stamp(index) : version}
            rules={source.rules}
            columns={columns}
            places={places}
            checkable={selection !== undefined}
            checked={id !== undefined && (selection?.has(id) ?? false)}
            editable={given.onCommit !== undefined}
            locale={locale}
            flown={isFlown}
          />
        )
      })}
    </div>
  )
}
