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

function rowHeight(scroller: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--row')) || 28
}

/** The rows on screen, and always the one with the cursor: the keyboard must never be drawn away. */
export function GridBody({ grid, given, columns, places, locale, scroller, revealColumn }: Props) {
  const { source, selection } = given
  const height = useMemo(() => rowHeight(scroller), [scroller])
  const cursorRowAtom = useMemo(() => atom(get => get(grid.cursorAtom).row), [grid])
  const cursorRow = useAtomValueRawSync(cursorRowAtom, { store })
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: source.count,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    // All rows are alike: measuring them would lay the page out again for each.
    measureElement: () => height,
    overscan: 12,
    scrollMargin: height,
    scrollPaddingStart: height,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
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
  const from = virtualizer.range?.startIndex ?? 0
  const to = virtualizer.range?.endIndex ?? 0
  const { version } = source

  useEffect(() => {
    grid.props.source.ensure(Math.max(from - 12, 0), to + 12)
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
    <div ref={virtualizer.containerRef} role="rowgroup" className={styles.body}>
      {items.map(({ index }) => {
        const id = source.rowId(index)
        return (
          <GridRow
            key={index}
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
            measure={virtualizer.measureElement}
          />
        )
      })}
    </div>
  )
}
