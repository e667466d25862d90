import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute } from '../../src/commands/gate/execute.ts'
import {
  recentTabsKeyDown,
  recentTabsKeyUp,
  recentTabsLeft,
  recentTabsListAtom,
} from '../../src/commands/keys/recentTabs.ts'
import { locationAtom, navigate } from '../../src/data/location.ts'
import { closeTab, forgetTabs, recentTabsAtom, tabsAtom } from '../../src/data/session/tabs.ts'
import { store } from '../../src/data/store.ts'
import { type Console, startConsole } from './console.ts'

const release = { altKey: false, ctrlKey: false, metaKey: false } as KeyboardEvent
const recent = () => store.get(recentTabsAtom).map(({ url }) => url)
const press = (id: string) => execute(id, {}, { surface: 'shortcut' })
const at = () => store.get(locationAtom)

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
})
afterAll(() => console_.close())
beforeEach(() => {
  forgetTabs()
  for (const url of ['/brand', '/unit', '/dealer', '/material?q=a']) navigate(url)
})

test('tabs stand in the order of their use, the one in front first', () => {
  expect(recent()).toEqual(['/material?q=a', '/dealer', '/unit', '/brand'])
  navigate('/unit')
  expect(recent()).toEqual(['/unit', '/material?q=a', '/dealer', '/brand'])
  expect(store.get(tabsAtom).map(({ url }) => url)).toEqual(['/brand', '/unit', '/dealer', '/material?q=a'])
})

test('a closed tab is no longer among them', () => {
  closeTab('/dealer')
  expect(recent()).toEqual(['/material?q=a', '/unit', '/brand'])
})

test('pressed and let go: back to the tab used before, and the same again comes back', async () => {
  await press('tab.recent')
  recentTabsKeyUp(release)
  expect(at()).toBe('/dealer')
  await press('tab.recent')
  recentTabsKeyUp(release)
  expect(at()).toBe('/material?q=a')
})

test('pressed again while held goes on, round the end, and back with Shift; nothing is shown until the key is let go', async () => {
  for (const id of ['tab.recent', 'tab.recent', 'tab.recent', 'tab.recent', 'tab.recent', 'tab.recentBack'])
    await press(id)
  expect(store.get(recentTabsListAtom)).toMatchObject({ at: 0, isHeld: true })
  await press('tab.recentBack')
  expect(at()).toBe('/material?q=a')
  recentTabsKeyUp(release)
  expect(at()).toBe('/brand')
})

test('while another modifier is still held nothing is chosen', async () => {
  await press('tab.recent')
  recentTabsKeyUp({ ...release, altKey: true })
  expect(store.get(recentTabsListAtom)).not.toBeNull()
  recentTabsLeft()
})

test('a window left with the key held chooses nothing', async () => {
  await press('tab.recent')
  recentTabsLeft()
  recentTabsKeyUp(release)
  expect([store.get(recentTabsListAtom), at()]).toEqual([null, '/material?q=a'])
})

test('when letting go was never told, the next key keeps the list open for choosing', async () => {
  await press('tab.recent')
  recentTabsKeyDown(release)
  recentTabsKeyUp(release)
  expect(store.get(recentTabsListAtom)).toMatchObject({ isHeld: false })
  await execute('tab.show', { url: '/brand' })
  expect(at()).toBe('/brand')
  store.set(recentTabsListAtom, null)
})

test('a script goes to the tab used before, and a single tab has no other', async () => {
  expect(await execute('tab.recent', {}, { surface: 'script' })).toMatchObject({ status: 'ok' })
  expect(at()).toBe('/dealer')
  forgetTabs()
  navigate('/brand')
  expect(await press('tab.recent')).toMatchObject({ status: 'denied', message: 'reason.noOtherTab' })
})

test('what is closed by name, or beside another, can be opened again', async () => {
  await execute('tab.closeOthers', { url: '/unit' })
  expect(store.get(tabsAtom).map(({ url }) => url)).toEqual(['/unit'])
  await execute('tab.reopen')
  expect(at()).toBe('/material?q=a')
  await execute('tab.close', { url: '/unit' })
  expect(store.get(tabsAtom).map(({ url }) => url)).toEqual(['/material?q=a'])
  await execute('tab.reopen')
  expect(at()).toBe('/unit')
})
