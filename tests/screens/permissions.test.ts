/** Matrix of permissions: columns, boxes, and the difference to what was saved. */
import { describe, expect, test } from 'vitest'
import type { MenuNode } from '../../src/data/session/permittedMenu.ts'
import {
  columnsOf,
  differenceOf,
  idsOfBox,
  pagesOf,
  permissionRows,
  toggled,
} from '../../src/screens/role/permissions.ts'

let last = 0
function node(name: string, type: number, children: readonly MenuNode[] = []): MenuNode {
  last += 1
  return {
    id: last,
    parentID: 0,
    name,
    title: name,
    url: `/${name}`,
    icon: '',
    type,
    hidden: false,
    children,
  } as MenuNode
}
const button = (name: string) => node(name, 2)
const page = (name: string, ...buttons: readonly string[]) => node(name, 1, buttons.map(button))

const common = Array.from({ length: 12 }, (_, at) => page(`page${at}`, 'add', 'export'))
const special = page('special', 'add', 'verify')
const inner = node('inner', 0, [special])
const menu = [node('outer', 0, [...common, inner])]
const pages = pagesOf(permissionRows(menu, ({ name }) => name))
const idOf = (of: MenuNode, name: string) => of.children.find(child => child.name === name)?.id ?? 0

describe('the matrix of permissions', () => {
  test('has a column for what many pages have, after the page itself', () => {
    expect(columnsOf(pages)).toEqual(['view', 'add', 'export'])
  })

  test('gives a page to view without its operations, and takes both away', () => {
    const [outer] = menu as [MenuNode]
    const seen = toggled(menu, new Set(), idsOfBox(special, 'view', true), true)
    expect([...seen].toSorted()).toEqual([special.id, inner.id, outer.id].toSorted())
    const whole = toggled(menu, seen, idsOfBox(special, undefined, true), true)
    expect(whole.has(idOf(special, 'verify'))).toBe(true)
    expect([...toggled(menu, whole, idsOfBox(special, 'view', false), false)]).toEqual([])
  })

  test('counts what was given and taken since, groups apart', () => {
    const saved = toggled(menu, new Set(), [idOf(special, 'add')], true)
    const now = toggled(menu, toggled(menu, saved, [idOf(special, 'verify')], true), [idOf(special, 'add')], false)
    expect(differenceOf(pages, saved, now)).toEqual({
      added: [idOf(special, 'verify')],
      removed: [idOf(special, 'add')],
    })
  })
})
