/** Ids of built-in commands: scripts, links and saved keys hold them, so renaming code must not rename them. */
import { expect, test } from 'vitest'
import { shipped } from '#contract/messages/index.ts'
import { editorCommands } from '../../src/commands/builtins/editorCommands.ts'
import { gridBuiltins } from '../../src/commands/builtins/gridBuiltins.ts'
import { builtins } from '../../src/commands/consoleCommands.ts'
import { gridCommands } from '../../src/grid/commands/gridCommands.ts'

test('every built-in command has its title among the texts', () => {
  const all = [...builtins, ...editorCommands, ...gridBuiltins]
  expect(all.length).toBeGreaterThan(150)
  expect(all.filter(({ title }) => !Object.hasOwn(shipped['zh-CN'], title)).map(({ id }) => id)).toEqual([])
})

test('every command of the grid is performed by the grid, but for those of others', () => {
  const ofOthers = new Set(['selection.actions', 'grid.goToRecord', 'grid.revertAll', 'grid.revertRow'])
  const ids = gridBuiltins.map(({ id }) => id).filter(id => !ofOthers.has(id))
  expect(ids.toSorted()).toEqual(Object.keys(gridCommands).toSorted())
})
