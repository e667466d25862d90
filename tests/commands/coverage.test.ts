/** Registry against the server's menu: no permission without a command, and vice versa. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities, tables } from '#contract/index.ts'
import { shipped } from '#contract/messages/index.ts'
import { locales } from '#contract/messages/locales.ts'
import { homePage, pages } from '#contract/pages.ts'
import { type Entity, hasPage } from '#contract/schema/entity.ts'
import type { PagePermission, Permission } from '#contract/schema/permission.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { setContext } from '../../src/commands/core/context.ts'
import { commands } from '../../src/commands/core/registry.ts'
import { titleIn } from '../../src/commands/core/titles.ts'
import { reasonAgainst } from '../../src/commands/gate/availability.ts'
import { lotline } from '../../src/commands/script.ts'
import { loadOtherLanguages } from '../../src/data/language.ts'
import { locationAtom, navigate } from '../../src/data/location.ts'
import { type MenuNode, menuAtom } from '../../src/data/session/permittedMenu.ts'
import { store } from '../../src/data/store.ts'
import { registerTableCommands } from '../../src/tables/tableCommands.ts'
import { type Console, startConsole } from './console.ts'

interface Operation {
  readonly 'x-permission': readonly Permission[]
}

let console_: Console
let operations: readonly Operation[]
let nodes: readonly MenuNode[]

beforeAll(async () => {
  console_ = await startConsole()
  registerTableCommands()
  await Promise.all([lotline.ready(), loadOtherLanguages()])
  const headers = { authorization: `Bearer ${await console_.server.signIn()}` }
  const { paths } = await (await fetch(`${console_.server.url}/openapi.json`, { headers })).json()
  operations = Object.values<Record<string, Operation>>(paths).flatMap(path => Object.values(path))
  const below = (node: MenuNode): readonly MenuNode[] => [node, ...node.children.flatMap(below)]
  nodes = store.get(menuAtom).flatMap(below)
})
afterAll(() => console_.close())

const isOfPage = (permission: Permission | undefined): permission is PagePermission => typeof permission === 'object'

/** What a permission names, as `page` or `page.button`. */
const namesOf = ({ menu, button }: PagePermission): readonly string[] =>
  [menu].flat().map(page => (button === undefined ? page : `${page}.${button}`))

const needed = ({ permission, orPermission }: Command) => [permission, orPermission].filter(isOfPage).flatMap(namesOf)

const pageNodes = () => nodes.filter(({ type }) => type === 1)

/** Every page and every button of the menu, as permissions name them. */
const granted = () =>
  new Set(
    pageNodes()
      .filter(({ name }) => name !== homePage.name)
      .flatMap(({ name, children }) => [name, ...children.map(button => `${name}.${button.name}`)]),
  )

test('the menu of the administrator has every page and every button there is', () => {
  const all = pages.flatMap(({ name, buttons }) => [name, ...buttons.map(button => `${name}.${button}`)])
  expect([...granted()].sort()).toEqual([...all].sort())
})

test('every address of the menu has the command that goes there, and it goes there', async () => {
  expect(pageNodes().length).toBeGreaterThan(60)
  for (const { url, name } of pageNodes()) {
    expect(await lotline.run(`navigate.${name}`), name).toMatchObject({ status: 'ok' })
    expect(store.get(locationAtom)).toBe(url)
  }
})

test('every button of every page has a command that needs this very button', () => {
  const needing = new Set(commands().flatMap(({ permission }) => (isOfPage(permission) ? namesOf(permission) : [])))
  const buttons = [...granted()].filter(name => name.includes('.'))
  expect(buttons.length).toBeGreaterThan(250)
  expect(buttons.filter(name => !needing.has(name))).toEqual([])
})

test('a button to be granted is called as the command that it permits', () => {
  const button = (page: string, name: string) =>
    pageNodes()
      .find(node => node.name === page)
      ?.children.find(child => child.name === name)?.title
  expect(button('materialmakeup', 'approve')).toBe('materialmakeup.submit')
  expect(button('stockcount', 'approve')).toBe('stockcount.submit')
  expect(button('techflow', 'approve')).toBe('techflow.approve')
  expect(button('brand', 'add')).toBe('button.add')
})

test('no command needs a page or a button that the menu does not have', () => {
  const surplus = commands().flatMap(command =>
    needed(command)
      .filter(name => !granted().has(name))
      .map(name => `${command.id}: ${name}`),
  )
  expect(surplus).toEqual([])
})

test('every command that needs a button stands for a documented call that asks for the same', () => {
  const asked = new Set(operations.flatMap(each => each['x-permission'].filter(isOfPage).flatMap(namesOf)))
  const without = commands().filter(command => needed(command).some(name => !asked.has(name)))
  // Its tasks are calls of other pages, under their permissions.
  expect(without.map(({ id }) => id)).toEqual(['navigate.warehousework'])
})

test('every command is there whichever page is open, and none comes or goes with a page', async () => {
  const everywhere = ['/index', '/brand', '/brand/1', '/materialstorein/new', '/reviewasc', '/menu', '/stocklot']
  const ids = everywhere.map(path => {
    navigate(path)
    return lotline.list().map(({ id }) => id)
  })
  expect(ids[0]).toHaveLength(commands().length)
  for (const listed of ids) expect(listed).toEqual(ids[0])
})

/** Possible selections: none, one, several, and some in a state without actions. */
const selections = (entity: string) => [
  null,
  { entity, ids: [1], rows: [{ id: 1, status: 'NOBODY', qualityStatus: 'NOBODY' }] },
  { entity, ids: [1, 2], rows: [{ id: 1 }, { id: 2 }] },
]

test('what cannot be run now says why, in a text that there is in every language', () => {
  navigate('/index')
  const said = new Set<string>()
  for (const command of commands()) {
    for (const selection of selections(command.entity ?? 'brand')) {
      setContext({ selection })
      for (const surface of ['palette', 'button', 'script'] as const) {
        const reason = reasonAgainst(command, surface)
        if (reason !== undefined) said.add(reason)
      }
    }
  }
  setContext({ selection: null })
  expect(said.size).toBeGreaterThan(4)
  for (const locale of locales) expect([...said].filter(reason => !shipped[locale][reason])).toEqual([])
  // Reasons of a missing right or session have texts too, though hidden commands show none.
  for (const locale of locales)
    for (const reason of ['permission', 'when', 'unknown-command', 'signed-out'])
      expect(shipped[locale][`reason.${reason}`], `${locale} reason.${reason}`).toBeTruthy()
})

test.each(locales)('every command has a title in %s that no other of its group has', locale => {
  const titles = commands().map(command => ({ id: command.id, group: command.group, title: titleIn(locale, command) }))
  const texts = shipped[locale]
  const named = (values = {}) => Object.values<string>(values).map(key => key.replace(/^plural\./, ''))
  const keys = commands().flatMap(({ title, group, values }) => [title, group, ...named(values)])
  expect([...new Set(keys)].filter(key => !texts[key])).toEqual([])
  expect(titles.filter(({ title }) => title.trim() === '' || title.includes('{'))).toEqual([])
  const alike = [...Map.groupBy(titles, ({ group, title }) => `${group}: ${title}`).values()]
  expect(alike.filter(same => same.length > 1).map(same => same.map(({ id }) => id))).toEqual([])
})

test('every entity with a page has its commands, and those without have none', () => {
  const own = new Set(commands().map(({ id }) => id.split('.')[0]))
  for (const { entity } of tables()) expect([entity.name, own.has(entity.name)]).toEqual([entity.name, hasPage(entity)])
  for (const entity of Object.values<Entity>(entities).filter(hasPage)) {
    const declared = [...Object.keys(entity.actions), ...Object.keys(entity.createsFrom ?? {})]
    for (const name of declared)
      expect(
        commands().some(({ id }) => id === `${entity.name}.${name}`),
        `${entity.name}.${name}`,
      ).toBe(true)
  }
})
