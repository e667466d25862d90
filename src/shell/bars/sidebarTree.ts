/** Sidebar tree and its keyboard navigation. Pure. */
import type { MenuNode } from '../../data/session/permittedMenu.ts'

export interface SidebarItem {
  readonly node: MenuNode
  readonly level: number
  readonly children: readonly SidebarItem[]
}

const DEEPEST = 3

function itemOf(node: MenuNode, level: number): SidebarItem | null {
  const children = level < DEEPEST ? itemsOf(node.children, level + 1) : []
  // Groups need a page; single-page groups collapse into it.
  const only = children.length === 1 ? children[0] : undefined
  if (node.type === 0 && only && only.children.length === 0)
    return { node: { ...only.node, icon: only.node.icon || node.icon }, level, children: [] }
  if (node.type === 0 && children.length === 0) return null
  return { node, level, children }
}

/** Visible entries: no buttons or hidden ones, single-page groups collapsed. */
export function itemsOf(menu: readonly MenuNode[], level = 1): readonly SidebarItem[] {
  return menu
    .filter(node => node.type !== 2 && !node.hidden)
    .flatMap(node => {
      const item = itemOf(node, level)
      return item ? [item] : []
    })
}

export interface VisibleItem {
  readonly item: SidebarItem
  readonly parent: number | null
}

export function visibleItems(items: readonly SidebarItem[], open: ReadonlySet<number>): readonly VisibleItem[] {
  const rows: VisibleItem[] = []
  const add = (list: readonly SidebarItem[], parent: number | null) => {
    for (const item of list) {
      rows.push({ item, parent })
      if (open.has(item.node.id)) add(item.children, item.node.id)
    }
  }
  add(items, null)
  return rows
}

export function groupsAround(items: readonly SidebarItem[], url: string): readonly number[] {
  for (const item of items) {
    if (item.node.url === url) return []
    if (item.children.some(child => child.node.url === url || groupsAround([child], url).length > 0))
      return [item.node.id, ...groupsAround(item.children, url)]
  }
  return []
}

export type TreeMove =
  | { readonly kind: 'focus'; readonly id: number }
  | { readonly kind: 'open' | 'close'; readonly id: number }

/** Keyboard navigation, WAI-ARIA tree pattern; undefined without effect. */
export function treeMove(
  key: string,
  rows: readonly VisibleItem[],
  at: number,
  open: ReadonlySet<number>,
  titleOf: (item: SidebarItem) => string,
): TreeMove | undefined {
  const index = rows.findIndex(row => row.item.node.id === at)
  const row = rows[index]
  const focus = (target: VisibleItem | undefined): TreeMove | undefined =>
    target && { kind: 'focus', id: target.item.node.id }
  if (!row) return focus(rows[0])
  const { id } = row.item.node
  const isGroup = row.item.children.length > 0
  switch (key) {
    case 'ArrowDown':
      return focus(rows[index + 1])
    case 'ArrowUp':
      return focus(rows[index - 1])
    case 'Home':
      return focus(rows[0])
    case 'End':
      return focus(rows.at(-1))
    case 'ArrowRight':
      if (!isGroup) return undefined
      return open.has(id) ? focus(rows[index + 1]) : { kind: 'open', id }
    case 'ArrowLeft':
      if (isGroup && open.has(id)) return { kind: 'close', id }
      return row.parent === null ? undefined : { kind: 'focus', id: row.parent }
    case ' ':
      return isGroup ? { kind: open.has(id) ? 'close' : 'open', id } : undefined
    default:
      return typedTo(key, rows, index, titleOf, focus)
  }
}

function typedTo(
  key: string,
  rows: readonly VisibleItem[],
  index: number,
  titleOf: (item: SidebarItem) => string,
  focus: (row: VisibleItem | undefined) => TreeMove | undefined,
): TreeMove | undefined {
  if (key.length !== 1) return undefined
  const around = [...rows.slice(index + 1), ...rows.slice(0, index + 1)]
  const starts = (text: string) => text.toLowerCase().startsWith(key.toLowerCase())
  return focus(around.find(({ item }) => starts(titleOf(item)) || starts(item.node.name)))
}
