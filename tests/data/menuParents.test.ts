/** Possible parents of a menu entry. */
import { expect, test } from 'vitest'
import { menuGroups, titleOfEntry } from '../../src/data/session/menuParents.ts'
import type { MenuNode } from '../../src/data/session/permittedMenu.ts'

const node = (id: number, name: string, type: number, children: readonly MenuNode[] = []) =>
  ({ id, parentID: 0, name, title: name, url: `/${name}`, icon: '', type, hidden: false, children }) as MenuNode

const inner = node(1, 'inner', 0, [node(2, 'special', 1)])
const outer = node(3, 'outer', 0, [node(4, 'page', 1), inner])
const menu = [outer]

test('the parent of a menu entry is a group, by its level, never the entry or what lies in it', () => {
  expect(menuGroups(menu, 0).map(({ node: { name }, depth }) => [name, depth])).toEqual([
    ['outer', 1],
    ['inner', 2],
  ])
  expect(menuGroups(menu, outer.id)).toEqual([])
  expect(titleOfEntry(menu, inner.id)).toBe('inner')
})
