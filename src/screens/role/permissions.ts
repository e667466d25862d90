/** Permissions of a role: buttons imply pages, pages imply groups. */
import { homePage } from '#contract/pages.ts'
import type { MenuNode } from '../../data/session/permittedMenu.ts'
import type { BoxPlace } from './moveBox.ts'

export type Chosen = ReadonlySet<number>

/** Selection extent of a subtree. */
export type Extent = 'all' | 'some' | 'none'

export function idsBelow(node: MenuNode): readonly number[] {
  return [node.id, ...node.children.flatMap(idsBelow)]
}

export function extentOf(ids: readonly number[], chosen: Chosen): Extent {
  const count = ids.filter(id => chosen.has(id)).length
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some'
}

/** Groups derive from their contents, permitting nothing themselves. */
export const chosenExtent = (node: MenuNode, chosen: Chosen): Extent =>
  extentOf(
    idsBelow(node).filter(id => node.type !== 0 || id !== node.id),
    chosen,
  )

function pathTo(menu: readonly MenuNode[], id: number): readonly MenuNode[] {
  for (const node of menu) {
    if (node.id === id) return [node]
    const below = pathTo(node.children, id)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

/** Change of a subtree's ids, top first; ancestors join, leave when empty. */
export function toggled(menu: readonly MenuNode[], chosen: Chosen, ids: readonly number[], isGiven: boolean): Chosen {
  const [top = 0] = ids
  const next = new Set(chosen)
  for (const id of ids) isGiven ? next.add(id) : next.delete(id)
  for (const above of pathTo(menu, top).slice(0, -1).toReversed()) {
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

/** Column of a page itself: to see it. */
export const view = 'view'

/** Pages from which on an operation has a column of its own. */
const minPages = 12

export const buttonsOn = (page: MenuNode): readonly MenuNode[] => page.children.filter(({ type }) => type === 2)

/** Operations of many pages, in menu order; others stand by name. */
export function columnsOf(pages: readonly MenuNode[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { name } of pages.flatMap(buttonsOn)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [view, ...[...counts].filter(([, count]) => count >= minPages).map(([name]) => name)]
}

export const boxIn = (page: MenuNode, column: string): MenuNode | undefined =>
  column === view ? page : buttonsOn(page).find(({ name }) => name === column)

/** Ids a box in a column changes; giving view gives nothing else. */
export const idsOfBox = (box: MenuNode, column: string | undefined, isGiven: boolean): readonly number[] =>
  isGiven && column === view ? [box.id] : idsBelow(box)

export interface Difference {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/** Pages and buttons that differ from what was saved. */
export function differenceOf(pages: readonly MenuNode[], saved: Chosen, chosen: Chosen): Difference {
  const ids = pages.flatMap(idsBelow)
  return {
    added: ids.filter(id => chosen.has(id) && !saved.has(id)),
    removed: ids.filter(id => saved.has(id) && !chosen.has(id)),
  }
}

export interface Matrix {
  readonly columns: readonly string[]
  readonly rows: readonly PermissionRow[]
  readonly chosen: Chosen
  readonly saved: Chosen
  readonly isReadOnly: boolean
  readonly tabStop: BoxPlace
  /** Change of each page's box in a column, or of whole pages. */
  set(pages: readonly MenuNode[], column: string | undefined, isGiven: boolean): void
}

export const pagesOf = (rows: readonly PermissionRow[]): readonly MenuNode[] =>
  rows.flatMap(({ node }) => (node.type === 1 ? [node] : []))
