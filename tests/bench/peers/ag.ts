/** AG Grid Community over the same rows by its infinite row model. */
import type { ColDef, GridApi } from 'ag-grid-community'
import { listRecords } from '../../../src/data/records/records.ts'
import type { Row } from '../../../src/data/records/row.ts'
import { benchOf, rowHeadWidth, rowHeight } from '../grid/clock.ts'
import { createGrid, themeQuartz } from './agParts.ts'
import { columnsIn, type GridColumn, queryOf, start, textIn } from './rows.ts'

/** As many as our own window keeps and asks for at a time. */
const block = 100
const kept = 40
const together = 3

const ends = { start: 'left', end: 'right', center: 'center' } as const
const host = document.getElementById('grid') as HTMLElement
let grid: GridApi<Row> | undefined

function columnOf(column: GridColumn): ColDef<Row> {
  return {
    colId: column.id,
    headerName: column.title,
    width: column.width,
    pinned: column.pinned ? 'left' : null,
    cellStyle: { textAlign: ends[column.align ?? column.kind.align] },
    valueGetter: ({ data }) => (data ? textIn(column, data) : ''),
  }
}

window.startGrid = start
window.gridBench = benchOf({
  open(list) {
    const query = queryOf(list)
    grid = createGrid<Row>(host, {
      theme: themeQuartz.withParams({ rowHeight, headerHeight: rowHeight, fontSize: 13 }),
      columnDefs: columnsIn(list).map(columnOf),
      rowModelType: 'infinite',
      cacheBlockSize: block,
      maxBlocksInCache: kept,
      maxConcurrentDatasourceRequests: together,
      rowSelection: { mode: 'multiRow', headerCheckbox: false },
      selectionColumnDef: { pinned: 'left', width: rowHeadWidth },
      datasource: {
        getRows({ startRow, successCallback, failCallback }) {
          listRecords(list, { page: startRow / block + 1, size: block, sort: query.sort, where: query.where }).then(
            page => successCallback([...page.rows], page.total),
            failCallback,
          )
        },
      },
    })
  },
  async close() {
    grid?.destroy()
    grid = undefined
  },
  goToRow: index => grid?.ensureIndexVisible(index, 'top'),
  isShown: (index, own) =>
    [...host.querySelectorAll(`[row-index="${index}"]`)].some(row => row.textContent?.includes(own)),
  scroller: () => host.querySelector<HTMLElement>('.ag-grid-viewport'),
  cursor() {
    const cell = grid?.getFocusedCell()
    return cell ? `${cell.rowIndex},${cell.column.getColId()}` : ''
  },
})
