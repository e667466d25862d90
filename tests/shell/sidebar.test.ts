import { describe, expect, it } from 'vitest'
import type { MenuNode } from '../../src/data/session/permittedMenu.ts'
import { groupsAround, itemsOf, type SidebarItem, treeMove, visibleItems } from '../../src/shell/bars/sidebarTree.ts'

let id = 0
function node(name: string, part: Partial<MenuNode> = {}): MenuNode {
  id += 1
  const type = part.children ? 0 : 1
  return {
    id,
    parentID: 0,
    name,
    title: name,
    url: type ? `/${name}` : '',
    icon: '',
    type,
    hidden: false,
    children: [],
    ...part,
  }
}

const menu = [
  node('basic', {
    children: [node('brand', { children: [node('add', { type: 2 })], type: 1, url: '/brand' }), node('unit')],
  }),
  node('other', { icon: 'folder', children: [node('employee')] }),
  node('secret', { hidden: true }),
  node('empty', { children: [node('gone', { hidden: true })] }),
]
const items = itemsOf(menu)
const names = (list: readonly SidebarItem[]) => list.map(item => item.node.name)
const titleOf = (item: SidebarItem) => item.node.title
const idOf = (name: string) => {
  const all = (list: readonly SidebarItem[]): readonly SidebarItem[] =>
    list.flatMap(item => [item, ...all(item.children)])
  return all(items).find(item => item.node.name === name)?.node.id ?? -1
}

describe('what the sidebar shows', () => {
  it('leaves out hidden entries, buttons and groups with nothing in them', () => {
    expect(names(items)).toEqual(['basic', 'employee'])
    expect(names(items[0]?.children ?? [])).toEqual(['brand', 'unit'])
    expect(items[0]?.children[0]?.children).toEqual([])
  })

  it('shows a group of one page as that page, with an icon from either', () => {
    expect(items[1]?.node).toMatchObject({ name: 'employee', icon: 'folder', url: '/employee' })
  })

  it('goes no deeper than two levels below the top', () => {
    const deep = node('a', {
      children: [node('b', { children: [node('c', { children: [node('d'), node('e')] }), node('f')] }), node('g')],
    })
    // What is deeper is not shown, which leaves `b` with one page.
    expect(names(itemsOf([deep])[0]?.children ?? [])).toEqual(['f', 'g'])
  })

  it('knows the groups around a page', () => {
    expect(groupsAround(items, '/unit')).toEqual([idOf('basic')])
    expect(groupsAround(items, '/employee')).toEqual([])
  })
})

describe('arrow keys in the sidebar', () => {
  const closed = new Set<number>()
  const open = new Set([idOf('basic')])
  const move = (key: string, from: string, groups: ReadonlySet<number>) =>
    treeMove(key, visibleItems(items, groups), idOf(from), groups, titleOf)

  it('open a closed group and enter an open one', () => {
    expect(move('ArrowRight', 'basic', closed)).toEqual({ kind: 'open', id: idOf('basic') })
    expect(move('ArrowRight', 'basic', open)).toEqual({ kind: 'focus', id: idOf('brand') })
  })

  it('lead back to the group and close it', () => {
    expect(move('ArrowLeft', 'unit', open)).toEqual({ kind: 'focus', id: idOf('basic') })
    expect(move('ArrowLeft', 'basic', open)).toEqual({ kind: 'close', id: idOf('basic') })
  })

  it('walk over what is visible only', () => {
    expect(move('ArrowDown', 'basic', closed)).toEqual({ kind: 'focus', id: idOf('employee') })
    expect(move('ArrowDown', 'basic', open)).toEqual({ kind: 'focus', id: idOf('brand') })
    expect(move('ArrowDown', 'employee', open)).toBeUndefined()
  })

  it('a typed letter finds the next entry that begins with it', () => {
    expect(move('u', 'basic', open)).toEqual({ kind: 'focus', id: idOf('unit') })
    expect(move('z', 'basic', open)).toBeUndefined()
  })
})
