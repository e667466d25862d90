/** F4 over faults of fields that have no column in sight. */
import { beforeEach, expect, test, vi } from 'vitest'
import { entities } from '#contract/index.ts'
import { quantity, text } from '#contract/schema/field.ts'
import { notificationsAtom } from '../../src/data/notifications.ts'
import { store } from '../../src/data/store.ts'
import { errorTitle } from '../../src/fields/errorText.ts'
import { cells } from '../../src/fields/index.ts'
import { gridCommands } from '../../src/grid/commands/gridCommands.ts'
import { createGridState, cursorOf, type GridState } from '../../src/grid/state/gridState.ts'
import { goTo } from '../../src/grid/state/moving.ts'

const columns = [
  { id: 'name', title: '名称', width: 100, kind: cells.text, field: text('名称') },
  { id: 'weight', title: '重量', width: 100, kind: cells.quantity, field: quantity('重量') },
] as const

const fieldErrors: readonly Readonly<Record<string, string>>[] = [
  {},
  { storageCondition: 'required' },
  { name: 'taken' },
  { weight: 'number' },
]

let opened: number[] = []
beforeEach(() => {
  opened = []
  store.set(notificationsAtom, [])
})

function gridOf(): GridState {
  const grid = createGridState({
    name: 'test',
    label: 'test',
    columns,
    unseen: { titleOf: path => `产品的${path}`, open: row => void opened.push(row) },
    source: {
      count: fieldErrors.length,
      version: 1,
      rowId: index => index + 1,
      row: index => ({ id: index + 1, name: 'x' }),
      state: index => (Object.keys(fieldErrors[index] ?? {}).length > 0 ? 'error' : 'clean'),
      fieldError: (index, columnId) => fieldErrors[index]?.[columnId],
      fieldErrors: index => fieldErrors[index] ?? {},
      editable: () => true,
      ensure: () => undefined,
    },
  })
  // A person put the second column away.
  grid.columns = columns.slice(0, 1)
  goTo(grid, { row: 0, column: 0 })
  return grid
}

const press = (grid: GridState) => gridCommands['grid.nextFault']?.(grid, {})

test('a fault without a column is named at its row, and the next press opens the record', () => {
  const grid = gridOf()
  press(grid)
  expect(cursorOf(grid).row).toBe(1)
  expect(store.get(notificationsAtom).map(({ text: said }) => said)).toEqual(['产品的storageCondition: 必填'])
  expect(opened).toEqual([])
  press(grid)
  expect(opened).toEqual([1])
  // Then it goes on to the others as ever.
  press(grid)
  expect(cursorOf(grid)).toEqual({ row: 2, column: 0 })
})

test('a column that was put away is shown again', () => {
  const grid = gridOf()
  grid.arrange = vi.fn(() => {
    grid.columns = columns
  })
  goTo(grid, { row: 2, column: 0 })
  press(grid)
  expect(store.get(notificationsAtom)[0]?.text).toBe('重量: 请填数字')
  press(grid)
  expect(grid.arrange).toHaveBeenCalledOnce()
  expect(cursorOf(grid)).toEqual({ row: 3, column: 1 })
  expect(opened).toEqual([])
})

test('a fault in a line of a document is called by its line', () => {
  const say = (key: string, values?: Readonly<Record<string, number>>) => (values ? `${key}${values.row}` : key)
  const title = errorTitle(say, entities.materialstorein, 'lines.2.certificateNo')
  expect(title).toBe('grid.faultInLine3 materialstoreinline.certificateNo')
  expect(errorTitle(say, entities.materialstorein, 'supplyId')).toBe('materialstorein.supplyId')
})
