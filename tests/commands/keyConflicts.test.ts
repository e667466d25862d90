import { describe, expect, test } from 'vitest'
import { byHandler, type Command, type KeyBinding } from '../../src/commands/core/command.ts'
import { conflictsAmong, type KeyError, keyErrors } from '../../src/commands/keys/keyConflicts.ts'
import { type Preset, presets } from '../../src/commands/keys/keyPresets.ts'
import { boundKeys } from '../../src/commands/keys/keyResolution.ts'
import { ownersOf } from '../../src/commands/keys/reservedKeys.ts'
import { keysFor, standardKeys } from '../../src/commands/keys/userKeys.ts'
import { allCommands } from './allCommands.ts'

const command = (id: string, ...bindings: KeyBinding[]): Command => ({
  id,
  title: id,
  group: 'group.app',
  keys: bindings,
  permission: 'session',
  risk: 'read',
  run: byHandler,
})

const lines = (errors: readonly KeyError[]) =>
  errors.map(({ command: id, keys, reason, other }) => [keys, reason, id, other].filter(Boolean).join(' '))

describe.each(['other', 'mac'] as const)('the keys of the console (%s)', os => {
  test('get in nobody’s way, can all be pressed, and each command has one that arrives', () => {
    expect(lines(keyErrors(allCommands, os))).toEqual([])
  })

  test.each(Object.keys(presets) as Preset[])('are as good with those of the preset %s', preset => {
    const userKeys = { ...standardKeys, preset }
    const commands = allCommands.map(each => ({ ...each, keys: keysFor(each, userKeys, os) }))
    expect(lines(keyErrors(commands, os))).toEqual([])
    const ids = new Set(allCommands.map(({ id }) => id))
    expect(presets[preset].filter(change => !ids.has(change.command))).toEqual([])
  })

  test('are checked: a second command on a key, a key that begins a sequence, a reserved one are each found', () => {
    const planted = [
      command('planted.same', { seq: 'mod+s', when: { page: 'brand' } }),
      command('planted.prefix', { seq: 'alt+g', when: { page: 'unit', focus: 'grid' } }),
      command('planted.reserved', { seq: os === 'mac' ? 'mod+q' : 'mod+t' }),
    ]
    const found = lines(keyErrors([...allCommands, ...planted], os))
    expect(found).toContainEqual(expect.stringMatching(/^mod\+s same .*planted\.same/))
    expect(found).toContainEqual(expect.stringMatching(/^alt\+g \S+ prefix .*planted\.prefix/))
    expect(found).toContain(os === 'mac' ? 'mod+q reserved planted.reserved' : 'mod+t reserved planted.reserved')
    for (const each of planted) expect(lines(keyErrors([...allCommands, each], os)).length).toBeGreaterThan(0)
  })
})

test('two commands on one key in one context are found, also when one begins the other', () => {
  const planted = [
    command('one', { seq: 'mod+j', when: { page: 'brand' } }),
    command('two', { seq: 'ctrl+j', when: { selection: 'one' } }),
    command('three', { seq: 'mod+j', when: { page: { not: 'brand' }, selection: { not: 'one' } } }),
    command('leader', { seq: 'g' }),
    command('chord', { seq: 'g p' }),
  ]
  const found = conflictsAmong(boundKeys(planted, 'other'))
  expect(found.map(({ first, second, kind }) => [first.command, second.command, kind])).toEqual([
    ['one', 'two', 'same'],
    ['leader', 'chord', 'prefix'],
  ])
})

test('a key for the other machine only is no conflict on this one', () => {
  const planted = [command('one', { seq: 'mod+j', os: 'mac' }), command('two', { seq: 'mod+j', os: 'other' })]
  expect(keyErrors(planted, 'other')).toEqual([])
  expect(keyErrors(planted, 'mac')).toEqual([])
})

test('a reserved key may be a second one, or one of the installed window', () => {
  expect(keyErrors([command('rows', { seq: 'ctrl+space' }, { seq: 'alt+j' })], 'other')).toEqual([])
  expect(lines(keyErrors([command('rows', { seq: 'ctrl+space' })], 'other'))).toEqual(['mod+space reserved rows'])
  const close = (when?: KeyBinding['when']) => command('close', { seq: 'ctrl+w', ...(when ? { when } : {}) })
  expect(lines(keyErrors([close()], 'other'))).toEqual(['mod+w reserved close'])
  expect(keyErrors([close({ installed: true })], 'other')).toEqual([])
})

test('characters that somebody types, AltGr and keys that never hold are found', () => {
  const planted = [
    command('letter', { seq: 'x', inText: true }),
    command('field', { seq: 'y', when: { focus: ['text', 'page'] } }),
    command('at', { seq: 'ctrl+alt+q' }, { seq: 'alt+q' }),
    command('dead', { seq: 'alt+j', when: [] }),
    command('reload', { seq: 'f5' }, { seq: 'alt+k' }),
  ]
  expect(lines(keyErrors(planted, 'other'))).toEqual([
    'x typing letter',
    'y typing field',
    'mod+alt+q reserved at',
    'alt+j never dead',
    'f5 habit reload',
  ])
})

test('who has a key is known for each machine and each kind of window', () => {
  expect(ownersOf('mod+w', 'other')).toEqual(['browser'])
  expect(ownersOf('mod+w', 'other', true)).toEqual([])
  expect(ownersOf('meta+d', 'other')).toEqual(['system'])
  expect(ownersOf('mod+shift+f', 'other')).toEqual(['inputMethod'])
  expect(ownersOf('mod+space', 'mac')).toEqual(['system'])
  expect(ownersOf('ctrl+alt+k', 'mac')).toEqual(['system'])
  expect(ownersOf('mod+alt+e', 'other')).toEqual(['altGraph'])
  expect(ownersOf('alt+e', 'mac')).toEqual(['accent'])
  expect(ownersOf('alt+n', 'other')).toEqual([])
})
