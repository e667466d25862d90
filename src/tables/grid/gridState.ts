/** What one grid on screen remembers: cursor, mark, mode and history. One of these a mounted grid. */
import { atom } from 'jotai'
import type { RowId } from '../../data/records.ts'
import { store } from '../../data/store.ts'
import type { CellEditor } from '../cells/editing.ts'
import type { GridColumn } from './column.ts'
import type { Cell } from './cursor.ts'
import { emptyHistory, type History } from './history.ts'
import type { Arrangement } from './layout.ts'
import type { GridProps } from './source.ts'

/** Which menu is open: of the marked cells, of the row, or of the column. */
export type MenuKind = 'cell' | 'row' | 'column'

export interface OpenMenu {
  readonly kind: MenuKind
  /** Where it stands: at the mouse, or under the cell, row head or title it was asked for from the keyboard. */
  readonly at: DOMRect
  /** Asked for by a key: its first entry has the keyboard at once. */
  readonly byKey: boolean
}

export type Mode = 'navigate' | 'replace' | 'edit'

/** The grid as its commands see it: always the latest props, never those of some earlier drawing. */
export interface GridState {
  readonly cursorAtom: ReturnType<typeof cellAtom>
  readonly anchorAtom: ReturnType<typeof anchor>
  readonly modeAtom: ReturnType<typeof mode>
  /** Said to a screen reader, e.g. what was undone. */
  readonly saidAtom: ReturnType<typeof said>
  /** Does every move extend the marked block, as F8 asks? */
  readonly extendingAtom: ReturnType<typeof extending>
  readonly menuAtom: ReturnType<typeof menu>
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
  /** When Escape last found nothing to give up: pressed again soon it leaves the grid. */
  escapedAt: number
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
  /** Changes which columns stand where; drawn when it returns. */
  arrange(how: Arrangement, columnId: string): void
  /** Widths of the columns, and the room on screen beside the pinned ones. */
  across(): { readonly widths: readonly number[]; readonly room: number }
}

const cellAtom = () => atom<Cell>({ row: 0, column: 0 })
const anchor = () => atom<Cell | null>(null)
const mode = () => atom<Mode>('navigate')
const said = () => atom('')
const extending = () => atom(false)
const menu = () => atom<OpenMenu | null>(null)

export function createGridState(props: GridProps): GridState {
  return {
    cursorAtom: cellAtom(),
    anchorAtom: anchor(),
    modeAtom: mode(),
    saidAtom: said(),
    extendingAtom: extending(),
    menuAtom: menu(),
    owned: props.autoFocus ?? false,
    editor: null,
    history: emptyHistory,
    rowId: undefined,
    runColumn: null,
    dragging: false,
    composing: false,
    awaited: false,
    escapedAt: 0,
    props,
    columns: props.columns,
    root: null,
    page: 10,
    reveal: () => undefined,
    focusActive: () => undefined,
    toggleSort: () => undefined,
    resize: () => undefined,
    arrange: () => undefined,
    across: () => ({ widths: [], room: 0 }),
  }
}

export const cursorOf = (grid: GridState): Cell => store.get(grid.cursorAtom)
export const modeOf = (grid: GridState): Mode => store.get(grid.modeAtom)

export function extentOf(grid: GridState) {
  return { rows: grid.props.source.count, columns: grid.columns.length, page: grid.page }
}
