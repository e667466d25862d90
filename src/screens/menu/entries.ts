/** Menu tree rows and key navigation. Pure. */
import type { MenuNode } from '../../data/session/permittedMenu.ts'

export interface MenuEntry {
  readonly node: MenuNode
  readonly parent: number | undefined
  readonly depth: number
  readonly place: number
  readonly of: number
}

export function entriesOf(
  menu: readonly MenuNode[],
  open: ReadonlySet<number>,
  parent?: number,
  depth = 0,
): readonly MenuEntry[] {
  return menu.flatMap((node, index) => [
    { node, parent, depth, place: index + 1, of: menu.length },
    ...(open.has(node.id) ? entriesOf(node.children, open, node.id, depth + 1) : []),
  ])
}

/** Entries above one, the topmost first. */
export function ancestorsOf(menu: readonly MenuNode[], id: number): readonly number[] {
  for (const node of menu) {
    if (node.children.some(child => child.id === id)) return [node.id]
    const below = ancestorsOf(node.children, id)
    if (below.length > 0) return [node.id, ...below]
  }
  return []
}

interface Goal {
  readonly choose?: number
  readonly toggle?: number
}

const to = (entry: MenuEntry | undefined): Goal | undefined => entry && { choose: entry.node.id }

export function goal(
  entries: readonly MenuEntry[],
  current: number | undefined,
  open: ReadonlySet<number>,
  key: string,
): Goal | undefined {
  const at = entries.findIndex(({ node }) => node.id === current)
  const entry = entries[at]
  if (!entry) return undefined
  const { node, parent } = entry
  const isOpen = open.has(node.id)
  switch (key) {
    case 'ArrowDown':
      return to(entries[at + 1])
    case 'ArrowUp':
      return to(entries[at - 1])
    case 'Home':
      return to(entries[0])
    case 'End':
      return to(entries.at(-1))
    case 'ArrowRight':
      if (node.children.length === 0) return undefined
      return isOpen ? to(entries[at + 1]) : { toggle: node.id }
    case 'ArrowLeft':
      return isOpen ? { toggle: node.id } : parent === undefined ? undefined : { choose: parent }
    default:
      return undefined
  }
}
