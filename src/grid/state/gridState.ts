/** State of one mounted grid: cursor, selection and mode. */
import { type Atom, atom } from 'jotai'
import type { Arguments } from '../../commands/core/command.ts'
import type { CommandHandler } from '../../commands/core/registry.ts'
import type { RowId } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'
import type { CellEditor } from '../../fields/cellEditor.ts'
import type { GridColumn } from './column.ts'
import type { Cell } from './cursor.ts'
import { asDefined, type Layout, type LayoutChange } from './layout.ts'
import { allRanges, type Range } from './selection.ts'
import type { GridProps } from './source.ts'

export type MenuKind = 'cell' | 'row' | 'column'

export interface OpenMenu {
  readonly kind: MenuKind
  /** Anchor: mouse, or the cell, row header or title. */
  readonly at: DOMRect
  /** Opened by key: focus goes to the first entry. */
  readonly byKey: boolean
}

export type Mode = 'navigate' | 'replace' | 'edit'

/** Cell of an open dialog, by ids: rows may move. */
export interface OpenedCell {
  readonly rowId: RowId
  readonly columnId: string
}

/** Effect of a move on the selection: drop, extend (F8), add (Shift+F8). */
export type MarkMode = 'none' | 'extend' | 'add'

export interface Shown {
  readonly cursor: Cell
  readonly mode: Mode
  readonly marks: readonly Range[]
  readonly filling: Range | null
  readonly aloud: boolean
}

/** Grid as commands see it: always the latest props. */
export interface GridState {
  readonly cursorAtom: ReturnType<typeof cellAtom>
  readonly anchorAtom: ReturnType<typeof anchor>
  readonly modeAtom: ReturnType<typeof mode>
  readonly announcementAtom: ReturnType<typeof announcement>
  /** Result of the last entry: `2t = 2,000 千克`. */
  readonly echoAtom: ReturnType<typeof announcement>
  readonly markModeAtom: ReturnType<typeof markMode>
  readonly furtherAtom: ReturnType<typeof further>
  /** All ranges, at least the active cell. */
  readonly marksAtom: Atom<readonly Range[]>
  readonly fillingAtom: ReturnType<typeof filling>
  readonly shownAtom: Atom<Shown>
  readonly menuAtom: ReturnType<typeof menu>
  readonly previewAtom: ReturnType<typeof preview>
  readonly calendarAtom: ReturnType<typeof preview>
  readonly windowAtom: ReturnType<typeof opened>
  readonly choosingAtom: ReturnType<typeof choosing>
  owned: boolean
  editor: CellEditor | null
  /** Row id under the cursor, to refind it when rows move. */
  rowId: RowId | undefined
  /** Newly stored row under the cursor, moving to its sorted place. */
  followed: RowId | undefined
  /** Start column of a Tab run: Enter returns to it. */
  runColumn: number | null
  /** Row ids at range corners, by position: anchors of the selection. */
  held: ReadonlyMap<number, RowId>
  query: unknown
  composing: boolean
  /** Focused by the opening page, not yet used. */
  isOpening: boolean
  isAgain: boolean
  /** Row pending: scroll into view on arrival. */
  awaited: boolean
  /** Last idle Escape, in ms: a soon second one leaves the grid. */
  escapedAt: number
  props: GridProps
  columns: readonly GridColumn[]
  root: HTMLElement | null
  page: number
  reveal(cell: Cell): void
  focusActive(): void
  toggleSort(columnId: string, further: boolean): void
  resize(column: number, by: number): void
  arrange(change: LayoutChange): void
  layout(): Layout
  /** Column widths, and scrollable width beside pinned ones, in pixels. */
  across(): { readonly widths: readonly number[]; readonly room: number }
}

const cellAtom = () => atom<Cell>({ row: 0, column: 0 })
const anchor = () => atom<Cell | null>(null)
const mode = () => atom<Mode>('navigate')
const announcement = () => atom('')
const markMode = () => atom<MarkMode>('none')
const further = () => atom<readonly Range[]>([])
const filling = () => atom<Range | null>(null)
const menu = () => atom<OpenMenu | null>(null)
const preview = () => atom(false)
const opened = () => atom<OpenedCell | null>(null)
const choosing = () => atom(false)
const silent: Atom<boolean> = atom(false)

/** `aloudAtom`: screen reader mode of the user. */
export function createGridState(props: GridProps, aloudAtom: Atom<boolean> = silent): GridState {
  const [cursorAtom, anchorAtom, furtherAtom] = [cellAtom(), anchor(), further()]
  const marksAtom = atom(get => allRanges(get(furtherAtom), get(anchorAtom), get(cursorAtom)))
  const [modeAtom, fillingAtom] = [mode(), filling()]
  return {
    cursorAtom,
    anchorAtom,
    furtherAtom,
    marksAtom,
    modeAtom,
    announcementAtom: announcement(),
    echoAtom: announcement(),
    markModeAtom: markMode(),
    fillingAtom,
    shownAtom: atom(get => ({
      cursor: get(cursorAtom),
      mode: get(modeAtom),
      marks: get(marksAtom),
      filling: get(fillingAtom),
      aloud: get(aloudAtom),
    })),
    menuAtom: menu(),
    previewAtom: preview(),
    calendarAtom: preview(),
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
    isOpening: props.autoFocus ?? false,
    isAgain: false,
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

export function gridExtent(grid: GridState) {
  return { rows: grid.props.source.count, columns: grid.columns.length, page: grid.page }
}

/** Grid command handler. Never blocks: the next key must not be refused. */
export type Run = (grid: GridState, args: Arguments) => ReturnType<CommandHandler['run']>
