/** Column widths and sort order by TanStack Table, without rows. */
import {
  type ColumnDef,
  columnResizingFeature,
  columnSizingFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useAtomValueRawSync } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { useCallback, useLayoutEffect, useMemo } from 'react'
import { flushSync } from 'react-dom'
import type { RowValues } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import { type Layout, type LayoutChange, laidOut } from '../state/layout.ts'
import { columnStyles, endsOf, rowHeadWidth } from '../state/places.ts'
import type { GridProps, Sort } from '../state/source.ts'
import { changeLayout, layoutAtom } from '../state/storedLayout.ts'

export const gridFeatures = tableFeatures({ rowSortingFeature, columnSizingFeature, columnResizingFeature })
const noRows: RowValues[] = []
const unsorted: Sort = []
const narrowest = 40

/** Render-relevant equality; widths go directly to CSS. */
const isDrawnAlike = (a: Layout, b: Layout) =>
  a.hidden === b.hidden && a.pinned === b.pinned && a.order === b.order && a.density === b.density

/** Visible columns in order; dragging writes widths to `root`. */
export function useGridColumns(given: GridProps, root: HTMLElement | null) {
  const { columns: all, sort = unsorted, onSort, layoutName = given.name } = given
  const shown = useMemo(() => layoutAtom(layoutName), [layoutName])
  const drawnAtom = useMemo(() => selectAtom(shown, layout => layout, isDrawnAlike), [shown])
  const layout = useAtomValueRawSync(drawnAtom, { store })
  const columns = useMemo(() => laidOut(all, layout), [all, layout])
  const isSortable = onSort !== undefined
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof gridFeatures, RowValues, unknown> => ({
          id: column.id,
          header: column.title,
          accessorFn: row => row[column.id],
          size: column.width,
          minSize: narrowest,
          enableSorting: column.sortable === true && isSortable,
          sortDescFirst: false,
        }),
      ),
    [columns, isSortable],
  )
  const sorting = useMemo(() => sort.map(([id, direction]) => ({ id, desc: direction === 'desc' })), [sort])
  const table = useTable(
    {
      features: gridFeatures,
      columns: definitions,
      data: noRows,
      manualSorting: true,
      columnResizeMode: 'onChange',
      initialState: { columnSizing: store.get(shown).widths },
      state: { sorting },
      onSortingChange: change => {
        const next = typeof change === 'function' ? change(sorting) : change
        onSort?.(next.map(({ id, desc }) => [id, desc ? 'desc' : 'asc'] as const))
      },
    },
    // Widths are CSS variables, so no render.
    () => null,
  )
  const places = useMemo(() => columnStyles(columns), [columns])
  const widths = useCallback(() => table.getAllLeafColumns().map(column => column.getSize()), [table])

  useLayoutEffect(() => {
    if (!root) return
    const write = () => {
      const sizes = columns.map(column => table.getColumn(column.id)?.getSize() ?? column.width)
      sizes.forEach((size, at) => {
        root.style.setProperty(`--w${at}`, `${size}px`)
      })
      const { start, end } = endsOf(columns, sizes)
      root.style.setProperty('--frozen-start', `${start}px`)
      root.style.setProperty('--frozen-end', `${end}px`)
      root.style.setProperty('--all', `${sizes.reduce((sum, size) => sum + size, rowHeadWidth)}px`)
    }
    const take = () => {
      const { widths: kept } = store.get(shown)
      if (table.atoms.columnSizing.get() !== kept) table.setColumnSizing(() => ({ ...kept }))
    }
    // Two-way: dragged widths persist, external ones apply.
    const keep = () => {
      write()
      const sizing = table.atoms.columnSizing.get()
      changeLayout(layoutName, now => (sameWidths(now.widths, sizing) ? now : { ...now, widths: sizing }))
    }
    take()
    write()
    const subscription = table.atoms.columnSizing.subscribe(keep)
    const end = store.sub(shown, () => {
      if (!sameWidths(store.get(shown).widths, table.atoms.columnSizing.get())) take()
    })
    return () => {
      subscription.unsubscribe()
      end()
    }
  }, [root, table, columns, shown, layoutName])

  const arrange = useCallback(
    // Synchronous: cursor and focus follow the column.
    (change: LayoutChange) => flushSync(() => changeLayout(layoutName, now => change(all, now))),
    [all, layoutName],
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
      table.setColumnSizing(sizes => ({ ...sizes, [column.id]: Math.max(narrowest, size + by) }))
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
    layout: useCallback(() => store.get(shown), [shown]),
    density: layout.density,
  }
}

function sameWidths(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  const [one, other] = [Object.entries(a), Object.entries(b)]
  return a === b || (one.length === other.length && one.every(([id, width]) => b[id] === width))
}
