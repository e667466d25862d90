/** What one grid on screen remembers: cursor, mark and mode. One of these a mounted grid. */
import { type Atom, atom } from 'jotai'
import type { RowId } from '../../data/records/records.ts'
import { readingAloudAtom } from '../../data/settings/readingAloud.ts'
import { store } from '../../data/store.ts'
import type { CellEditor } from '../../fields/cellEditor.ts'
import type { GridColumn } from './column.ts'
import type { Cell } from './cursor.ts'
import { asDefined, type Layout, type LayoutChange } from './layout.ts'
import { allRanges, type Range } from './selection.ts'
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

/** The cell whose window is open, by what stands in it: rows may move meanwhile. */
export interface OpenedCell {
  readonly rowId: RowId
  readonly columnId: string
}

/** What a move does to the mark: give it up, extend it (F8), or leave it and go on to another (Shift+F8). */
export type MarkMode = 'none' | 'extend' | 'add'

/** What rows show of where the person is and what is marked. */
export interface Shown {
  readonly cursor: Cell
  readonly mode: Mode
  readonly marks: readonly Range[]
  readonly filling: Range | null
  /** Is the grid read aloud? */
  readonly aloud: boolean
}

/** The grid as its commands see it: always the latest props, never those of some earlier drawing. */
export interface GridState {
  readonly cursorAtom: ReturnType<typeof cellAtom>
  readonly anchorAtom: ReturnType<typeof anchor>
  readonly modeAtom: ReturnType<typeof mode>
  /** Said to a screen reader, e.g. what was undone. */
  readonly saidAtom: ReturnType<typeof said>
  readonly markModeAtom: ReturnType<typeof markMode>
  /** Marked blocks beside the one that ends at the cursor. */
  readonly furtherAtom: ReturnType<typeof further>
  /** All marked blocks, at least the cell of the cursor. */
  readonly marksAtom: Atom<readonly Range[]>
  /** The cells that would be filled if the fill handle were let go now. */
  readonly fillingAtom: ReturnType<typeof filling>
  /** All that rows show of these. */
  readonly shownAtom: Atom<Shown>
  readonly menuAtom: ReturnType<typeof menu>
  /** Is the whole of the active cell looked at? */
  readonly peekAtom: ReturnType<typeof peek>
  /** The cell whose window is open. */
  readonly windowAtom: ReturnType<typeof opened>
  /** Is the person choosing which columns to see? */
  readonly choosingAtom: ReturnType<typeof choosing>
  /** Does the keyboard belong to this grid? */
  owned: boolean
  editor: CellEditor | null
  /** Id of the row the cursor stands in, by which it is found again when rows move. */
  rowId: RowId | undefined
  /** Row under the cursor that was new and has just been stored: it is on its way to its place. */
  followed: RowId | undefined
  /** Column where a run of Tabs began: Enter goes back to it, a row further. */
  runColumn: number | null
  /** Ids of the first and last rows of what is marked, by position: what holds it when rows move. */
  held: ReadonlyMap<number, RowId>
  /** What the rows were asked for when they were drawn last. */
  query: unknown
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
  arrange(change: LayoutChange): void
  /** How the columns are laid out now. */
  layout(): Layout
  /** Widths of the columns, and the room on screen beside the pinned ones. */
  across(): { readonly widths: readonly number[]; readonly room: number }
}

const cellAtom = () => atom<Cell>({ row: 0, column: 0 })
const anchor = () => atom<Cell | null>(null)
const mode = () => atom<Mode>('navigate')
const said = () => atom('')
const markMode = () => atom<MarkMode>('none')
const further = () => atom<readonly Range[]>([])
const filling = () => atom<Range | null>(null)
const menu = () => atom<OpenMenu | null>(null)
const peek = () => atom(false)
const opened = () => atom<OpenedCell | null>(null)
const choosing = () => atom(false)

export function createGridState(props: GridProps): GridState {
  const [cursorAtom, anchorAtom, furtherAtom] = [cellAtom(), anchor(), further()]
  const marksAtom = atom(get => allRanges(get(furtherAtom), get(anchorAtom), get(cursorAtom)))
  const [modeAtom, fillingAtom] = [mode(), filling()]
  return {
    cursorAtom,
    anchorAtom,
    furtherAtom,
    marksAtom,
    modeAtom,
    saidAtom: said(),
    markModeAtom: markMode(),
    fillingAtom,
    shownAtom: atom(get => ({
      cursor: get(cursorAtom),
      mode: get(modeAtom),
      marks: get(marksAtom),
      filling: get(fillingAtom),
      aloud: get(readingAloudAtom),
    })),
    menuAtom: menu(),
    peekAtom: peek(),
    windowAtom: opened(),
    choosingAtom: choosing(),
    owned: props.autoFocus ?? false,
    editor: null,
    rowId: undefined,
    followed: undefined,
    runColumn: null,
    held: new Map(),
    query: undefined,
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
    layout: () => asDefined,
    across: () => ({ widths: [], room: 0 }),
  }
}

export const cursorOf = (grid: GridState): Cell => store.get(grid.cursorAtom)
export const modeOf = (grid: GridState): Mode => store.get(grid.modeAtom)

export function extentOf(grid: GridState) {
  return { rows: grid.props.source.count, columns: grid.columns.length, page: grid.page }
}
