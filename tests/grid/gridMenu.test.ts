import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resetContext, setContext } from '../../src/commands/core/context.ts'
import { registerHandler } from '../../src/commands/core/registry.ts'
import { type MenuEntry, menuGroups } from '../../src/grid/menus/menuEntries.ts'
import { targetRows } from '../../src/grid/menus/menuRows.ts'
import type { GridSource } from '../../src/grid/state/source.ts'
import { type Console, startConsole } from '../commands/console.ts'

let lotline: Console
const removals: (() => void)[] = []

beforeAll(async () => {
  lotline = await startConsole()
  // A grid is on screen that performs these.
  for (const id of ['grid.copy', 'grid.sortAscending', 'grid.columnRight', 'grid.selectRow'])
    removals.push(registerHandler(id, { run: () => undefined }))
})
afterAll(async () => {
  for (const remove of removals) remove()
  await lotline.close()
})
beforeEach(() => {
  resetContext()
})

const select = (entity: string, ...states: readonly string[]) =>
  setContext({
    selection: {
      entity,
      ids: states.map((_, at) => at + 1),
      rows: states.map((status, at) => ({ id: at + 1, status })),
    },
  })

const open = (kind: 'cell' | 'row' | 'column', entity: string | undefined, isOnTitle = false) =>
  menuGroups({ kind, entity, args: {}, isOnTitle, pinned: undefined, isEditable: true }).flat()
const find = (entries: readonly MenuEntry[], command: string) => entries.find(entry => entry.command === command)

test('beside a cell stands what can be done with its row, and not what its state forbids', () => {
  select('materialstorein', 'SUBMITTED')
  const entries = open('cell', 'materialstorein')
  expect(find(entries, 'materialstorein.reverse')).toBeDefined()
  expect(find(entries, 'materialstorein.submit')).toBeUndefined()
  expect(find(entries, 'grid.copy')).toMatchObject({ keys: 'mod+c' })
})

test('the menu of a row has everything that acts on rows, greyed with why', () => {
  select('materialstorein', 'SUBMITTED')
  const entries = open('row', 'materialstorein')
  expect(find(entries, 'materialstorein.submit')).toMatchObject({ reason: 'reason.wrongState' })
  expect(find(entries, 'materialstorein.reverse')?.reason).toBeUndefined()
  expect(find(entries, 'materialstorein.copy')).toMatchObject({ keys: 'mod+shift+d' })
  select('materialstorein', 'SUBMITTED', 'DRAFT')
  expect(find(open('row', 'materialstorein'), 'materialstorein.copy')).toMatchObject({ reason: 'reason.oneRow' })
})

test('nothing stands in a menu that nobody on screen performs, nor what acts on no row', () => {
  select('materialstorein', 'DRAFT')
  const entries = open('row', 'materialstorein')
  expect(find(entries, 'grid.deleteRow')).toBeUndefined()
  expect(find(entries, 'materialstorein.new')).toBeUndefined()
  expect(find(entries, 'materialstorein.export')).toBeUndefined()
})

test('a grid of no entity has a menu of its own commands alone', () => {
  expect(open('cell', undefined).filter(({ command }) => !/^(grid|selection)\./.test(command))).toEqual([])
})

test('the menu of a column names only keys that count where the cursor is', () => {
  expect(find(open('column', 'brand', true), 'grid.columnRight')).toMatchObject({ keys: 'alt+shift+right' })
  // On a cell these keys choose its row.
  expect(find(open('column', 'brand'), 'grid.columnRight')?.keys).toBeUndefined()
})

test('a role without the button finds no entry for it', async () => {
  await lotline.signInWith(['brand', 'brand.edit'])
  select('brand', 'ACTIVE')
  const entries = open('row', 'brand')
  expect(find(entries, 'brand.edit')).toBeDefined()
  expect(find(entries, 'brand.delete')).toBeUndefined()
  expect(find(entries, 'brand.copy')).toBeUndefined()
})

test('a record that is read-only is not edited', () => {
  select('brand', 'ACTIVE')
  const place = { kind: 'row', entity: 'brand', args: {}, isOnTitle: false, pinned: undefined } as const
  const edit = (isEditable: boolean) => find(menuGroups({ ...place, isEditable }).flat(), 'brand.edit')
  expect([edit(true), edit(false)]).toEqual([expect.objectContaining({ icon: 'pencil' }), undefined])
})

test('a menu is for the chosen rows, or for the row beside them it was opened on, of a record or of none', () => {
  const records = [11, undefined, 13]
  const source: GridSource = {
    count: 3,
    version: 1,
    rowId: index => index,
    recordId: index => records[index],
    row: index => ({ id: index }),
    state: () => 'clean',
    fieldError: () => undefined,
    editable: () => false,
    ensure: () => undefined,
  }
  const selection = new Set([0])
  expect(targetRows({ source, selection }, 0)).toEqual({})
  expect(targetRows({ source, selection }, 2)).toEqual({ ids: [13] })
  expect(targetRows({ source, selection }, 1)).toEqual({ ids: [] })
  const { recordId: _, ...plain } = source
  expect(targetRows({ source: plain, selection }, 1)).toEqual({ ids: [1] })
})
