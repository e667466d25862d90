/** Glide Data Grid over the same window of rows that the console has. */
import {
  type DataEditorRef,
  type GridCell,
  GridCellKind,
  type GridSelection,
  type Item,
  type Rectangle,
} from '@glideapps/glide-data-grid'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { forgetRows, rowWindow } from '../../../src/data/records/rows.ts'
import type { RowWindow } from '../../../src/data/records/rowWindow.ts'
import { store } from '../../../src/data/store.ts'
import { benchOf, rowHeadWidth, rowHeight } from '../grid/clock.ts'
import { CompactSelection, DataEditor } from './glideParts.ts'
import { columnsIn, type GridColumn, queryOf, start, textIn } from './rows.ts'

const host = document.getElementById('grid') as HTMLElement
const sides = { start: 'left', end: 'right', center: 'center' } as const
let root: Root | undefined
let editor: DataEditorRef | null = null
let cursor = ''

function contentOf(column: GridColumn | undefined, window: RowWindow, index: number): GridCell {
  const row = window.row(index)
  if (!row || !column) return { kind: GridCellKind.Loading, allowOverlay: false }
  const shown = textIn(column, row)
  return {
    kind: GridCellKind.Text,
    data: shown,
    displayData: shown,
    allowOverlay: true,
    readonly: true,
    contentAlign: sides[column.align ?? column.kind.align],
  }
}

const nothing: GridSelection = { columns: CompactSelection.empty(), rows: CompactSelection.empty() }

/** The grid as its own documentation has it for rows that come later: what is on screen is drawn anew when they are there. */
function List({ window, columns }: { window: RowWindow; columns: readonly GridColumn[] }) {
  const [total, setTotal] = useState(window.total() ?? 0)
  const [selection, setSelection] = useState(nothing)
  const region = useRef<Rectangle>({ x: 0, y: 0, width: columns.length, height: 30 })
  const own = useRef<DataEditorRef | null>(null)
  const titles = useMemo(() => columns.map(({ id, title, width }) => ({ id, title, width })), [columns])
  const content = useCallback(([at, index]: Item) => contentOf(columns[at], window, index), [window, columns])

  useEffect(() => {
    const tell = () => {
      setTotal(window.total() ?? 0)
      const { y, height } = region.current
      const rows = Array.from({ length: height + 1 }, (_, at) => y + at)
      own.current?.updateCells(rows.flatMap(row => columns.map((_, at) => ({ cell: [at, row] as const }))))
    }
    window.ensure(0, 30)
    return store.sub(window.versionAtom, tell)
  }, [window, columns])

  const moved = useCallback(
    (shown: Rectangle) => {
      region.current = shown
      window.ensure(shown.y, shown.y + shown.height)
    },
    [window],
  )
  const selected = useCallback((now: GridSelection) => {
    cursor = now.current ? `${now.current.cell[1]},${now.current.cell[0]}` : ''
    setSelection(now)
  }, [])
  return (
    <DataEditor
      ref={found => {
        own.current = found
        editor = found
      }}
      width="100%"
      height="100%"
      columns={titles}
      freezeColumns={columns.filter(({ pinned }) => pinned).length}
      rows={total}
      rowHeight={rowHeight}
      headerHeight={rowHeight}
      rowMarkers="checkbox"
      rowMarkerWidth={rowHeadWidth}
      getCellContent={content}
      gridSelection={selection}
      onGridSelectionChange={selected}
      onVisibleRegionChanged={moved}
      smoothScrollY
      smoothScrollX
    />
  )
}

/** What stands on a canvas cannot be asked for: it is listened to while it is drawn. */
const drawn = new Set<string>()
const { fillText } = CanvasRenderingContext2D.prototype

function listening(this: CanvasRenderingContext2D, ...drawing: Parameters<typeof fillText>) {
  drawn.add(drawing[0])
  fillText.apply(this, drawing)
}

window.startGrid = start
window.gridBench = benchOf({
  open(list) {
    root = createRoot(host)
    root.render(<List window={rowWindow(list, queryOf(list))} columns={columnsIn(list)} />)
  },
  async close() {
    root?.unmount()
    root = undefined
    cursor = ''
    forgetRows()
  },
  goToRow: index => editor?.scrollTo(0, index, 'vertical', 0, 0, { vAlign: 'start' }),
  watch() {
    drawn.clear()
    CanvasRenderingContext2D.prototype.fillText = listening
  },
  unwatch() {
    CanvasRenderingContext2D.prototype.fillText = fillText
  },
  isShown: (_index, own) => drawn.has(own),
  scroller: () => host.querySelector<HTMLElement>('.dvn-scroller'),
  cursor: () => cursor,
})
