import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { atom, useAtomValueRawSync } from 'jotai'
import {
  type CSSProperties,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { Locale } from '#contract/messages/locales.ts'
import { validateValue } from '#contract/schema/validate.ts'
import { addressOfValue, isLinking } from '../../commands/core/recordLinks.ts'
import type { RowValues } from '../../data/records/row.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { store } from '../../data/store.ts'
import { errorText } from '../../fields/errorText.ts'
import { useText } from '../../ui/useText.ts'
import type { GridColumn } from '../state/column.ts'
import { header } from '../state/cursor.ts'
import { cursorOf, type GridState, type Mode } from '../state/gridState.ts'
import { edgesIn, isMarking, rangesInRow } from '../state/selection.ts'
import type { GridProps, GridSource, RowState } from '../state/source.ts'
import styles from './Grid.module.css'
import { GridCell } from './GridCell.tsx'
import { keysOf, overscan, placedRows, withCursor, withFurther } from './rowElements.ts'
import { useScrollScaling } from './useScrollScaling.ts'

interface GridRowProps {
  readonly grid: GridState
  readonly index: number
  readonly source: GridSource
  readonly version: unknown
  readonly rules: unknown
  readonly columns: readonly GridColumn[]
  readonly places: readonly (CSSProperties | undefined)[]
  readonly checkable: boolean
  readonly checked: boolean
  readonly editable: boolean
  readonly locale: Locale
  readonly top: number
  /** Scrolled past too fast to read. */
  readonly flown: boolean
}

const none: readonly GridColumn[] = []

const marks: Record<RowState, string> = { clean: '', new: '+', dirty: '•', saving: '…', error: '!', conflict: '⇄' }

function viewOf(grid: GridState, index: number): string {
  const { cursor, mode, marks, filling, aloud } = store.get(grid.shownAtom)
  const column = cursor.row === index ? cursor.column : -1
  const [only, another] = marks
  const corner = only && !another && only.bottom === index ? `${only.left}:${only.right}` : ''
  const marked = isMarking(marks) ? rangesInRow(marks, index) : ''
  const filled = filling ? rangesInRow([filling], index) : ''
  return `${column}|${column < 0 ? 'navigate' : mode}|${marked}|${filled}|${corner}|${column >= 0 && mode === 'navigate' && aloud}`
}

/** Cursor and selection facts, derived: an atom per row costs more. */
function useRowView(grid: GridState, index: number) {
  const subscribe = useCallback((notify: () => void) => store.sub(grid.shownAtom, notify), [grid])
  const view = useSyncExternalStore(subscribe, () => viewOf(grid, index))
  const [column = '-1', mode = 'navigate', marked = '', filling = '', corner = '', aloud] = view.split('|')
  const [first = -1, last = -1] = corner === '' ? [] : corner.split(':').map(Number)
  return { active: Number(column), mode: mode as Mode, marked, filling, first, last, aloud: aloud === 'true' }
}

function addressAt(grid: GridState, { id, field, isKey }: GridColumn, row: RowValues, index: number) {
  const value = row[id]
  if (value === null || value === undefined || value === '') return undefined
  if (field && isLinking(field)) return addressOfValue(store.get(grantsAtom), field, id, row)
  return grid.props.linkOf?.(index, id) ?? (isKey ? grid.props.addressOf?.(index) : undefined)
}

function Row(props: GridRowProps) {
  const { grid, index, source, columns, places, checkable, checked, locale } = props
  const text = useText()
  const { active, mode, marked, filling, first, last, aloud } = useRowView(grid, index)
  const row = source.row(index)
  // Scrollbar dragging renders one cell per row.
  const isPassed = props.flown && row === undefined && active < 0
  const id = source.rowId(index)
  const state = row ? source.state(index) : 'clean'
  // Handle at the selection's corner, given any editable column.
  const canFill =
    props.editable &&
    mode === 'navigate' &&
    columns.slice(Math.max(first, 0), last + 1).some(({ readOnly, kind }) => !readOnly && kind.editor !== 'none')
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
      {isPassed && <div role="gridcell" className={styles.unread} aria-colindex={2} data-unread="" />}
      {(isPassed ? none : columns).map((column, at) => {
        const place = places[at]
        if (!place) return null
        const can =
          props.editable &&
          !column.readOnly &&
          column.kind.editor !== 'none' &&
          row !== undefined &&
          source.editable(index, column.id)
        const own = can && column.field && state !== 'clean' ? validateValue(column.field, row[column.id]) : null
        const fieldError = source.fieldError(index, column.id) ?? own ?? undefined
        return (
          <GridCell
            key={column.id}
            grid={grid}
            column={column}
            at={at}
            place={place}
            row={row}
            active={at === active}
            mode={at === active ? mode : 'navigate'}
            aloud={at === active && aloud}
            editable={can}
            fieldError={fieldError}
            errorText={fieldError === undefined ? undefined : errorText(text, fieldError)}
            changed={source.changed?.(index, column.id) ?? false}
            theirs={source.contested?.(index, column.id)?.row}
            marked={edgesIn(marked, at)}
            filling={edgesIn(filling, at)}
            handle={at === last && canFill}
            href={row && addressAt(grid, column, row, index)}
            locale={locale}
          />
        )
      })}
    </div>
  )
}

/** Grid row, memoized by version: the source changes identity every render. */
const GridRow = memo(Row, (before, after) =>
  (Object.keys(after) as (keyof GridRowProps)[]).every(key => key === 'source' || before[key] === after[key]),
)

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
  const maxInSight = Math.ceil(seen / height) + 1
  // Changing the pool would remount the row being edited.
  if (!isEntering || elements.current === 0) elements.current = maxInSight + 2 * overscan
  const pool = elements.current
  // Read before the range, which it computes.
  const items = virtualizer.getVirtualItems()
  const [start, end] = [virtualizer.range?.startIndex ?? 0, virtualizer.range?.endIndex ?? 0]
  // Constant pool size, so scrolling never mounts or unmounts rows.
  const local = withFurther(
    items.map(item => item.index),
    range.isBare() ? 0 : Math.min(maxInSight - (end - start + 1), pool - items.length),
    rows,
  )
  const indexes = withCursor(
    local.map(index => base + index),
    cursorRow < count ? cursorRow : header,
  )
  const [isFlown, isBare] = [range.isFlown(), range.isBare()]
  const keys = keysOf({ indexes, cursorRow, pool })
  // Reading order at rest; moving nodes would end an IME composition.
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

// Row range to render while scrolling.

type Extractor = (range: Range) => number[]

/** Rows to render, and whether scrolling outpaces reading. */
interface ScrolledRange {
  readonly rested: Extractor
  readonly scrolled: Extractor
  isFlown(): boolean
  isBare(): boolean
  settle(): void
}

/** Range extractor. Overscan spares blank rows, but follows a jump. */
function scrolledRange(isRead: (index: number) => boolean): ScrolledRange {
  let last = { startIndex: 0, endIndex: -1 }
  let [isFar, isBare] = [false, true]
  const isElsewhere = (range: Range) => range.startIndex > last.endIndex || range.endIndex < last.startIndex
  const take = (range: Range, far: boolean) => {
    isBare ||= isElsewhere(range)
    last = range
    isFar = far
    return defaultRangeExtractor(isBare ? { ...range, overscan: 0 } : range)
  }
  return {
    rested: range => take(range, false),
    scrolled: range => take(range, isElsewhere(range) && !isRead(range.startIndex) && !isRead(range.endIndex)),
    isFlown: () => isFar,
    isBare: () => isBare,
    settle() {
      isBare = false
    },
  }
}
