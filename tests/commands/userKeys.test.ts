import { describe, expect, test } from 'vitest'
import { byHandler, type Command, type KeyBinding } from '../../src/commands/core/command.ts'
import { changedKeys, type KeyChange, withChange } from '../../src/commands/keys/keyChanges.ts'
import { boundKeys, resolve } from '../../src/commands/keys/keyResolution.ts'
import { isSequence, worksInText } from '../../src/commands/keys/keyStroke.ts'
import {
  isSingleKey,
  keysFor,
  standardKeys,
  textOfUserKeys,
  userKeysIn,
  userKeysInText,
} from '../../src/commands/keys/userKeys.ts'
import { allCommands } from './allCommands.ts'

const command = (id: string, ...keys: KeyBinding[]): Command => ({
  id,
  title: id,
  group: 'group.app',
  keys,
  permission: 'session',
  risk: 'read',
  run: byHandler,
})

const open = command('palette', { seq: 'mod+k', inText: true }, { seq: 'f1', inText: true }, { seq: 'p' })
const seqs = (keys: readonly KeyBinding[]) => keys.map(({ seq }) => seq)
const given = (of: Command, ...changes: Omit<KeyChange, 'command'>[]) =>
  changedKeys(
    of.keys ?? [],
    changes.map(change => ({ command: of.id, ...change })),
    'other',
  )
const real = (id: string) => allCommands.find(each => each.id === id) ?? command(id)

describe('a change of keys', () => {
  test('adds a key that is shown first', () => {
    expect(seqs(given(open, { seq: 'alt+q' }))).toEqual(['alt+q', 'mod+k', 'f1', 'p'])
  })

  test('replaces one key and leaves the others', () => {
    expect(seqs(given(open, { seq: 'alt+q', was: 'f1' }))).toEqual(['alt+q', 'mod+k', 'p'])
    expect(seqs(given(open, { seq: 'alt+q', was: 'Ctrl+K' }))).toEqual(['alt+q', 'f1', 'p'])
  })

  test('takes one key away, or all of them', () => {
    expect(seqs(given(open, { seq: null, was: 'f1' }))).toEqual(['mod+k', 'p'])
    expect(seqs(given(open, { seq: null }))).toEqual([])
    expect(seqs(given(open, { seq: null }, { seq: 'alt+q' }))).toEqual(['alt+q'])
  })

  test('holds where the key held whose place it takes', () => {
    const down = command(
      'down',
      { seq: 'down', when: { focus: 'grid' }, repeat: true },
      { seq: 'down', when: { focus: 'gridEditor', gridMode: 'replace' }, repeat: true },
    )
    const keys = given(down, { seq: 'alt+j', was: 'down' })
    expect(keys).toMatchObject([
      { seq: 'alt+j', when: { focus: 'grid' }, repeat: true },
      { seq: 'alt+j', when: { focus: 'gridEditor', gridMode: 'replace' }, repeat: true },
    ])
    // Control and Command are one key elsewhere, two on a Mac.
    const bar = command('bar', { seq: 'ctrl+space' }, { seq: 'alt+q' })
    const taken = [{ command: 'bar', seq: null, was: 'mod+space' }]
    expect(seqs(changedKeys(bar.keys ?? [], taken, 'other'))).toEqual(['alt+q'])
    expect(seqs(changedKeys(bar.keys ?? [], taken, 'mac'))).toEqual(['ctrl+space', 'alt+q'])
    // Own condition narrows the binding; combinations that never hold are dropped.
    const narrowed = given(down, { seq: 'alt+j', when: { focus: 'grid' } })
    expect(narrowed.filter(({ seq }) => seq === 'alt+j')).toHaveLength(1)
  })

  test('works while typing if it takes nothing from whoever types', () => {
    const refresh = command('refresh', { seq: 'alt+r' })
    expect(given(refresh, { seq: 'alt+q' })[0]?.inText).toBe(true)
    expect(given(refresh, { seq: 'q' })[0]?.inText).toBe(false)
    expect(given(refresh, { seq: 'mod+v' })[0]?.inText).toBe(false)
    expect(['f4', 'alt+q', 'mod+k', 'mod+shift+l'].map(worksInText)).toEqual([true, true, true, true])
    expect(['mod+left', 'shift+home', 'delete', 'mod+z', 'x', '?'].filter(worksInText)).toEqual([])
  })

  test('leaves what arrives through the clipboard to the browser', () => {
    const copy = command('copy', { seq: 'mod+c', native: true })
    expect(seqs(given(copy, { seq: null }))).toEqual(['mod+c'])
    expect(given(copy, { seq: 'alt+j' })).toMatchObject([{ seq: 'alt+j' }, { seq: 'mod+c', native: true }])
    expect(given(copy, { seq: 'alt+j' })[0]).not.toHaveProperty('native')
  })
})

describe('changes that follow each other', () => {
  const follow = (...changes: Omit<KeyChange, 'command'>[]) =>
    changes.reduce<readonly KeyChange[]>((all, change) => withChange(all, { command: 'a', ...change }, 'other'), [])

  test('do not pile up', () => {
    expect(follow({ seq: 'alt+q', was: 'f1' }, { seq: 'alt+w', was: 'alt+q' })).toEqual([
      { command: 'a', seq: 'alt+w', was: 'f1' },
    ])
    expect(follow({ seq: 'alt+q' }, { seq: null, was: 'alt+q' })).toEqual([])
    expect(follow({ seq: 'alt+q', was: 'f1' }, { seq: 'f1', was: 'alt+q' })).toEqual([])
    expect(follow({ seq: 'alt+q', was: 'f1' }, { seq: null, was: 'alt+q' })).toEqual([
      { command: 'a', seq: null, was: 'f1' },
    ])
    expect(follow({ seq: 'alt+q' }, { seq: 'alt+w', was: 'f1' }, { seq: null })).toEqual([{ command: 'a', seq: null }])
  })

  test('leave those of other commands as they are', () => {
    const others = [{ command: 'unknown.here', seq: 'alt+q' }]
    expect(withChange(others, { command: 'a', seq: null, was: 'alt+q' }, 'other')).toEqual([
      ...others,
      { command: 'a', seq: null, was: 'alt+q' },
    ])
  })
})

describe('the keys of a person', () => {
  test('are his changes over the preset over the defaults, and his own are marked', () => {
    const enter = real('grid.enter')
    const down = real('grid.down')
    const userKeys = {
      ...standardKeys,
      preset: 'excel' as const,
      changes: [{ command: 'grid.down', seq: 'alt+j', was: 'enter' }],
    }
    expect(seqs(keysFor(enter, userKeys, 'other'))).toEqual([])
    expect(keysFor(down, { ...userKeys, changes: [] }, 'other')[0]).toMatchObject({ seq: 'enter' })
    expect(keysFor(down, userKeys, 'other').map(({ seq, isUserDefined }) => [seq, isUserDefined ?? false])).toEqual([
      ['alt+j', true],
      ['down', false],
      ['down', false],
    ])
  })

  test('in Excel’s manner: Enter goes down a cell and still ends an entry', () => {
    const userKeys = { ...standardKeys, preset: 'excel' as const }
    const bound = boundKeys(
      allCommands.map(each => ({ ...each, keys: keysFor(each, userKeys, 'other') })),
      'other',
    )
    const enter = { key: 'Enter', code: 'Enter', ctrlKey: false, altKey: false, shiftKey: false, metaKey: false }
    const inGrid = { auth: 'in', page: 'brand', overlay: 'none', focus: 'grid', gridMode: 'navigate' } as const
    const rest = {
      gridEditable: true,
      gridRange: false,
      gridPicks: false,
      selection: 'one',
      record: 'none',
      dirty: false,
    } as const
    const ran = (context: object) =>
      resolve(enter, [], bound, { ...inGrid, ...rest, installed: false, ...context }, 'other')
    expect(ran({})).toEqual({ kind: 'run', command: 'grid.down' })
    expect(ran({ focus: 'gridEditor', gridMode: 'replace' })).toEqual({ kind: 'run', command: 'grid.commitDown' })
  })

  test('begin with a plain character or not: those in cells are never meant', () => {
    const single = (id: string) =>
      (real(id).keys ?? []).filter(key => isSingleKey(real(id), key, 'other')).map(({ seq }) => seq)
    expect(single('record.new')).toEqual(['n'])
    expect(single('list.search')).toEqual(['/'])
    expect(single('keys.sheet')).toEqual(['?'])
    expect(single('navigate.brand')).toEqual(['g b'])
    expect(single('grid.toggle')).toEqual([])
    expect(single('grid.enter')).toEqual([])
  })
})

describe('a file of keys', () => {
  const mine = {
    ...standardKeys,
    preset: 'vscode' as const,
    singleKeys: false,
    changes: [
      { command: 'brand.new', seq: 'mod+j b', when: { page: 'brand' } },
      { command: 'gone.tomorrow', seq: null, was: 'f1' },
    ],
  }

  test('comes back as it went out, commands that nobody knows included', () => {
    expect(userKeysInText(textOfUserKeys(mine))).toEqual(mine)
  })

  test('is refused where it is something else, broken, or of a later version', () => {
    const refused = [
      null,
      [],
      {},
      { ...mine, version: 2 },
      { ...mine, preset: 'emacs' },
      { ...mine, preset: 'toString' },
      { ...mine, changes: [{ command: '', seq: 'f1' }] },
      { ...mine, changes: [{ command: 'a', seq: 'a b c d' }] },
      { ...mine, changes: [{ command: 'a', seq: 'hyper+x' }] },
      { ...mine, changes: [{ command: 'a', seq: 'f1', when: { weather: 'rain' } }] },
      { ...mine, changes: [{ command: 'a', seq: 'f1', when: { focus: 'kitchen' } }] },
    ]
    for (const each of refused) expect([each, userKeysIn(each)]).toEqual([each, null])
    expect(userKeysInText('{')).toBeNull()
    expect(userKeysIn({ version: 1, changes: [] })).toEqual(standardKeys)
    const conditions = { page: { not: ['brand', 'unit'] }, dirty: true, focus: ['grid', 'page'] }
    expect(userKeysIn({ version: 1, changes: [{ command: 'a', seq: 'f1', when: conditions }] })).not.toBeNull()
  })

  test('has sequences of at most three strokes', () => {
    expect(['mod+k', 'g l', 'mod++', '?', 'alt+shift+pageup', 'mod+k mod+s x'].filter(seq => !isSequence(seq))).toEqual(
      [],
    )
    expect(['', 'ab+c', 'mod+', 'a  b', 'a b c d'].filter(isSequence)).toEqual([])
  })
})
