/** What one grid on screen remembers: cursor, mark, mode and history. One of these a mounted grid. */
import { atom } from 'jotai'
import type { RowId } from '../../data/records.ts'
import { store } from '../../data/store.ts'
import type { CellEditor } from '../cells/editing.ts'
import type { GridColumn } from './column.ts'
import type { Cell } from './cursor.ts'
import { emptyHistory, type History } from './history.ts'
import type { GridProps } from './source.ts'

/** Hide a column, keep it in sight or let it go, or show all as they were at first. */
export type Arrangement = 'hide' | 'pin' | 'reset'

export type Mode = 'navigate' | 'replace' | 'edit'

/** The grid as its commands see it: always the latest props, never those of some earlier drawing. */
export interface GridState {
  readonly cursorAtom: ReturnType<typeof cellAtom>
  readonly anchorAtom: ReturnType<typeof anchor>
  readonly modeAtom: ReturnType<typeof mode>
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
  /** Is the mouse marking? */
  dragging: boolean
  /** Is an input method at work? Its keys are its own. */
  composing: boolean
  /** A row is on its way: come into view with it. */
  awaited: boolean
  props: GridProps
  columns: readonly GridColumn[]
  root: HTMLElement | null
  /** Rows that fit on screen. */
  page: number
  reveal(cell: Cell): void
  /** Puts the keyboard on the active cell. */
  focusActive(): void
  toggleSort(columnId: string, further: boolean): void
  resize(column: number, by: number): void
  arrange(how: Arrangement, columnId: string): void
}

const cellAtom = () => atom<Cell>({ row: 0, column: 0 })
const anchor = () => atom<Cell | null>(null)
const mode = () => atom<Mode>('navigate')
const said = () => atom('')

export function createGridState(props: GridProps): GridState {
  return {
    cursorAtom: cellAtom(),
    anchorAtom: anchor(),
    modeAtom: mode(),
    saidAtom: said(),
    owned: props.autoFocus ?? false,
    editor: null,
    history: emptyHistory,
    rowId: undefined,
    runColumn: null,
    dragging: false,
    composing: false,
    awaited: false,
    props,
    columns: props.columns,
    root: null,
    page: 10,
    reveal: () => undefined,
    focusActive: () => undefined,
    toggleSort: () => undefined,
    resize: () => undefined,
    arrange: () => undefined,
  }
}

export const cursorOf = (grid: GridState): Cell => store.get(grid.cursorAtom)
export const modeOf = (grid: GridState): Mode => store.get(grid.modeAtom)

export function extentOf(grid: GridState) {
  return { rows: grid.props.source.count, columns: grid.columns.length, page: grid.page }
}
