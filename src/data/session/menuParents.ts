/** Possible parents of a menu entry. */
import { menuTitle } from './menuTitle.ts'
import { type MenuNode, nodeOf } from './permittedMenu.ts'

export interface MenuParent {
  readonly node: MenuNode
  readonly depth: number
}

/** Groups outside an entry's own subtree. */
export function menuGroups(menu: readonly MenuNode[], except: unknown, depth = 1): readonly MenuParent[] {
  return menu.flatMap(node =>
    node.type !== 0 || node.id === except ? [] : [{ node, depth }, ...menuGroups(node.children, except, depth + 1)],
  )
}

const everyPage = (menu: readonly MenuNode[]): readonly MenuParent[] =>
  menu.flatMap(node => [...(node.type === 1 ? [{ node, depth: 0 }] : []), ...everyPage(node.children)])

export const menuParents = (menu: readonly MenuNode[], { id, type }: Readonly<Record<string, unknown>>) =>
  type === 'BUTTON' ? everyPage(menu) : menuGroups(menu, id)

export function titleOfEntry(menu: readonly MenuNode[], id: unknown): string | undefined {
  const node = nodeOf(menu, id)
  return node && menuTitle(node)
}
