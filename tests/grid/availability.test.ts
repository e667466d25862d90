import { describe, expect, it } from 'vitest'
import type { Values } from '#contract/schema/field.ts'
import { gridBuiltins } from '../../src/commands/builtins/gridBuiltins.ts'
import { store } from '../../src/data/store.ts'
import { cells } from '../../src/fields/index.ts'
import { reasonAgainst } from '../../src/grid/commands/availability.ts'
import { gridCommands } from '../../src/grid/commands/gridCommands.ts'
import { createGridState, type GridState } from '../../src/grid/state/gridState.ts'
import { goTo } from '../../src/grid/state/moving.ts'
import type { GridProps } from '../../src/grid/state/source.ts'

const rows: readonly Values[] = [
  { id: 1, name: '小麦', total: '5', isActive: true, note: null },
  { id: 2, name: '大豆', total: '7', isActive: false, note: '湿' },
]

const columns = [
  { id: 'name', title: '名称', width: 100, kind: cells.text, sortable: true },
  { id: 'total', title: '合计', width: 100, kind: cells.quantity, readOnly: true },
  { id: 'isActive', title: '启用', width: 60, kind: cells.flag },
  { id: 'note', title: '备注', width: 100, kind: cells.longText },
] as const

const none = () => undefined

/** Grid of two rows with names, flags, notes; read-only without `onCommit`. */
function gridOf(given: Partial<GridProps> = {}): GridState {
  return createGridState({
    name: 'test',
    label: 'test',
    columns,
    source: {
      count: rows.length,
      version: 1,
      rowId: index => index + 1,
      row: index => rows[index],
      state: () => 'clean',
      fieldError: none,
      editable: (_index, columnId) => columnId !== 'total',
      ensure: none,
    },
    ...given,
  })
}

const entered = () => gridOf({ onCommit: none, onInsert: none, onSort: none, onFilter: none })

function at(grid: GridState, row: number, column: number): GridState {
  goTo(grid, { row, column })
  return grid
}

const against = (grid: GridState, name: string) => reasonAgainst(grid, `grid.${name}`)

describe('a key that cannot act says why', () => {
  it('in a grid where nothing can be entered', () => {
    for (const name of ['edit', 'clear', 'cut', 'paste', 'fillDown', 'insertBelow', 'nextFault'])
      expect([name, against(gridOf(), name)]).toEqual([name, 'grid.reason.readOnly'])
    expect(against(gridOf(), 'copy')).toBeUndefined()
  })

  it('on a cell that cannot be entered, and not where another one of the marked block can', () => {
    const grid = at(entered(), 1, 1)
    expect(against(grid, 'edit')).toBe('grid.reason.cellReadOnly')
    expect(against(grid, 'clear')).toBe('grid.reason.cellReadOnly')
    store.set(grid.anchorAtom, { row: 0, column: 0 })
    expect(against(grid, 'edit')).toBe('grid.reason.cellReadOnly')
    expect(against(grid, 'clear')).toBeUndefined()
  })

  it('on a title, where only columns can be acted on', () => {
    const grid = at(entered(), -1, 0)
    for (const name of ['edit', 'clear', 'copy', 'extendMode', 'extendRight', 'extendPageDown', 'rowMenu'])
      expect([name, against(grid, name)]).toEqual([name, 'grid.reason.title'])
    for (const name of ['sort', 'columnHide', 'columnRight', 'columnMenu', 'selectColumn', 'right', 'down'])
      expect([name, against(grid, name)]).toEqual([name, undefined])
  })

  it('in a grid without rows, where the first one can still be made', () => {
    const empty = { ...entered().props.source, count: 0, row: none, rowId: none }
    const grid = gridOf({ onCommit: none, onInsert: none, source: empty })
    expect(against(grid, 'selectAll')).toBe('grid.reason.bare')
    expect(against(grid, 'insertBelow')).toBeUndefined()
  })

  it('where there is nothing to fill from, to pick from, to check, to undo or to filter by', () => {
    expect(against(at(entered(), 0, 0), 'fillDown')).toBe('grid.reason.nothingAbove')
    expect(against(at(entered(), 1, 0), 'fillDown')).toBeUndefined()
    expect(against(at(entered(), 1, 0), 'fillRight')).toBe('grid.reason.nothingBefore')
    expect(against(at(entered(), 0, 0), 'picker')).toBe('grid.reason.noPicker')
    expect(against(at(entered(), 0, 0), 'toggle')).toBe('grid.reason.noCheck')
    expect(against(at(entered(), 0, 2), 'toggle')).toBeUndefined()
    expect(against(entered(), 'undo')).toBe('grid.nothingToUndo')
    const history = { can: () => false, hasForgotten: () => true, undoOrRedo: async () => null }
    expect(against(gridOf({ ...entered().props, history }), 'undo')).toBe('grid.undoForgotten')
    expect(against(at(entered(), 0, 3), 'filterByValue')).toBe('grid.reason.emptyValue')
    expect(against(at(entered(), 1, 3), 'filterByValue')).toBeUndefined()
    expect(against(at(entered(), 0, 0), 'today')).toBe('grid.reason.noDate')
  })

  it('of columns at the edge, without an order, and the last one', () => {
    expect(against(at(entered(), 0, 0), 'columnLeft')).toBe('grid.reason.columnAtEdge')
    expect(against(at(entered(), 0, 0), 'columnRight')).toBeUndefined()
    expect(against(at(entered(), 0, 1), 'sort')).toBe('grid.reason.unsortableColumn')
    expect(against(gridOf(), 'sort')).toBe('grid.reason.unsortable')
    expect(against(gridOf({ columns: columns.slice(0, 1) }), 'columnHide')).toBe('grid.reason.lastColumn')
    expect(against(entered(), 'columnsShow')).toBe('grid.reason.noneHidden')
  })
})

describe('the vocabulary of the grid', () => {
  // Commands of lists, and of the console for every grid.
  const elsewhere = ['grid.revertRow', 'grid.revertAll', 'grid.goToRecord', 'selection.actions']

  it('is performed word for word: no command without a function, no function without a command', () => {
    const ids = gridBuiltins.map(({ id }) => id).filter(id => !elsewhere.includes(id))
    expect(Object.keys(gridCommands).sort()).toEqual(ids.sort())
  })
})
