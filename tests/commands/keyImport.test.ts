/** Keys in bulk, from a file or preset: no silent double assignment. */

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { commandsInForce } from '../../src/commands/builtins/keyCommands.ts'
import { byHandler, type Command, type KeyBinding } from '../../src/commands/core/command.ts'
import { findCommand, permitted } from '../../src/commands/core/registry.ts'
import { bindingsAtom, currentOs, keysOf, userKeysAtom } from '../../src/commands/keys/keyBindings.ts'
import type { KeyChange } from '../../src/commands/keys/keyChanges.ts'
import { newConflicts, withoutConflicts } from '../../src/commands/keys/keyConflicts.ts'
import { keyLines } from '../../src/commands/keys/keyLines.ts'
import { standardKeys } from '../../src/commands/keys/userKeys.ts'
import { lotline } from '../../src/commands/script.ts'
import { navigate } from '../../src/data/location.ts'
import { store } from '../../src/data/store.ts'
import { onPage } from '../support/contextKeys.ts'
import { type Console, startConsole } from './console.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
  await lotline.ready()
})
afterAll(() => console_.close())
afterEach(async () => {
  expect(await lotline.run('keys.reset', {}, { confirm: 'accept' })).toMatchObject({ status: 'ok' })
})

const command = (id: string, ...keys: KeyBinding[]): Command => ({
  id,
  title: id,
  group: 'group.app',
  keys,
  permission: 'session',
  risk: 'read',
  run: byHandler,
})
const planted = [
  command('save', { seq: 'mod+s', inText: true }),
  command('send', { seq: 'alt+j', inText: true }),
  command('chord', { seq: 'alt+g b', inText: true }),
  command('bare'),
]
const sorted = (...changes: KeyChange[]) => {
  const { keys, leftOut } = withoutConflicts({ ...standardKeys, changes }, planted, 'other')
  return {
    kept: keys.changes,
    left: leftOut.map(({ change, conflicts }) => [change, ...conflicts.map(({ second }) => second.command)]),
  }
}

test('a key that another command has is left out, in any spelling, also where only one begins the other', () => {
  const free: KeyChange = { command: 'bare', seq: 'alt+x' }
  for (const seq of ['mod+s', 'ctrl+S', 'mod+s x'])
    expect(sorted({ command: 'bare', seq }, free)).toEqual({
      kept: [free],
      left: [[{ command: 'bare', seq }, 'save']],
    })
  const leader = { command: 'bare', seq: 'alt+g' }
  expect(sorted(leader)).toEqual({ kept: [], left: [[leader, 'chord']] })
})

test('of two that want one key the first has it, and what is left out keeps the key it had', () => {
  const first: KeyChange = { command: 'bare', seq: 'alt+x' }
  const second: KeyChange = { command: 'send', seq: 'alt+x', was: 'alt+j' }
  expect(sorted(first, second)).toEqual({ kept: [first], left: [[second, 'bare']] })
  // Refused change keeps its old key, so the other command does not get it.
  const given: KeyChange = { command: 'save', seq: 'alt+j' }
  expect(sorted(first, given, second)).toEqual({
    kept: [first],
    left: [
      [given, 'send'],
      [second, 'bare'],
    ],
  })
})

test('keys that are exchanged, given up for it, narrowed on purpose or of commands unknown here all stay', () => {
  const changes: KeyChange[][] = [
    [
      { command: 'save', seq: 'alt+j', was: 'mod+s' },
      { command: 'send', seq: 'mod+s', was: 'alt+j' },
    ],
    [
      { command: 'bare', seq: 'mod+s' },
      { command: 'save', seq: null, was: 'mod+s' },
    ],
    [{ command: 'bare', seq: 'mod+s', when: { focus: 'grid' } }],
    [
      { command: 'bare', seq: 'alt+x' },
      { command: 'send', seq: 'alt+x', when: { page: 'brand' } },
    ],
    [{ command: 'nobody.knows', seq: 'mod+s' }],
  ]
  for (const each of changes) expect(sorted(...each)).toEqual({ kept: each, left: [] })
  // Same narrowing on both is a conflict all the same.
  const when = { focus: 'grid' } as const
  const both: KeyChange[] = [
    { command: 'bare', seq: 'alt+x', when },
    { command: 'send', seq: 'alt+x', when },
  ]
  expect(sorted(...both).left).toEqual([[both[1], 'bare']])
})

test('a conflict that was there before is not one of the preset', () => {
  const conflicting = { ...standardKeys, changes: [{ command: 'bare', seq: 'mod+s' }] }
  expect(newConflicts(conflicting, { ...conflicting, preset: 'excel' }, planted, 'other')).toEqual([])
  expect(newConflicts(standardKeys, conflicting, planted, 'other')).toHaveLength(1)
})

const listed = (id: string) => lotline.list({ prefix: id }).find(each => each.id === id)?.keys
const fileOf = (...changes: KeyChange[]) => JSON.stringify({ ...standardKeys, changes })
const boundTo = (keys: string) =>
  store
    .get(bindingsAtom)
    .filter(bound => bound.strokes.join(' ') === keys)
    .map(bound => bound.command)

test('an import takes what is free, says what is taken and by whom, and can be taken back', async () => {
  const text = fileOf({ command: 'sidebar.toggle', seq: 'alt+r' }, { command: 'errors.open', seq: 'alt+j' })
  const result = await lotline.run('keys.import', { text })
  expect(result).toMatchObject({
    status: 'partial',
    message: 'keys.importedPartly',
    data: { changes: 1 },
    rows: [
      { id: 'errors.open', ok: true },
      {
        id: 'sidebar.toggle',
        ok: false,
        message: 'Alt+R 已用于“刷新列表”，未指定给“显示或隐藏侧栏”',
        data: { command: 'sidebar.toggle', seq: 'alt+r', by: 'list.refresh' },
      },
    ],
  })
  expect([boundTo('alt+r'), boundTo('alt+j')]).toEqual([['list.refresh'], ['errors.open']])
  await lotline.run('command.undo')
  expect(store.get(userKeysAtom)).toEqual(standardKeys)
})

test('an import of which nothing is free changes nothing, and says why', async () => {
  const text = fileOf({ command: 'sidebar.toggle', seq: 'alt+r' })
  const result = await lotline.run('keys.import', { text })
  expect(result).toMatchObject({ status: 'failed', message: expect.stringContaining('刷新列表') })
  expect(store.get(userKeysAtom).changes).toEqual([])
})

test('taking back brings the keys exactly as they were, those that somebody shared on purpose too', async () => {
  await lotline.run('keys.assign', { command: 'sidebar.toggle', seq: 'alt+r' })
  const before = store.get(userKeysAtom)
  await lotline.run('keys.reset', {}, { confirm: 'accept' })
  expect(await lotline.run('command.undo')).toMatchObject({ status: 'ok' })
  expect(store.get(userKeysAtom)).toEqual(before)
})

test('a preset says which of its keys are one’s own already: those stay as they are', async () => {
  await lotline.run('keys.assign', { command: 'errors.open', seq: 'mod+shift+k' })
  const result = await lotline.run('keys.preset', { preset: 'vscode' })
  expect(result).toMatchObject({
    status: 'partial',
    message: 'keys.chosenPartly',
    rows: [{ id: 'record.delete', ok: false, data: { seq: 'mod+shift+k', by: 'errors.open' } }],
  })
  expect(listed('errors.open')).toContain('mod+shift+k')
  expect(await lotline.run('keys.preset', { preset: 'default' })).toMatchObject({ status: 'ok' })
})

const lineOf = (id: string) => {
  const userKeys = store.get(userKeysAtom)
  const around = { userKeys, os: currentOs(), isInstalled: false, commands: commandsInForce() }
  return keyLines(permitted(), around, onPage).find(each => each.command.id === id)?.keys
}
const named = (id: string) => {
  const found = findCommand(id)
  if (!found) throw new Error(`no command ${id}`)
  return found
}

test('two keys of one’s own that are the same show on the sheet, and a key is shown only where it runs the command', async () => {
  await lotline.run('keys.assign', { command: 'theme.toggle', seq: 'alt+j' })
  await lotline.run('keys.assign', { command: 'errors.open', seq: 'alt+j' })
  const states = ['theme.toggle', 'errors.open'].map(id => lineOf(id)?.find(({ seq }) => seq === 'alt+j'))
  expect(states.map(each => each?.by)).toEqual(['errors.open', 'theme.toggle'])
  expect(states.map(each => each?.state).sort()).toEqual(['shared', 'taken'])
  const shown = ['theme.toggle', 'errors.open'].filter(id => listed(id)?.includes('alt+j'))
  expect(shown).toHaveLength(1)
  expect(lineOf(shown[0] ?? '')?.find(({ seq }) => seq === 'alt+j')).toMatchObject({ state: 'shared' })
})

test('a key that is given to another on one page is shown elsewhere, but not there', async () => {
  await lotline.run('keys.import', {
    text: fileOf({ command: 'errors.open', seq: 'alt+r', when: { page: 'brand' } }),
  })
  const refresh = named('list.refresh')
  expect(keysOf(refresh).map(({ seq }) => seq)).toEqual(['alt+r'])
  navigate('/brand')
  expect(keysOf(refresh)).toEqual([])
  navigate('/')
})
