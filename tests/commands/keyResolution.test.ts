import { expect, test } from 'vitest'
import { editorCommands } from '../../src/commands/builtins/editorCommands.ts'
import { builtins } from '../../src/commands/consoleCommands.ts'
import { byHandler, type Command, type KeyBinding } from '../../src/commands/core/command.ts'
import { type ContextKeys, matches } from '../../src/commands/core/when.ts'
import { boundKeys, resolve } from '../../src/commands/keys/keyResolution.ts'
import { type KeyLike, type Os, sequenceOf, strokesOf } from '../../src/commands/keys/keyStroke.ts'
import { onPage } from '../support/contextKeys.ts'

type Press = Partial<Omit<KeyLike, 'getModifierState'>> & { altGraph?: boolean }

const press = (key: string, code: string, rest: Press = {}): KeyLike => ({
  key,
  code,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  getModifierState: name => name === 'AltGraph' && rest.altGraph === true,
  ...rest,
})

const command = (id: string, ...bindings: KeyBinding[]): Command => ({
  id,
  title: id,
  group: 'group.app',
  keys: bindings,
  permission: 'session',
  risk: 'read',
  run: byHandler,
})

const vocabulary = [
  command('palette', { seq: 'mod+k', inText: true, when: { overlay: ['none', 'palette'] } }),
  command('new', { seq: 'n' }, { seq: 'alt+n', inText: true }),
  command('help', { seq: '?' }),
  command('search', { seq: '/' }),
  command('delete', { seq: 'mod+delete' }),
  command('product', { seq: 'g p' }, { seq: 'alt+g p', inText: true }),
  command('material', { seq: 'g m' }, { seq: 'alt+g m', inText: true }),
  command('down', { seq: 'down', when: { focus: 'grid' }, repeat: true }),
  command('edit', { seq: 'enter', when: { focus: 'grid' } }),
  command('commit', { seq: 'enter', when: { focus: 'gridEditor' } }),
  command('toggle', { seq: 'space', when: { focus: 'grid' } }),
  command('tab1', { seq: 'alt+1', inText: true }),
  command('at', { seq: 'ctrl+alt+q' }),
  command('next', { seq: 'alt+]', inText: true }),
  command('now', { seq: 'mod+shift+;', when: { focus: 'grid' } }),
]

const on =
  (os: Os, context: Partial<ContextKeys> = {}, pending: readonly string[] = []) =>
  (event: KeyLike) =>
    resolve(event, pending, boundKeys(vocabulary, os), { ...onPage, ...context }, os)

const ran = (event: KeyLike, context: Partial<ContextKeys> = {}, os: Os = 'other') => {
  const decision = on(os, context)(event)
  return decision.kind === 'run' ? decision.command : decision.kind
}

test('while an input method composes, no key is a shortcut', () => {
  expect(ran(press('n', 'KeyN', { isComposing: true }))).toBe('ignored')
  // The first keydown of a composition says isComposing: false.
  expect(ran(press('Process', 'KeyN', { keyCode: 229 }))).toBe('ignored')
  expect(ran(press('Process', 'KeyN'))).toBe('ignored')
  expect(ran(press('Enter', 'Enter', { keyCode: 229 }), { focus: 'grid' })).toBe('ignored')
  expect(ran(press('Unidentified', ''))).toBe('ignored')
  expect(ran(press('Dead', 'BracketLeft'))).toBe('ignored')
  expect(ran(press('Shift', 'ShiftLeft', { shiftKey: true }))).toBe('ignored')
})

test('a sequence that has begun outlives the keys of an input method and bare modifiers', () => {
  expect(on('other', {}, ['g'])(press('Process', 'KeyP', { keyCode: 229 })).kind).toBe('ignored')
  expect(on('other', {}, ['g'])(press('Shift', 'ShiftLeft')).kind).toBe('ignored')
})

test('AltGr writes characters, Ctrl+Alt is a shortcut', () => {
  const at = { ctrlKey: true, altKey: true }
  expect(ran(press('@', 'KeyQ', { ...at, altGraph: true }))).toBe('ignored')
  expect(ran(press('q', 'KeyQ', at))).toBe('at')
})

test('letters go by what they produce, by their place where that is no Latin letter or Alt is held', () => {
  expect(ran(press('k', 'KeyK', { ctrlKey: true }))).toBe('palette')
  expect(ran(press('K', 'KeyK', { ctrlKey: true }))).toBe('palette')
  // Dvorak: the key where QWERTY has V.
  expect(ran(press('k', 'KeyV', { ctrlKey: true }))).toBe('palette')
  // Russian.
  expect(ran(press('л', 'KeyK', { ctrlKey: true }))).toBe('palette')
  // macOS: Option+G.
  expect(on('mac')(press('©', 'KeyG', { altKey: true })).kind).toBe('pending')
  expect(ran(press('Dead', 'KeyN', { altKey: true }), {}, 'mac')).toBe('new')
  expect(ran(press('k', 'KeyK', { metaKey: true }), {}, 'mac')).toBe('palette')
  expect(ran(press('k', 'KeyK', { ctrlKey: true }), {}, 'mac')).toBe('none')
})

test('with a modifier, a place that writes nothing or begins an accent is still that place', () => {
  expect(ran(press('Dead', 'BracketRight', { altKey: true }))).toBe('next')
  expect(ran(press('', 'BracketRight', { altKey: true }))).toBe('next')
  expect(ran(press('Dead', 'BracketRight', { altKey: true, ctrlKey: true, altGraph: true }))).toBe('ignored')
  expect(ran(press('Process', 'BracketRight', { altKey: true }))).toBe('ignored')
  expect(ran(press('', '', { altKey: true }))).toBe('ignored')
})

test('digits go by their place, those of the keypad with Alt are character codes', () => {
  expect(ran(press('1', 'Digit1', { altKey: true }))).toBe('tab1')
  // AZERTY needs Shift for digits.
  expect(ran(press('&', 'Digit1', { altKey: true }))).toBe('tab1')
  expect(ran(press('¡', 'Digit1', { altKey: true }), {}, 'mac')).toBe('tab1')
  expect(ran(press('1', 'Numpad1', { altKey: true }))).toBe('ignored')
})

test('punctuation goes by what it produces, full-width twins included', () => {
  expect(ran(press('?', 'Slash', { shiftKey: true }))).toBe('help')
  // German: ? is Shift+ß.
  expect(ran(press('?', 'Minus', { shiftKey: true }))).toBe('help')
  expect(ran(press('?', 'Slash', { shiftKey: true }))).toBe('help')
  expect(ran(press('、', 'Slash'))).toBe('search')
  expect(ran(press(']', 'BracketRight', { altKey: true }))).toBe('next')
  expect(ran(press('‘', 'BracketRight', { altKey: true }), {}, 'mac')).toBe('next')
  expect(ran(press(':', 'Semicolon', { ctrlKey: true, shiftKey: true }), { focus: 'grid' })).toBe('now')
})

test('while typing, only keys that produce no character and opted in are shortcuts', () => {
  for (const focus of ['text', 'richtext', 'gridEditor'] as const) {
    expect(ran(press('k', 'KeyK', { ctrlKey: true }), { focus })).toBe('palette')
    expect(ran(press('n', 'KeyN', { altKey: true }), { focus })).toBe('new')
    expect(ran(press('n', 'KeyN'), { focus })).toBe('none')
    expect(ran(press('?', 'Slash', { shiftKey: true }), { focus })).toBe('none')
    expect(ran(press('g', 'KeyG'), { focus })).toBe('none')
    expect(ran(press('Delete', 'Delete', { ctrlKey: true }), { focus })).toBe('none')
    expect(ran(press(' ', 'Space'), { focus })).toBe('none')
  }
  expect(ran(press('Enter', 'Enter'), { focus: 'gridEditor' })).toBe('commit')
})

test('in a cell every character begins an entry; the blank may be the cell’s own', () => {
  expect(ran(press('n', 'KeyN'), { focus: 'grid', gridEditable: true })).toBe('none')
  expect(ran(press(' ', 'Space'), { focus: 'grid' })).toBe('toggle')
  expect(ran(press('Enter', 'Enter'), { focus: 'grid' })).toBe('edit')
})

test('a sequence waits for its next stroke and runs, or comes to nothing', () => {
  const first = on('other')(press('g', 'KeyG'))
  expect(first).toMatchObject({ kind: 'pending', strokes: ['g'] })
  expect(first.kind === 'pending' && first.next.map(bound => bound.command)).toEqual(['product', 'material'])
  expect(on('other', {}, ['g'])(press('p', 'KeyP'))).toEqual({ kind: 'run', command: 'product' })
  expect(on('other', {}, ['g'])(press('z', 'KeyZ')).kind).toBe('cancelled')
  expect(on('other', {}, ['g'])(press('Escape', 'Escape')).kind).toBe('cancelled')
  // Alt+G works inside a cell; its second key is a plain letter there too.
  expect(on('other', { focus: 'gridEditor' })(press('g', 'KeyG', { altKey: true })).kind).toBe('pending')
  const inCell = on('other', { focus: 'gridEditor' }, ['alt+g'])(press('m', 'KeyM'))
  expect(inCell).toEqual({ kind: 'run', command: 'material' })
})

test('a held key repeats only what may repeat', () => {
  expect(ran(press('ArrowDown', 'ArrowDown', { repeat: true }), { focus: 'grid' })).toBe('down')
  expect(ran(press('k', 'KeyK', { ctrlKey: true, repeat: true }))).toBe('held')
  expect(on('other', {}, ['g'])(press('g', 'KeyG', { repeat: true })).kind).toBe('held')
})

test('nothing fires under a dialog or before signing in unless it says so', () => {
  expect(ran(press('n', 'KeyN', { altKey: true }), { overlay: 'dialog' })).toBe('none')
  expect(ran(press('k', 'KeyK', { ctrlKey: true }), { overlay: 'palette', focus: 'text' })).toBe('palette')
  expect(ran(press('k', 'KeyK', { ctrlKey: true }), { auth: 'out' })).toBe('none')
})

test('a key that nobody performs is left to the browser', () => {
  const bound = boundKeys(vocabulary, 'other')
  const event = press('ArrowDown', 'ArrowDown')
  expect(resolve(event, [], bound, { ...onPage, focus: 'grid' }, 'other', () => false)).toEqual({ kind: 'none' })
})

test('sequences are written one way whatever way they were typed', () => {
  expect(sequenceOf('Shift+Alt+P', 'other')).toEqual(['alt+shift+p'])
  expect(sequenceOf('ctrl+space', 'other')).toEqual(['mod+space'])
  expect(sequenceOf('ctrl+space', 'mac')).toEqual(['ctrl+space'])
  expect(sequenceOf('mod++', 'other')).toEqual(['mod++'])
  expect(strokesOf(press('A', 'KeyA', { shiftKey: true, ctrlKey: true }), 'other')).toEqual(['mod+shift+a'])
})

test('the key a person chose comes before a default, also where that one is narrower or begins the same', () => {
  const own = (seq: string, when?: KeyBinding['when']) => ({
    seq,
    inText: true,
    isUserDefined: true,
    ...(when ? { when } : {}),
  })
  const bound = boundKeys(
    [
      command('default', { seq: 'mod+j', when: { page: 'brand', focus: 'page' } }),
      command('mine', own('mod+j')),
      command('open', { seq: 'mod+k', inText: true }),
      command('chord', own('mod+k t', { page: 'brand' })),
      command('other', { seq: 'mod+k u', when: { page: 'unit' } }),
    ],
    'other',
  )
  expect(resolve(press('j', 'KeyJ', { ctrlKey: true }), [], bound, onPage, 'other')).toEqual({
    kind: 'run',
    command: 'mine',
  })
  const open = press('k', 'KeyK', { ctrlKey: true })
  expect(resolve(open, [], bound, onPage, 'other')).toMatchObject({ kind: 'pending', strokes: ['mod+k'] })
  // Where the sequence does not count, nobody waits for it.
  expect(resolve(open, [], bound, { ...onPage, page: 'dealer' }, 'other')).toEqual({ kind: 'run', command: 'open' })
})

test('where nothing can be entered a character is a key of the page', () => {
  const readOnly = { focus: 'grid', gridMode: 'navigate', gridEditable: false } as const
  expect(ran(press('/', 'Slash'), readOnly)).toBe('search')
  expect(ran(press('/', 'Slash'), { ...readOnly, gridEditable: true })).toBe('none')
})

test('Ctrl+Enter in a cell goes on with the document, and fills only where several cells are marked', () => {
  const bound = boundKeys(builtins, 'other')
  const enter = press('Enter', 'Enter', { ctrlKey: true })
  const typing = { ...onPage, focus: 'gridEditor', gridMode: 'replace', gridEditable: true } as const
  expect(resolve(enter, [], bound, typing, 'other')).toEqual({ kind: 'run', command: 'record.submit' })
  const filling = resolve(enter, [], bound, { ...typing, gridRange: true }, 'other')
  expect(filling).toEqual({ kind: 'run', command: 'grid.fillSelection' })
})

test('every key of the editor counts in a window too, where answers and cells are written', () => {
  const bound = boundKeys(editorCommands, 'other')
  for (const overlay of ['none', 'dialog'] as const) {
    const writing = { ...onPage, overlay, focus: 'richtext' } as const
    expect(bound.filter(({ when }) => !matches(when, writing)).map(({ command: id }) => id)).toEqual([])
    const bold = resolve(press('b', 'KeyB', { ctrlKey: true }), [], bound, writing, 'other')
    expect(bold).toEqual({ kind: 'run', command: 'editor.bold' })
  }
})
