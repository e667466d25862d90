/** Palette = every URL and button that the server's menu permits, nothing else. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { homePage, pages } from '#contract/pages.ts'
import { searchCommands } from '../../src/commands/commandSearch.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { findCommand, permitted } from '../../src/commands/core/registry.ts'
import { lotline } from '../../src/commands/script.ts'
import { locationAtom } from '../../src/data/location.ts'
import { type MenuNode, menuAtom } from '../../src/data/session/permittedMenu.ts'
import { store } from '../../src/data/store.ts'
import { type Console, startConsole } from './console.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
  await lotline.ready()
})
afterAll(() => console_.close())

interface Permitted {
  readonly url: string
  readonly page: string
  readonly buttons: readonly string[]
}

/** What the menu of the person signed in permits. */
function permittedPages(nodes: readonly MenuNode[] = store.get(menuAtom)): readonly Permitted[] {
  return nodes.flatMap(({ type, name, url, children }) =>
    type === 1 && url && name !== homePage.name
      ? [{ page: name, url, buttons: children.filter(child => child.type === 2).map(child => child.name) }]
      : permittedPages(children),
  )
}

const inPalette = (): ReadonlySet<string> => new Set(searchCommands('').hits.map(({ entry }) => entry.id))

/** Buttons a command is permitted by, as `page.button`. */
const buttonsOf = ({ permission, orPermission }: Command): readonly string[] =>
  [permission, orPermission].flatMap(one =>
    typeof one === 'object' && one.button ? [one.menu].flat().map(menu => `${menu}.${one.button}`) : [],
  )

/** Permissions without a command, and commands without a permission. */
async function differences(): Promise<readonly string[]> {
  const wrong: string[] = []
  const palette = inPalette()
  const buttons = new Set(permitted().flatMap(buttonsOf))
  const own = permittedPages()
  for (const { page, url, buttons: said } of own) {
    if (!palette.has(`navigate.${page}`)) wrong.push(`${page} is not in the palette`)
    await lotline.run(`navigate.${page}`)
    if (store.get(locationAtom) !== url) wrong.push(`navigate.${page} leads to ${store.get(locationAtom)}`)
    for (const button of said) if (!buttons.has(`${page}.${button}`)) wrong.push(`${page}.${button} has no command`)
  }
  for (const { name } of pages) {
    if (own.some(({ page }) => page === name)) continue
    if (palette.has(`navigate.${name}`) || findCommand(`navigate.${name}`)) wrong.push(`${name} may not be seen`)
  }
  return wrong
}

test('for the administrator all pages and buttons are commands', async () => {
  expect(
    permittedPages()
      .map(({ page }) => page)
      .toSorted(),
  ).toEqual(pages.map(({ name }) => name).toSorted())
  expect(await differences()).toEqual([])
})

test('for a role its pages and buttons are, and no others', async () => {
  await console_.signInWith(['stocklot', 'stocklot.hold', 'produceplan', 'produceplan.add', 'brand'])
  expect(
    permittedPages()
      .map(({ page }) => page)
      .toSorted(),
  ).toEqual(['brand', 'produceplan', 'stocklot'])
  expect(await differences()).toEqual([])
  const ids = new Set(permitted().map(({ id }) => id))
  expect([ids.has('stocklot.hold'), ids.has('produceplan.new'), ids.has('produceplan.release')]).toEqual([
    true,
    true,
    false,
  ])
  expect(ids.has('brand.new')).toBe(false)
})
