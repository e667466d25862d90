/** Why a grid cannot do something now: what the door says of a key, and a greyed entry of a menu. */
import { header } from './cursor.ts'
import { markedRange } from './entering.ts'
import { cursorOf, type GridState, modeOf } from './gridState.ts'
import { besideOf } from './layout.ts'
import { isEditable } from './moving.ts'
import type { Range } from './selection.ts'

/** A message key, or nothing where it can be done. */
type Reason = (grid: GridState) => string | undefined

/** Is there a cell in the block that can be entered? Columns that never can are not gone through. */
function hasEditable(grid: GridState, { top, left, bottom, right }: Range): boolean {
  for (let column = left; column <= right; column++) {
    const of = grid.columns[column]
    if (!of || of.readOnly || of.kind.editor === 'none') continue
    for (let row = Math.max(top, 0); row <= bottom; row++) if (isEditable(grid, { row, column })) return true
  }
  return false
}

const when =
  (isSo: (grid: GridState) => boolean, reason: string): Reason =>
  grid =>
    isSo(grid) ? reason : undefined

const bare = when(grid => grid.props.source.count === 0, 'grid.reason.bare')
const onTitle = when(grid => cursorOf(grid).row === header, 'grid.reason.title')
const readOnly = when(grid => grid.props.onCommit === undefined, 'grid.reason.readOnly')
const notLoaded = when(grid => grid.props.source.row(cursorOf(grid).row) === undefined, 'grid.loading')
const closedCell = when(grid => !isEditable(grid, cursorOf(grid)), 'grid.reason.cellReadOnly')
const closedCells = when(grid => !hasEditable(grid, markedRange(grid)), 'grid.reason.cellReadOnly')
const fixedRows = when(grid => grid.props.onInsert === undefined, 'grid.reason.fixedRows')
const unsortable = when(grid => grid.props.onSort === undefined, 'grid.reason.unsortable')
const unsortableColumn = when(grid => !grid.columns[cursorOf(grid).column]?.sortable, 'grid.reason.unsortableColumn')

const column = (grid: GridState) => grid.columns[cursorOf(grid).column]
const atEdge = (step: 1 | -1) =>
  when(grid => !besideOf(grid.columns, column(grid)?.id ?? '', step), 'grid.reason.columnAtEdge')
const hasKind = (grid: GridState, kinds: readonly string[]) => {
  const { left, right } = markedRange(grid)
  return grid.columns.slice(left, right + 1).some(of => kinds.includes(of.field?.kind ?? ''))
}

const onCells: readonly Reason[] = [bare, onTitle]
const onValues: readonly Reason[] = [readOnly, ...onCells, closedCells]
const onColumn: readonly Reason[] = [unsortable, unsortableColumn]

/** In the order they are looked at; what is not here can always be done. */
const reasons: Readonly<Record<string, readonly Reason[]>> = {
  enter: [
    ...onCells,
    notLoaded,
    when(grid => grid.props.onOpen === undefined && !isEditable(grid, cursorOf(grid)), 'grid.reason.cellReadOnly'),
  ],
  edit: [readOnly, ...onCells, closedCell],
  picker: [
    readOnly,
    ...onCells,
    closedCell,
    when(
      grid => !['reference', 'enumeration', 'date'].includes(column(grid)?.kind.editor ?? ''),
      'grid.reason.noPicker',
    ),
  ],
  clear: onValues,
  today: [...onValues, when(grid => !hasKind(grid, ['date', 'instant']), 'grid.reason.noDate')],
  now: [...onValues, when(grid => !hasKind(grid, ['instant']), 'grid.reason.noMoment')],
  toggle: [
    ...onCells,
    when(
      grid => !grid.props.selection && !(column(grid)?.kind.editor === 'flag' && isEditable(grid, cursorOf(grid))),
      'grid.reason.noCheck',
    ),
  ],
  fillDown: [
    ...onValues,
    when(grid => markedRange(grid).top === 0 && markedRange(grid).bottom === 0, 'grid.reason.nothingAbove'),
  ],
  fillRight: [
    ...onValues,
    when(grid => markedRange(grid).left === 0 && markedRange(grid).right === 0, 'grid.reason.nothingBefore'),
  ],
  copy: onCells,
  copyWithHeaders: onCells,
  cut: onValues,
  paste: onValues,
  pastePlain: onValues,
  selectRow: onCells,
  selectColumn: [bare],
  selectAll: [bare],
  extendMode: onCells,
  rowMenu: onCells,
  contextMenu: [],
  insertAbove: [readOnly, fixedRows],
  insertBelow: [readOnly, fixedRows],
  duplicateRow: onCells,
  deleteRow: onCells,
  goToRow: [bare],
  undo: [readOnly, when(grid => grid.history.past.length === 0, 'grid.nothingToUndo')],
  redo: [readOnly, when(grid => grid.history.future.length === 0, 'grid.nothingToRedo')],
  nextFault: [readOnly],
  previousFault: [readOnly],
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
  columnHide: [when(grid => grid.columns.length <= 1, 'grid.reason.lastColumn')],
  columnsShow: [when(grid => grid.columns.length === grid.props.columns.length, 'grid.reason.noneHidden')],
}

/** Extending reaches over cells only. */
const extending = /^grid\.extend(?!Mode)/

/** Why the grid cannot do this now. While something is entered the keys are the editor's, and can. */
export function reasonAgainst(grid: GridState, id: string): string | undefined {
  if (modeOf(grid) !== 'navigate') return undefined
  const against = extending.test(id) ? onCells : (reasons[id.replace('grid.', '')] ?? [])
  return against.map(reason => reason(grid)).find(reason => reason !== undefined)
}

/** Reasons that hold as long as this grid is what it is: a menu leaves out what they forbid instead of greying it. */
export const lastingReasons: ReadonlySet<string> = new Set([
  'grid.reason.readOnly',
  'grid.reason.fixedRows',
  'grid.reason.unsortable',
  'grid.reason.noFilter',
])
