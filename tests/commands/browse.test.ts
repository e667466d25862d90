/** Menu groups as commands: content, destination, rank behind the pages. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { locales } from '#contract/messages/locales.ts'
import { pages } from '#contract/pages.ts'
import { areas } from '#contract/schema/entity.ts'
import { browseCommands } from '../../src/commands/builtins/browse.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { findCommand } from '../../src/commands/core/registry.ts'
import { titleIn } from '../../src/commands/core/titles.ts'
import { lotline } from '../../src/commands/script.ts'
import { type PaletteEntry, paletteEntries } from '../../src/commands/search/paletteEntries.ts'
import { rank } from '../../src/commands/search/search.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { locationAtom, navigate } from '../../src/data/location.ts'
import type { MenuNode } from '../../src/data/session/permittedMenu.ts'
import { store } from '../../src/data/store.ts'
import { choicesOf } from '../../src/fields/options/options.ts'
import { allCommands } from './allCommands.ts'
import { type Console, startConsole } from './console.ts'
import { fullMenu, serverPinyin } from './fullMenu.ts'
import { golden } from './ranking.golden.ts'

let console_: Console

beforeAll(async () => {
  console_ = await startConsole()
  await Promise.all([lotline.ready(), loadOtherLanguages()])
})
afterAll(() => console_.close())

const node = (id: number, type: 0 | 1, name: string, more: Partial<MenuNode> = {}): MenuNode => ({
  ...{ id, parentID: 0, type, name, title: name, icon: '', hidden: false, children: [] },
  url: type === 1 ? `/${name}` : null,
  ...more,
})

const optionsOf = (command: Command | undefined) =>
  choicesOf(command?.arguments?.page?.enumeration, 'zh-CN').map(({ value, label }) => [value, label])

test('every group of the menu shows its pages, titled as everywhere, and leads to the one that is chosen', async () => {
  for (const area of areas) {
    const inside = pages.filter(page => page.area === area)
    expect(optionsOf(findCommand(`browse.${area}`)).map(([name]) => name)).toEqual(inside.map(({ name }) => name))
    const last = inside.at(-1)
    expect(await lotline.run(`browse.${area}`, { page: last?.name })).toMatchObject({ status: 'ok' })
    expect(store.get(locationAtom)).toBe(last?.url)
  }
  expect(Object.fromEntries(optionsOf(findCommand('browse.production'))).produceplan).toBe('生产计划')
  await lotline.run('locale.en-US')
  expect(Object.fromEntries(optionsOf(findCommand('browse.production'))).produceplan).toBe('Production plans')
  await lotline.run('locale.zh-CN')
  navigate('/index')
})

test('a page of another group is no answer, nor is none', async () => {
  for (const args of [{ page: 'brand' }, { page: 'nothing' }, {}, { page: 'produceplan', more: 1 }])
    expect(await lotline.run('browse.production', args), JSON.stringify(args)).toMatchObject({ status: 'invalid' })
})

test('groups within groups, those that were renamed, of one page, hidden ones', () => {
  const brands = [
    node(2, 1, 'brand'),
    node(3, 1, 'unit', { title: '我的单位' }),
    node(4, 1, 'product', { hidden: true }),
  ]
  const menu = [
    node(1, 0, 'basic', { title: 'area.basic', children: brands }),
    node(5, 0, 'own', { title: '我的', children: [node(6, 0, 'basic', { title: '里面', children: brands })] }),
    node(7, 0, 'single', { children: [node(8, 1, 'dealer')] }),
    node(9, 0, 'hidden', { hidden: true, children: brands }),
    node(10, 0, 'empty'),
  ]
  const found = browseCommands(menu)
  expect(found.map(command => [command.id, titleIn('zh-CN', command)])).toEqual([
    ['browse.basic', '浏览基础资料'],
    ['browse.own', '浏览我的'],
    ['browse.basic6', '浏览里面'],
  ])
  expect(locales.map(locale => found[0] && titleIn(locale, found[0]))).toEqual([
    ...['浏览基础资料', '瀏覽基礎資料', 'Browse basic data'],
  ])
  for (const command of found) {
    expect(optionsOf(command)).toEqual([
      ['brand', '品牌'],
      ['unit', '我的单位'],
    ])
  }
})

test('a group stands behind every page, and every other command, that what is typed fits as well', () => {
  const isGroup = (entry: PaletteEntry) => entry.id.startsWith('browse.')
  for (const locale of locales) {
    const entries = paletteEntries(allCommands, locale, serverPinyin)
    const titles = browseCommands(fullMenu).map(command => titleIn(locale, command).toLowerCase())
    const parts = titles.flatMap(title => [
      title,
      title.slice(0, 2),
      ...title.split(/ |^../),
      title.slice(-2),
      title.slice(2, 4),
    ])
    let met = 0
    for (const query of new Set([...parts, ...golden.map(([typed]) => typed), 'l', 'll', 'liulan', 'gl', 'guanli'])) {
      const hits = query.trim() === '' ? [] : rank(query, entries)
      const at = hits.findIndex(({ entry }) => isGroup(entry))
      if (at < 0) continue
      met += 1
      const worse = hits.slice(at).filter(({ entry, score }) => !isGroup(entry) && score === hits[at]?.score)
      expect(
        worse.map(({ entry }) => entry.id),
        query,
      ).toEqual([])
    }
    expect(met).toBeGreaterThan(10)
  }
})

test('a group is found by what it does, by its sound and in any language; by its bare name after its pages', () => {
  const entries = paletteEntries(allCommands, 'zh-CN', serverPinyin)
  for (const query of [
    '浏览生产',
    '浏览生产管理',
    '浏览 生产',
    'liulanshengchan',
    'llscgl',
    'browse production',
    '瀏覽生產',
  ])
    expect(rank(query, entries)[0]?.entry.id, query).toBe('browse.production')
  const found = rank('生产管理', entries).map(({ entry }) => entry.id)
  const inside = pages.filter(({ area }) => area === 'production').map(({ name }) => `navigate.${name}`)
  expect(found.slice(0, inside.length).toSorted()).toEqual(inside.toSorted())
  expect(found).toContain('browse.production')
})

test('whoever may open one page of a group has no command for it', async () => {
  await console_.signInWith(['brand', 'unit', 'dealer'])
  const ids = lotline.list({ prefix: 'browse.' }).map(({ id }) => id)
  expect(ids).toEqual(['browse.basic'])
  expect(optionsOf(findCommand('browse.basic')).map(([name]) => name)).toEqual(['brand', 'unit'])
})

test('a name that a person gave keeps its capitals within a title', () => {
  const given = { title: 'command.macro.run', values: { name: 'Monday receipts' } }
  expect(titleIn('en-US', given)).toBe('Macro: Monday receipts')
  expect(titleIn('en-US', { title: 'command.browse', values: { group: 'Week of Ana' } })).toContain('Week of Ana')
})
