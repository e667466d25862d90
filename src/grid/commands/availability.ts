/** Availability of grid commands: refusal reasons and disabled menu entries. */
import { header } from '../state/cursor.ts'
import { cursorOf, type GridState, modeOf } from '../state/gridState.ts'
import { besideOf, hiddenByPerson } from '../state/layout.ts'
import { areLoaded, markedRanges } from '../state/marked.ts'
import { canPick, isEditable } from '../state/moving.ts'
import { hasRoomBelow } from '../state/rows.ts'
import { columnsIn, rowsOfRanges } from '../state/selection.ts'
import { isCutOff, wholeText } from './cellPreview.ts'
import { contestedCells, contestedRows } from './conflicts.ts'
import { recordAtCursor } from './recordAtCursor.ts'
import { type ColumnArguments, targetColumn } from './targetColumn.ts'

type Reason = (grid: GridState, args: ColumnArguments) => string | undefined

function hasEditable(grid: GridState): boolean {
  const ranges = markedRanges(grid)
  const isEntered = (column: number) => {
    const of = grid.columns[column]
    return of !== undefined && !of.readOnly && of.kind.editor !== 'none'
  }
  if (!grid.columns.some((_, column) => isEntered(column))) return false
  for (const row of rowsOfRanges(ranges))
    for (const column of columnsIn(ranges, row)) if (isEntered(column) && isEditable(grid, { row, column })) return true
  return false
}

const when =
  (isSo: (grid: GridState, args: ColumnArguments) => boolean, reason: string): Reason =>
  (grid, args) =>
    isSo(grid, args) ? reason : undefined

const bare = when(grid => grid.props.source.count === 0, 'grid.reason.bare')
const onTitle = when(grid => cursorOf(grid).row === header, 'grid.reason.title')
const readOnly: Reason = ({ props }) =>
  props.onCommit === undefined ? (props.readOnlyBecause ?? 'grid.reason.readOnly') : undefined
const notLoaded = when(grid => grid.props.source.row(cursorOf(grid).row) === undefined, 'grid.loading')

function reasonOfCell(grid: GridState): string {
  const { row, column: at } = cursorOf(grid)
  const of = grid.columns[at]
  const isForForm =
    of?.kind.editor === 'none' && grid.props.onOpen !== undefined && grid.props.source.editable(row, of.id)
  const other = isForForm ? 'grid.reason.inRecord' : 'grid.reason.cellReadOnly'
  return (of && grid.props.source.closed?.(row, of.id)) ?? other
}

const closedCell: Reason = grid => (isEditable(grid, cursorOf(grid)) ? undefined : reasonOfCell(grid))
const closedCells: Reason = grid => (hasEditable(grid) ? undefined : reasonOfCell(grid))
const rowsNotLoaded = when(grid => !areLoaded(grid), 'grid.reason.rowsNotLoaded')
const fixedRows = when(grid => grid.props.onInsert === undefined, 'grid.reason.fixedRows')
const unsortable = when(grid => grid.props.onSort === undefined, 'grid.reason.unsortable')
const unsortableColumn = when((grid, args) => !columnNamed(grid, args)?.sortable, 'grid.reason.unsortableColumn')

const columnNamed = (grid: GridState, args: ColumnArguments) =>
  grid.columns.find(({ id }) => id === targetColumn(grid, args))
const notShown = when((grid, args) => !columnNamed(grid, args), 'grid.reason.noColumn')
const noColumn = when(
  (grid, args) => !grid.props.columns.some(({ id }) => id === targetColumn(grid, args)),
  'grid.reason.noColumn',
)
const unfilterable = when((grid, args) => !columnNamed(grid, args)?.filterable, 'grid.reason.unfilterableColumn')

const column = (grid: GridState) => grid.columns[cursorOf(grid).column]
const atEdge = (step: 1 | -1) =>
  when((grid, args) => !besideOf(grid.columns, targetColumn(grid, args), step), 'grid.reason.columnAtEdge')
const hasKind = (grid: GridState, kinds: readonly string[]) => {
  const isMarked = (at: number) => markedRanges(grid).some(({ left, right }) => at >= left && at <= right)
  return grid.columns.some((of, at) => isMarked(at) && kinds.includes(of.field?.kind ?? ''))
}

const noConflict = when(grid => contestedCells(grid).size === 0, 'grid.reason.noConflict')
const noConflictInRow = when(grid => contestedRows(grid).size === 0, 'grid.reason.noConflict')
const noConflictAtAll = when(grid => !grid.props.source.conflicts, 'grid.reason.noConflict')

const isAtStart = (grid: GridState) => !grid.props.history?.can(true)

const onCells: readonly Reason[] = [bare, onTitle]
// Cheap check first: without conflicts the selection is not scanned.
const onConflict: readonly Reason[] = [readOnly, bare, noConflictAtAll]
const onValues: readonly Reason[] = [readOnly, ...onCells, rowsNotLoaded, closedCells]
// Empty grids accept a paste where rows can be created.
const onPaste: readonly Reason[] = onValues.map(
  reason => (grid, args) => (grid.props.source.count === 0 && hasRoomBelow(grid) ? readOnly : reason)(grid, args),
)
const onColumn: readonly Reason[] = [unsortable, unsortableColumn]

/** Checks in order; unlisted commands are always available. */
const reasons: Readonly<Record<string, readonly Reason[]>> = {
  enter: [...onCells, notLoaded, grid => (grid.props.onOpen === undefined ? closedCell(grid, {}) : undefined)],
  edit: [readOnly, ...onCells, closedCell],
  picker: [readOnly, ...onCells, closedCell, when(grid => !canPick(column(grid)), 'grid.reason.noPicker')],
  clear: onValues,
  today: [...onValues, when(grid => !hasKind(grid, ['date', 'instant']), 'grid.reason.noDate')],
  now: [...onValues, when(grid => !hasKind(grid, ['instant']), 'grid.reason.noMoment')],
  toggle: [
    ...onCells,
    when(
      grid =>
        !grid.props.selection &&
        !recordAtCursor(grid) &&
        !(column(grid)?.kind.editor === 'flag' && isEditable(grid, cursorOf(grid))) &&
        !isCutOff(grid),
      'grid.reason.noCheck',
    ),
  ],
  peek: [...onCells, notLoaded, when(grid => wholeText(grid) === '', 'grid.reason.emptyValue')],
  fillDown: [
    ...onValues,
    when(grid => markedRanges(grid).every(({ bottom }) => bottom === 0), 'grid.reason.nothingAbove'),
  ],
  fillRight: [
    ...onValues,
    when(grid => markedRanges(grid).every(({ right }) => right === 0), 'grid.reason.nothingBefore'),
  ],
  copy: onCells,
  copyWithHeaders: onCells,
  cut: onValues,
  paste: onPaste,
  pastePlain: onPaste,
  selectRow: onCells,
  selectColumn: [bare],
  selectAll: [bare],
  extendMode: onCells,
  addRange: onCells,
  fillSeries: onValues,
  fillToEnd: onValues,
  rowMenu: onCells,
  contextMenu: [],
  insertAbove: [readOnly, fixedRows],
  insertBelow: [readOnly, fixedRows],
  duplicateRow: onCells,
  deleteRow: onCells,
  goToRow: [bare],
  undo: [
    readOnly,
    when(grid => isAtStart(grid) && grid.props.history?.hasForgotten() === true, 'grid.undoForgotten'),
    when(isAtStart, 'grid.nothingToUndo'),
  ],
  redo: [readOnly, when(grid => !grid.props.history?.can(false), 'grid.nothingToRedo')],
  takeMine: [...onConflict, noConflict],
  takeTheirs: [...onConflict, noConflict],
  takeMineRow: [...onConflict, noConflictInRow],
  takeTheirsRow: [...onConflict, noConflictInRow],
  takeMineAll: onConflict,
  takeTheirsAll: onConflict,
  nextFault: [readOnly],
  previousFault: [readOnly],
  filterColumn: [when(grid => grid.props.onFilterColumn === undefined, 'grid.reason.noFilter'), unfilterable],
  filterByValue: [
    when(grid => grid.props.onFilter === undefined, 'grid.reason.noFilter'),
    ...onCells,
    notLoaded,
    when(grid => {
      const value = grid.props.source.row(cursorOf(grid).row)?.[column(grid)?.id ?? '']
      return value === null || value === undefined || value === ''
    }, 'grid.reason.emptyValue'),
  ],
  sort: onColumn,
  sortAlso: onColumn,
  sortAscending: onColumn,
  sortDescending: onColumn,
  sortNone: [unsortable, when(grid => (grid.props.sort ?? []).length === 0, 'grid.reason.unsorted')],
  columnLeft: [atEdge(-1)],
  columnRight: [atEdge(1)],
  columnHide: [notShown, when(grid => grid.columns.length <= 1, 'grid.reason.lastColumn')],
  columnShow: [noColumn, when((grid, args) => columnNamed(grid, args) !== undefined, 'grid.reason.columnShown')],
  columnFit: [notShown],
  columnPin: [notShown],
  columnPinEnd: [notShown],
  columnsShow: [when(grid => hiddenByPerson(grid.props.columns, grid.layout()).length === 0, 'grid.reason.noneHidden')],
}

const extending = /^grid\.extend(?!Mode)/

/** Reason against a command; during editing keys belong to the editor. */
export function reasonAgainst(grid: GridState, id: string, args: ColumnArguments = {}): string | undefined {
  if (modeOf(grid) !== 'navigate') return undefined
  const against = extending.test(id) ? onCells : (reasons[id.replace('grid.', '')] ?? [])
  return against.map(reason => reason(grid, args)).find(reason => reason !== undefined)
}

/** Permanent reasons: menus hide the entry instead of disabling it. */
export const lastingReasons: ReadonlySet<string> = new Set([
  'grid.reason.readOnly',
  'grid.reason.appendOnly',
  'grid.reason.fixedRows',
  'grid.reason.unsortable',
  'grid.reason.noFilter',
  'grid.reason.noConflict',
])
