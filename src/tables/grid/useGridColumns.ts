/** Columns, widths and order of sorting: TanStack Table without rows. Rows are drawn by position, never fed to it. */
import {
  type ColumnDef,
  columnResizingFeature,
  columnSizingFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type CSSProperties, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { GridColumn } from './column.ts'
import { type Arrangement, arranged, asDefined, laidOut } from './layout.ts'
import type { GridProps, Sort } from './source.ts'

export const gridFeatures = tableFeatures({ rowSortingFeature, columnSizingFeature, columnResizingFeature })
export type GridRowData = Readonly<Record<string, unknown>>

const noRows: GridRowData[] = []
const unsorted: Sort = []
export const rowHeadWidth = 44

/** Where a cell stands: its width and, pinned, its distance are variables, so that resizing draws nothing anew. */
function placesOf(columns: readonly GridColumn[]): readonly CSSProperties[] {
  return columns.map((column, at) => {
    const before = columns.slice(0, at).map((_, earlier) => `var(--w${earlier})`)
    const size: CSSProperties = { inlineSize: `var(--w${at})` }
    if (column.pinned !== 'start') return size
    return { ...size, insetInlineStart: `calc(${[`${rowHeadWidth}px`, ...before].join(' + ')})` }
  })
}

/** Pinned columns first; TanStack's sizes written to `root` while a width is dragged. */
export function useGridColumns(given: GridProps, root: HTMLElement | null) {
  const { columns: all, sort = unsorted, onSort } = given
  const [layout, setLayout] = useState(asDefined)
  const columns = useMemo(() => laidOut(all, layout), [all, layout])
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof gridFeatures, GridRowData, unknown> => ({
          id: column.id,
          header: column.title,
          accessorFn: row => row[column.id],
          size: column.width,
          minSize: 40,
          enableSorting: column.sortable === true && onSort !== undefined,
          sortDescFirst: false,
        }),
      ),
    [columns, onSort],
  )
  const sorting = useMemo(() => sort.map(([id, direction]) => ({ id, desc: direction === 'desc' })), [sort])
  const table = useTable(
    {
      features: gridFeatures,
      columns: definitions,
      data: noRows,
      manualSorting: true,
      columnResizeMode: 'onChange',
      state: { sorting },
      onSortingChange: change => {
        const next = typeof change === 'function' ? change(sorting) : change
        onSort?.(next.map(({ id, desc }) => [id, desc ? 'desc' : 'asc'] as const))
      },
    },
    // Widths go to the root as variables: nobody is drawn again for them.
    () => null,
  )
  const places = useMemo(() => placesOf(columns), [columns])
  const widths = useCallback(() => table.getAllLeafColumns().map(column => column.getSize()), [table])

  useLayoutEffect(() => {
    if (!root) return
    const write = () => {
      const sizes = columns.map(column => table.getColumn(column.id)?.getSize() ?? column.width)
      sizes.forEach((size, at) => {
        root.style.setProperty(`--w${at}`, `${size}px`)
      })
      root.style.setProperty('--all', `${sizes.reduce((sum, size) => sum + size, rowHeadWidth)}px`)
    }
    write()
    const subscription = table.atoms.columnSizing.subscribe(write)
    return () => subscription.unsubscribe()
  }, [root, table, columns])

  const arrange = useCallback(
    (how: Arrangement, id: string) => {
      // Drawn at once: the cursor goes along with its column, and the keyboard with the cursor.
      flushSync(() => setLayout(now => arranged(all, now, how, id)))
      if (how === 'reset') table.setColumnSizing({})
    },
    [all, table],
  )
  const toggleSort = useCallback(
    (id: string, further: boolean) => {
      const column = table.getColumn(id)
      if (column?.getCanSort()) column.toggleSorting(undefined, further)
    },
    [table],
  )
  const resize = useCallback(
    (at: number, by: number) => {
      const column = columns[at]
      if (!column) return
      const size = table.getColumn(column.id)?.getSize() ?? column.width
      table.setColumnSizing(sizes => ({ ...sizes, [column.id]: Math.max(40, size + by) }))
    },
    [table, columns],
  )
  return {
    columns,
    headers: table.getHeaderGroups()[0]?.headers ?? [],
    places,
    widths,
    sort,
    toggleSort,
    resize,
    arrange,
  }
}
