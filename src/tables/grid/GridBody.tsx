import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { atom, useAtomValueRawSync } from 'jotai'
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'react'
import type { Locale } from '../../contract/messages/locales.ts'
import { store } from '../../data/store.ts'
import type { GridColumn } from './column.ts'
import { header } from './cursor.ts'
import styles from './Grid.module.css'
import { GridRow } from './GridRow.tsx'
import { cursorOf, type GridState } from './gridState.ts'
import { scrolledRange } from './scrolledRange.ts'
import type { GridProps } from './source.ts'
import { useStretch } from './useStretch.ts'

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

const overscan = 12

/** Milliseconds without a move after which somebody who drags the bar looks at where he is. */
const stillness = 50

function rowHeight(scroller: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--row')) || 28
}

/**
 * React keys that hand the elements of rows scrolled away to those that come, which is cheaper than making new ones. The
 * row with the cursor keeps its key as long as it has the cursor: its input must survive.
 */
function keysOf(indexes: readonly number[], cursorRow: number, pool: number): readonly string[] {
  const kept = indexes.includes(cursorRow) ? cursorRow % pool : -1
  return indexes.map(index => (index !== cursorRow && index % pool === kept ? 'beside' : String(index % pool)))
}

/** Rows, by their places among those laid out, with as many after them as are missing; there are so many in all. */
function withFurther(indexes: readonly number[], missing: number, all: number): readonly number[] {
  const next = (indexes.at(-1) ?? -1) + 1
  const further = Math.min(Math.max(missing, 0), all - next)
  return further <= 0 ? indexes : [...indexes, ...Array.from({ length: further }, (_, at) => next + at)]
}

/** The rows drawn and the one with the cursor, in their order. */
function withCursor(indexes: readonly number[], cursorRow: number): readonly number[] {
  if (cursorRow === header || indexes.includes(cursorRow)) return indexes
  return cursorRow < (indexes[0] ?? 0) ? [cursorRow, ...indexes] : [...indexes, cursorRow]
}

/**
 * The places of rows in the document, by their keys: at rest that of the list, by which they are read aloud. While scrolling
 * every element stays where it is, as moving it would have the browser style and lay out all that is in it; it is put in its
 * place afterwards.
 */
export function placedRows(keys: readonly string[], before: readonly string[]): readonly number[] {
  const places = new Map(keys.map((key, at) => [key, at]))
  const stayed = before.flatMap(key => places.get(key) ?? [])
  const here = new Set(stayed)
  return [...stayed, ...[...keys.keys()].filter(at => !here.has(at))]
}

/** A row that has the cursor but is not laid out stands here, out of sight. */
const outOfSight = -1000

/** The rows on screen, and always the one with the cursor: the keyboard must never be drawn away. */
export function GridBody({ grid, given, columns, places, locale, scroller, revealColumn }: Props) {
  const { source, selection } = given
  const { count, version } = source
  const height = useMemo(() => rowHeight(scroller), [scroller])
  const cursorRowAtom = useMemo(() => atom(get => get(grid.cursorAtom).row), [grid])
  const cursorRow = useAtomValueRawSync(cursorRowAtom, { store })
  const { base, rows, bring } = useStretch(scroller, count, height)
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const drawn = useRef<Virtualizer<HTMLDivElement, HTMLElement>>(null)
  const placed = useRef<readonly string[]>([])
  /** Was a row gone to on purpose, rather than past? */
  const meant = useRef(false)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const first = useRef(base)
  first.current = base
  const range = useMemo(
    () => scrolledRange(index => grid.props.source.row(first.current + index) !== undefined),
    [grid],
  )
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: range.isBare() ? 0 : overscan,
    scrollMargin: height,
    scrollPaddingStart: height,
    rangeExtractor: drawn.current?.isScrolling ? range.scrolled : range.rested,
  })
  drawn.current = virtualizer
  // What the virtualizer observed: asked in the middle of a drawing the page would have to be laid out to answer.
  const seen = virtualizer.scrollRect?.height || scroller.clientHeight
  const mostInSight = Math.ceil(seen / height) + 1
  const pool = mostInSight + 2 * overscan
  const [start, end] = [virtualizer.range?.startIndex ?? 0, virtualizer.range?.endIndex ?? 0]
  // Were it one more or less at every scroll, a row would be made and thrown away each time.
  const local = withFurther(
    virtualizer.getVirtualItems().map(item => item.index),
    range.isBare() ? 0 : mostInSight - (end - start + 1),
    rows,
  )
  const indexes = withCursor(
    local.map(index => base + index),
    cursorRow < count ? cursorRow : header,
  )
  const [isFlown, isBare] = [range.isFlown(), range.isBare()]
  const keys = keysOf(indexes, cursorRow, pool)
  const order = virtualizer.isScrolling ? placedRows(keys, placed.current) : [...keys.keys()]
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
          now.ensure(Math.max(cell.row - grid.page, 0), Math.min(cell.row + grid.page, now.count - 1))
        }
        bring(cell.row, local => virtualizer.scrollToIndex(local, { align: 'auto' }))
      }
      revealColumn(cell.column)
    }
    if (grid.awaited && cursorOf(grid).row < count) {
      grid.awaited = false
      grid.reveal(cursorOf(grid))
    }
  })

  return (
    <div style={{ blockSize: virtualizer.getTotalSize() }} role="rowgroup" className={styles.body}>
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
