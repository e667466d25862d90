import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { commandsInForce } from '../../src/commands/builtins/keyCommands.ts'
import { installedAtom, setContext } from '../../src/commands/core/context.ts'
import { findCommand, permitted, registryVersionAtom } from '../../src/commands/core/registry.ts'
import { bindingsAtom, currentOs, keysOf, userKeysAtom } from '../../src/commands/keys/keyBindings.ts'
import { assignmentConflicts, releasingChanges, swappedWith } from '../../src/commands/keys/keyConflicts.ts'
import { foundLines, isTouched, keyLines, linesByGroup } from '../../src/commands/keys/keyLines.ts'
import { nothingRecorded, recordedWith } from '../../src/commands/keys/keyRecording.ts'
import { lotline } from '../../src/commands/script.ts'
import { pinyinAtom } from '../../src/commands/search/pinyin.ts'
import { sounds } from '../../src/commands/search/sounds.ts'
import { listRecords, saveRecord } from '../../src/data/records/records.ts'
import { loadMenu } from '../../src/data/session/permittedMenu.ts'
import { signIn, signOut } from '../../src/data/session/session.ts'
import {
  changeUserSetting,
  loadUserSettings,
  saveUserSetting,
  userSettingAtom,
} from '../../src/data/settings/userSettings.ts'
import { store } from '../../src/data/store.ts'
import { hintKeysAtom } from '../../src/shell/bars/keyHints.ts'
import { onPage } from '../support/contextKeys.ts'
import { type Console, startConsole } from './console.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
  await lotline.ready()
})
afterAll(() => console_.close())
afterEach(async () => {
  await ok('keys.reset', {}, { confirm: 'accept' })
  await ok('keys.singleKeys', { on: true })
})

async function ok(id: string, args = {}, options = {}) {
  const result = await lotline.run(id, args, options)
  expect(result).toMatchObject({ status: 'ok' })
  return result as Extract<typeof result, { status: 'ok' }>
}

const listed = (id: string) => lotline.list({ prefix: id }).find(each => each.id === id)?.keys
const boundTo = (keys: string) =>
  store
    .get(bindingsAtom)
    .filter(bound => bound.strokes.join(' ') === keys)
    .map(bound => bound.command)
const around = () => ({
  userKeys: store.get(userKeysAtom),
  os: currentOs(),
  isInstalled: false,
  commands: commandsInForce(),
})
const named = (id: string) => {
  const command = findCommand(id)
  if (!command) throw new Error(`no command ${id}`)
  return command
}

test('a key that is given is in force at once, everywhere keys are read, and is still there after signing in anew', async () => {
  const version = store.get(registryVersionAtom)
  await ok('keys.assign', { command: 'list.refresh', seq: 'Alt+J', was: 'alt+r' })
  expect(listed('list.refresh')).toEqual(['alt+j'])
  expect(boundTo('alt+j')).toEqual(['list.refresh'])
  expect(boundTo('alt+r')).toEqual([])
  expect(store.get(registryVersionAtom)).toBeGreaterThan(version)
  await signOut()
  expect(store.get(userKeysAtom).changes).toEqual([])
  await signIn('admin', console_.server.password)
  await loadMenu()
  await expect.poll(() => listed('list.refresh')).toEqual(['alt+j'])
})

test('whoever signs in next has his own keys', async () => {
  await ok('keys.assign', { command: 'list.refresh', seq: 'alt+j' })
  await console_.signInWith(['brand'])
  await lotline.idle()
  expect(listed('list.refresh')).toEqual(['alt+r'])
  await signIn('admin', console_.server.password)
  await loadMenu()
  await expect.poll(() => listed('list.refresh')).toEqual(['alt+j', 'alt+r'])
})

test('what was done to the keys can be taken back', async () => {
  const { undo } = await ok('keys.assign', { command: 'sidebar.toggle', seq: 'alt+j' })
  expect(listed('sidebar.toggle')).toEqual(['alt+j', 'mod+b'])
  await ok('command.undo')
  expect(listed('sidebar.toggle')).toEqual(['mod+b'])
  expect(undo?.id).toBe('keys.import')
})

test('a key is taken away, one command or all are reset, and a reset wants a confirmation', async () => {
  await ok('keys.assign', { command: 'list.refresh', was: 'alt+r' })
  await ok('keys.assign', { command: 'sidebar.toggle', seq: 'alt+j' })
  expect(listed('list.refresh')).toEqual([])
  expect(await lotline.run('keys.reset')).toMatchObject({ status: 'unconfirmed' })
  await ok('keys.reset', { command: 'list.refresh' }, { confirm: 'accept' })
  expect([listed('list.refresh'), listed('sidebar.toggle')]).toEqual([['alt+r'], ['alt+j', 'mod+b']])
  await ok('keys.reset', {}, { confirm: 'accept' })
  expect(listed('sidebar.toggle')).toEqual(['mod+b'])
})

test('a script is told what its key gets in the way of, and what is no key is refused', async () => {
  const { data } = await ok('keys.assign', { command: 'sidebar.toggle', seq: 'alt+r' })
  expect(data).toEqual({ keys: ['alt+r', 'mod+b'], conflicts: ['list.refresh'], keepers: [] })
  const refused = (args: object) => lotline.run('keys.assign', { ...args })
  expect(await refused({ command: 'nobody.knows', seq: 'f4' })).toMatchObject({ faults: { command: 'unknown' } })
  expect(await refused({ command: 'list.refresh', seq: 'a b c d' })).toMatchObject({ faults: { seq: 'keySequence' } })
  expect(await refused({ command: 'list.refresh' })).toMatchObject({ faults: { seq: 'required' } })
})

test('a preset and the switch for plain characters change what runs', async () => {
  await ok('keys.preset', { preset: 'vscode' })
  expect(listed('palette.open')).not.toContain('mod+k')
  expect(await lotline.run('keys.preset', { preset: 'emacs' })).toMatchObject({ status: 'invalid' })
  expect(boundTo('n')).toEqual(['record.new'])
  await ok('keys.singleKeys')
  expect([boundTo('n'), boundTo('?'), boundTo('g b')]).toEqual([[], [], []])
  expect(boundTo('space')).toEqual(['grid.toggle'])
  expect(boundTo('alt+g b')).toEqual(['navigate.brand'])
  expect(keysOf(named('brand.new')).map(({ seq }) => seq)).toEqual(['alt+n'])
})

test('keys leave as a text and come back from it; anything else is refused and changes nothing', async () => {
  await ok('keys.assign', { command: 'list.refresh', seq: 'alt+j' })
  const { data } = await ok('keys.export')
  const { text } = data as { text: string }
  await ok('keys.reset', {}, { confirm: 'accept' })
  await ok('keys.import', { file: new Blob([text]) })
  expect(listed('list.refresh')).toEqual(['alt+j', 'alt+r'])
  expect(await lotline.run('keys.import', { text: '{}' })).toMatchObject({ faults: { file: 'keyFile' } })
  expect(await lotline.run('keys.import')).toMatchObject({ status: 'invalid' })
  expect(listed('list.refresh')).toEqual(['alt+j', 'alt+r'])
})

test('keys of the installed window are there in it and nowhere else', () => {
  expect(listed('tab.close')).toEqual(['alt+w'])
  const line = (isInstalled: boolean) =>
    keyLines([named('tab.close')], { ...around(), isInstalled }, onPage)[0]?.keys.map(({ seq }) => seq)
  expect([line(false), line(true)]).toEqual([['alt+w'], ['alt+w', 'mod+w']])
  store.set(installedAtom, true)
  expect(listed('tab.close')).toEqual(['alt+w', 'mod+w'])
  store.set(installedAtom, false)
  expect(listed('tab.close')).toEqual(['alt+w'])
})

test('two commands exchange their keys, unless the key would be in somebody else’s way there', async () => {
  const change = { command: 'errors.open', seq: 'alt+r', was: 'alt+shift+l' }
  const { conflicts } = assignmentConflicts(named('errors.open'), change, around())
  expect(conflicts.map(({ second, kind }) => [second.command, kind])).toEqual([['list.refresh', 'same']])
  expect(releasingChanges(change, conflicts, around())).toEqual([
    { command: 'list.refresh', seq: 'alt+shift+l', was: 'alt+r' },
  ])
  const added = { command: 'errors.open', seq: 'alt+r' }
  expect(releasingChanges(added, conflicts, around())).toEqual([{ command: 'list.refresh', seq: null, was: 'alt+r' }])
  // In a formatted text this key is that of bold letters.
  const bold = { command: 'sidebar.toggle', seq: 'alt+r', was: 'mod+b' }
  expect(releasingChanges(bold, conflicts, around())).toEqual([{ command: 'list.refresh', seq: null, was: 'alt+r' }])
  // Enter ends a cell entry; page-wide it would no longer open cells.
  const enter = { command: 'grid.commitDown', seq: 'alt+r', was: 'enter' }
  const found = assignmentConflicts(named('grid.commitDown'), { ...enter, seq: 'alt+w' }, around()).conflicts
  expect(found.map(({ second }) => second.command)).toEqual(['tab.close'])
  expect(swappedWith({ ...enter, seq: 'alt+w' }, found, around())).toBeUndefined()
})

test('the sheet says what became of a key, and finds it by name, by sound and by what was pressed', async () => {
  await ok('keys.assign', { command: 'sidebar.toggle', seq: 'alt+r', was: 'mod+b' })
  setContext({ selection: null })
  const lines = keyLines(permitted(), around(), onPage)
  const line = (id: string) => lines.find(({ command }) => command.id === id)
  expect(line('sidebar.toggle')?.keys).toEqual([
    { seq: 'alt+r', state: 'own' },
    { seq: 'mod+b', state: 'gone' },
  ])
  expect(line('list.refresh')?.keys).toEqual([{ seq: 'alt+r', state: 'taken', by: 'sidebar.toggle' }])
  expect(line('grid.selectColumn')?.keys).toContainEqual(
    expect.objectContaining({ seq: 'ctrl+space', state: 'default', reservedBy: 'inputMethod' }),
  )
  expect(lines.filter(isTouched).map(({ command }) => command.id)).toEqual(['sidebar.toggle', 'list.refresh'])

  await expect.poll(() => Object.keys(store.get(pinyinAtom)).length).toBeGreaterThan(100)
  const naming = { soundOf: sounds(store.get(pinyinAtom)), nameOf: (seq: string) => seq }
  const find = (text: string, ...strokes: string[]) =>
    foundLines(lines, { text, strokes }, around(), naming).map(({ command }) => command.id)
  expect(find('清除筛选')).toEqual(['list.clearFilters'])
  expect(find('qcsx')).toContain('list.clearFilters')
  expect(find('hide the sidebar')).toContain('sidebar.toggle')
  expect(find('Ctrl+S')).toContain('record.save')
  expect(find('', 'mod+s')).toEqual(['record.save'])
  expect(find('', 'alt+g', 'b')).toEqual(['navigate.brand'])
  // By name a command is found that has no key yet.
  expect(find('')).not.toContain('tab.closeAll')
  expect(find('关闭全部标签页')).toEqual(['tab.closeAll'])
  const [first] = linesByGroup(lines).keys()
  expect(first).toBe('keys.here')
  expect(line('record.new')?.isHere).toBe(true)
  expect(line('grid.down')?.isHere).toBe(false)
})

test('in a cell of a list neither plain characters nor what is refused there counts, in the sheet and in the status bar', () => {
  const inCell = { ...onPage, focus: 'grid', gridMode: 'navigate', gridEditable: true } as const
  const refused = ({ id }: { readonly id: string }) => id === 'grid.insertBelow'
  const lines = keyLines(permitted(), around(), inCell, refused)
  const line = (id: string) => lines.find(({ command }) => command.id === id)
  const counting = (id: string) => line(id)?.keys.flatMap(({ seq, isElsewhere }) => (isElsewhere ? [] : seq))
  expect([line('record.new')?.isHere, counting('record.new')]).toEqual([true, ['alt+n']])
  expect(counting('list.search')).not.toContain('/')
  expect(counting('keys.sheet')).toEqual(['mod+/'])
  expect(counting('grid.insertBelow')).toContain('insert')
  expect(line('grid.insertBelow')?.isHere).toBe(false)

  const hinted = () => store.get(hintKeysAtom).split('\n').at(-1)
  setContext({ focus: 'page', gridMode: 'none', gridEditable: false })
  expect(hinted()).toBe('?')
  setContext({ focus: 'grid', gridMode: 'navigate', gridEditable: true })
  expect(hinted()).toBe('mod+/')
  setContext({ focus: 'text', gridMode: 'none', gridEditable: false })
  expect(hinted()).toBe('mod+/')
  setContext({ focus: 'page' })
})

test('strokes in quick succession are one sequence of at most three', () => {
  const one = recordedWith(nothingRecorded, 'g', 10_000)
  const two = recordedWith(one, 'l', 10_400)
  expect(two.strokes).toEqual(['g', 'l'])
  expect(recordedWith(two, 'x', 13_000).strokes).toEqual(['x'])
  const three = recordedWith(two, 'x', 10_800)
  expect(three.strokes).toEqual(['g', 'l', 'x'])
  expect(recordedWith(three, 'y', 11_000).strokes).toEqual(['y'])
})

test('a setting that another tab has saved meanwhile keeps what both have done', async () => {
  const added = (word: string) => (before: unknown) => [...(Array.isArray(before) ? before : []), word]
  const value = () => store.get(userSettingAtom('words'))
  const saving = changeUserSetting('words', added('one'))
  await loadUserSettings()
  await saving
  // The other tab: the same person, past what this one knows.
  const { rows } = await listRecords('usersetting', { where: [{ field: 'key', op: 'eq', value: 'words' }] })
  const stored = { id: rows[0]?.id, rowVersion: rows[0]?.rowVersion }
  await saveRecord('usersetting', { ...stored, value: ['one', 'theirs'] })
  const both = changeUserSetting('words', added('mine'))
  await expect.poll(value).toContain('mine')
  await both
  expect(value()).toEqual(['one', 'theirs', 'mine'])
  await loadUserSettings()
  expect(value()).toEqual(['one', 'theirs', 'mine'])
  await Promise.all([saveUserSetting('words', ['new']), changeUserSetting('words', added('newer'))])
  expect(value()).toEqual(['new', 'newer'])
})

test('a setting that the server will not have is as it was', async () => {
  await saveUserSetting('note', 'short')
  await expect(saveUserSetting('note', 'x'.repeat(70_000))).rejects.toMatchObject({ status: 1001 })
  expect(store.get(userSettingAtom('note'))).toBe('short')
})
