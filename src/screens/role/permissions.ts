/** Permissions of a role: buttons imply pages, pages imply groups. */
import { homePage } from '#contract/pages.ts'
import type { MenuNode } from '../../data/session/permittedMenu.ts'

export type Chosen = ReadonlySet<number>

/** Selection extent of a subtree. */
export type Extent = 'all' | 'some' | 'none'

export function idsBelow(node: MenuNode): readonly number[] {
  return [node.id, ...node.children.flatMap(idsBelow)]
}

/** Groups derive from their contents, permitting nothing themselves. */
export function chosenExtent(node: MenuNode, chosen: Chosen): Extent {
  const counted = idsBelow(node).filter(id => node.type !== 0 || id !== node.id)
  const count = counted.filter(id => chosen.has(id)).length
  return count === 0 ? 'none' : count === counted.length ? 'all' : 'some'
}

function pathTo(menu: readonly MenuNode[], id: number): readonly MenuNode[] {
  for (const node of menu) {
    if (node.id === id) return [node]
    const below = pathTo(node.children, id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

/** Toggles a subtree; ancestors join, and leave when empty. */
export function toggled(menu: readonly MenuNode[], chosen: Chosen, id: number, isGiven: boolean): Chosen {
  const path = pathTo(menu, id)
  const node = path.at(-1)
  if (!node) return chosen
  const next = new Set(chosen)
  for (const each of idsBelow(node)) isGiven ? next.add(each) : next.delete(each)
  for (const above of path.slice(0, -1).toReversed()) {
    if (isGiven) next.add(above.id)
    else if (above.type === 0 && above.children.every(child => !next.has(child.id))) next.delete(above.id)
  }
  return next
}

export interface PermissionRow {
  readonly node: MenuNode
  readonly depth: number
}

export function permissionRows(
  menu: readonly MenuNode[],
  titleOf: (node: MenuNode) => string,
  search = '',
  depth = 0,
): readonly PermissionRow[] {
  const sought = search.trim().toLowerCase()
  const holds = (node: MenuNode) => titleOf(node).toLowerCase().includes(sought) || node.name.includes(sought)
  return menu.flatMap(node => {
    if (node.type === 2 || node.url === homePage.url) return []
    const isFound = sought === '' || holds(node)
    const below = permissionRows(node.children, titleOf, isFound ? '' : search, depth + 1)
    const hasButton = node.type === 1 && node.children.some(child => child.type === 2 && holds(child))
    return isFound || hasButton || below.length > 0 ? [{ node, depth }, ...below] : []
  })
}
