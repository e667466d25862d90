/** What one grid on screen remembers: cursor, mark, mode and history. One of these a mounted grid. */
import { atom } from 'jotai'
import type { RowId } from '../../data/records.ts'
import { store } from '../../data/store.ts'
import type { CellEditor } from '../cells/editing.ts'
import type { Cell } from './cursor.ts'
import { emptyHistory, type History } from './history.ts'
import type { GridColumn, GridProps } from './source.ts'

export type Mode = 'navigate' | 'replace' | 'edit'

/** The grid as its commands see it: always the latest props, never those of some earlier drawing. */
export interface GridState {
  readonly cursorAtom: ReturnType<typeof cellAtom>
  readonly anchorAtom: ReturnType<typeof anchor>
  readonly modeAtom: ReturnType<typeof mode>
  readonly selectionAtom: ReturnType<typeof checked>
  /** Said to a screen reader, e.g. what was undone. */
  readonly saidAtom: ReturnType<typeof said>
  /** Does the keyboard belong to this grid? */
  owned: boolean
  editor: CellEditor | null
  history: History<RowId>
  /** Id of the row the cursor stands in, by which it is found again when rows move. */
  rowId: RowId | undefined
  /** Column where a run of Tabs began: Enter goes back to it, a row further. */
  runColumn: number | null
  /** Where the mouse began to mark. */
  dragging: boolean
  props: GridProps
  columns: readonly GridColumn[]
  root: HTMLElement | null
  /** Rows that fit on screen. */
  page: number
  reveal(cell: Cell): void
}

const cellAtom = () => atom<Cell>({ row: 0, column: 0 })
const anchor = () => atom<Cell | null>(null)
const mode = () => atom<Mode>('navigate')
const checked = () => atom<ReadonlySet<RowId>>(new Set<RowId>())
const said = () => atom('')

export function createGridState(props: GridProps): GridState {
  return {
    cursorAtom: cellAtom(),
    anchorAtom: anchor(),
    modeAtom: mode(),
    selectionAtom: checked(),
    saidAtom: said(),
    owned: props.autoFocus ?? false,
    editor: null,
    history: emptyHistory,
    rowId: undefined,
    runColumn: null,
    dragging: false,
    props,
    columns: props.columns,
    root: null,
    page: 10,
    reveal: () => undefined,
  }
}

export const cursorOf = (grid: GridState): Cell => store.get(grid.cursorAtom)
export const modeOf = (grid: GridState): Mode => store.get(grid.modeAtom)

export function extentOf(grid: GridState) {
  return { rows: grid.props.source.count, columns: grid.columns.length, page: grid.page }
}
