import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { atom, useAtomValueRawSync } from 'jotai'
import { type CSSProperties, useEffect, useLayoutEffect, useMemo } from 'react'
import type { Locale } from '../../contract/messages/locales.ts'
import { store } from '../../data/store.ts'
import type { GridColumn } from './column.ts'
import { header } from './cursor.ts'
import styles from './Grid.module.css'
import { GridRow } from './GridRow.tsx'
import { cursorOf, type GridState } from './gridState.ts'
import type { GridProps } from './source.ts'

interface Props {
  readonly grid: GridState
  readonly given: GridProps
  readonly columns: readonly GridColumn[]
  readonly places: readonly CSSProperties[]
  readonly locale: Locale
  readonly scroller: HTMLDivElement
  /** Brings a column into view. */
  revealColumn(index: number): void
}

const overscan = 12

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

/** The rows on screen, and always the one with the cursor: the keyboard must never be drawn away. */
export function GridBody({ grid, given, columns, places, locale, scroller, revealColumn }: Props) {
  const { source, selection } = given
  const height = useMemo(() => rowHeight(scroller), [scroller])
  const pool = Math.ceil(scroller.clientHeight / height) + 2 * overscan + 2
  const cursorRowAtom = useMemo(() => atom(get => get(grid.cursorAtom).row), [grid])
  const cursorRow = useAtomValueRawSync(cursorRowAtom, { store })
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: source.count,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan,
    scrollMargin: height,
    scrollPaddingStart: height,
    rangeExtractor: range => {
      const indexes = defaultRangeExtractor(range)
      const first = indexes[0] ?? 0
      const last = indexes.at(-1) ?? -1
      if (cursorRow === header || cursorRow >= source.count) return indexes
      if (cursorRow < first) return [cursorRow, ...indexes]
      return cursorRow > last ? [...indexes, cursorRow] : indexes
    },
  })
  const items = virtualizer.getVirtualItems()
  const keys = keysOf(
    items.map(item => item.index),
    cursorRow,
    pool,
  )
  const from = virtualizer.range?.startIndex ?? 0
  const to = virtualizer.range?.endIndex ?? 0
  const { version } = source

  useEffect(() => {
    grid.props.source.ensure(Math.max(from - overscan, 0), to + overscan)
    // A new version may be a new query, whose rows have to be asked for again.
    void version
  }, [grid, from, to, version])

  useLayoutEffect(() => {
    grid.page = Math.max(1, Math.floor(scroller.clientHeight / height) - 2)
    grid.reveal = cell => {
      if (cell.row !== header) virtualizer.scrollToIndex(cell.row, { align: 'auto' })
      revealColumn(cell.column)
    }
    if (grid.awaited && cursorOf(grid).row < source.count) {
      grid.awaited = false
      grid.reveal(cursorOf(grid))
    }
  })

  return (
    <div style={{ blockSize: virtualizer.getTotalSize() }} role="rowgroup" className={styles.body}>
      {items.map(({ index }, at) => {
        const id = source.rowId(index)
        return (
          <GridRow
            key={keys[at]}
            top={index * height}
            grid={grid}
            index={index}
            source={source}
            version={version}
            columns={columns}
            places={places}
            checkable={selection !== undefined}
            checked={id !== undefined && (selection?.has(id) ?? false)}
            editable={given.onCommit !== undefined}
            locale={locale}
          />
        )
      })}
    </div>
  )
}
