/** Commands per menu group: its pages as the next step. */
import { defineEnumeration, enumeration } from '#contract/schema/field.ts'
import { navigate } from '../../data/location.ts'
import { menuTitle, menuTitleKey } from '../../data/session/menuTitle.ts'
import type { MenuNode } from '../../data/session/permittedMenu.ts'
import { type Command, done } from '../core/command.ts'

/** Visible pages of a subtree, outermost first. */
export function shownPages(nodes: readonly MenuNode[]): readonly MenuNode[] {
  return nodes
    .filter(node => !node.hidden && node.type !== 2)
    .flatMap(node => [...(node.type === 1 && node.url ? [node] : []), ...shownPages(node.children)])
}

function shownGroups(nodes: readonly MenuNode[]): readonly MenuNode[] {
  return nodes
    .filter(node => !node.hidden && node.type !== 2)
    .flatMap(node => [...(node.type === 0 ? [node] : []), ...shownGroups(node.children)])
}

const nameOf = ({ name, url }: MenuNode) => url?.split('/')[1] || name

/** Pages as choices; titles follow the language. */
function choiceOf(inside: readonly MenuNode[]): Readonly<Record<string, string>> {
  const titles = inside.map(node => [nameOf(node), { enumerable: true, get: () => menuTitle(node) }] as const)
  return Object.defineProperties({}, Object.fromEntries(titles)) as Readonly<Record<string, string>>
}

function commandOf(group: MenuNode, id: string): Command {
  const inside = shownPages(group.children)
  return {
    id,
    title: 'command.browse',
    // Custom groups have no message key: their title is literal.
    values: { group: menuTitleKey(group) ?? group.title },
    group: 'group.pages',
    icon: group.icon,
    permission: 'session',
    risk: 'read',
    // Page commands rank before groups.
    rank: -1,
    arguments: { page: enumeration('页面', defineEnumeration('browsed', choiceOf(inside)), { required: true }) },
    run: async args => {
      const url = inside.find(node => nameOf(node) === args.page)?.url ?? '/'
      navigate(url)
      return done({ path: url })
    },
  }
}

/** Commands per menu group; single-page groups become that page. */
export function browseCommands(menu: readonly MenuNode[]): readonly Command[] {
  const seen = new Set<string>()
  return shownGroups(menu)
    .filter(({ children }) => new Set(shownPages(children).map(nameOf)).size > 1)
    .map(group => {
      // Group names are unique among siblings only.
      const name = seen.has(group.name) ? `${group.name}${group.id}` : group.name
      seen.add(name)
      return commandOf(group, `browse.${name}`)
    })
}
