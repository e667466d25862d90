import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { atom, useAtomValueRawSync } from 'jotai'
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'react'
import type { Locale } from '../../contract/messages/locales.ts'
import { store } from '../../data/store.ts'
import type { GridColumn } from '../state/column.ts'
import { header } from '../state/cursor.ts'
import { cursorOf, type GridState } from '../state/gridState.ts'
import type { GridProps } from '../state/source.ts'
import styles from './Grid.module.css'
import { GridRow } from './GridRow.tsx'
import { keysOf, overscan, placedRows, withCursor, withFurther } from './rowElements.ts'
import { scrolledRange } from './scrolledRange.ts'
import { useStretch } from './useScrollScaling.ts'

interface Props {
  readonly grid: GridState
  readonly given: GridProps
  readonly columns: readonly GridColumn[]
  readonly places: readonly (CSSProperties | undefined)[]
  readonly locale: Locale
  readonly scroller: HTMLDivElement
  /** Brings a column into view. */
  revealColumn(index: number): void
}

/** Milliseconds without a move after which somebody who drags the bar looks at where he is: two frames of a screen. */
const stillness = 32

function rowHeight(scroller: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--row')) || 28
}

/**
 * The virtualizer writes down the place of every row, which takes milliseconds where there are hundreds of thousands: of so
 * many it does at first, of all once these stand or somebody scrolls.
 */
const placedFirst = 400

/** A row that has the cursor but is not laid out stands here, out of sight. */
const outOfSight = -1000

/** The rows on screen, and always the one with the cursor: the keyboard must never be drawn away. */
export function GridBody({ grid, given, columns, places, locale, scroller, revealColumn }: Props) {
  const { source, selection } = given
  const { count, version } = source
  const height = useMemo(() => rowHeight(scroller), [scroller])
  const cursorRowAtom = useMemo(() => atom(get => get(grid.cursorAtom).row), [grid])
  const cursorRow = useAtomValueRawSync(cursorRowAtom, { store })
  const isEnteringAtom = useMemo(() => atom(get => get(grid.modeAtom) !== 'navigate'), [grid])
  const isEntering = useAtomValueRawSync(isEnteringAtom, { store })
  const { base, rows, bring } = useStretch(scroller, count, height)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const drawn = useRef<Virtualizer<HTMLDivElement, HTMLElement>>(null)
  const placed = useRef<readonly string[]>([])
  const elements = useRef(0)
  const areAllPlaced = useRef(false)
  /** Was a row gone to on purpose, rather than past? */
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
  // What the virtualizer observed: asked in the middle of a drawing the page would have to be laid out to answer.
  const seen = virtualizer.scrollRect?.height || scroller.clientHeight
  const mostInSight = Math.ceil(seen / height) + 1
  // Another number would give the row that is being entered another element.
  if (!isEntering || elements.current === 0) elements.current = mostInSight + 2 * overscan
  const pool = elements.current
  // Asked before the range, which it works out.
  const items = virtualizer.getVirtualItems()
  const [start, end] = [virtualizer.range?.startIndex ?? 0, virtualizer.range?.endIndex ?? 0]
  // Were it one more or less at every scroll, a row would be made and thrown away each time.
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
  // At rest they stand in the order in which they are read aloud; but not while something is entered, as moving the row would
  // end an input method's composition.
  const order = virtualizer.isScrolling || isEntering ? placedRows(keys, placed.current) : [...keys.keys()]
  const topOf = (index: number) => (index < base || index >= base + rows ? outOfSight : (index - base) * height)
  const [from, to] = [base + start, base + end]

  useEffect(() => {
    const ask = () => grid.props.source.ensure(Math.max(from - overscan, 0), to + overscan)
    // A new version may be a new query, whose rows have to be asked for again.
    void version
    const isMeant = meant.current
    meant.current = false
    if (!range.isFlown() || isMeant) return ask()
    // What was asked for in passing would keep the server from what the bar stops at.
    waiting.current = setTimeout(ask, stillness)
    return () => clearTimeout(waiting.current)
  }, [grid, from, to, version, range])

  useEffect(() => {
    void version
    // What is still on its way is drawn first when it comes.
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
        // Asked for before it is scrolled to: the answer may be there when it is drawn.
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
