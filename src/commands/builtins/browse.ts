/** One command per group of the caller's menu: what is in it as the next list. */
import { defineEnumeration, enumeration } from '../../contract/schema/field.ts'
import type { MenuNode } from '../../data/session/menu.ts'
import { menuTitle, menuTitleKey } from '../../data/session/menuTitle.ts'
import { navigate } from '../../data/session/tabs.ts'
import { type Command, done } from '../core/command.ts'

/** Shown pages below a part of the menu, outermost first. A hidden part hides what is in it. */
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

/** The pages as something to choose from. Their titles are read when they are shown, for the language may have changed. */
function choiceOf(inside: readonly MenuNode[]): Readonly<Record<string, string>> {
  const titles = inside.map(node => [nameOf(node), { enumerable: true, get: () => menuTitle(node) }] as const)
  return Object.defineProperties({}, Object.fromEntries(titles)) as Readonly<Record<string, string>>
}

function commandOf(group: MenuNode, id: string): Command {
  const inside = shownPages(group.children)
  return {
    id,
    title: 'command.browse',
    // A group that an administrator named has no text of ours: its title stands for itself.
    values: { group: menuTitleKey(group) ?? group.title },
    group: 'group.pages',
    icon: group.icon,
    permission: 'session',
    risk: 'read',
    // Whoever names a page wants the page.
    rank: -1,
    arguments: { page: enumeration('页面', defineEnumeration('browsed', choiceOf(inside)), { required: true }) },
    run: async args => {
      const url = inside.find(node => nameOf(node) === args.page)?.url ?? '/'
      navigate(url)
      return done({ path: url })
    },
  }
}

/** Commands that show what is in a group of this menu; as in the sidebar a group of one page is that page. */
export function browseCommands(menu: readonly MenuNode[]): readonly Command[] {
  const seen = new Set<string>()
  return shownGroups(menu)
    .filter(({ children }) => new Set(shownPages(children).map(nameOf)).size > 1)
    .map(group => {
      // Names are one of a kind among siblings only.
      const name = seen.has(group.name) ? `${group.name}${group.id}` : group.name
      seen.add(name)
      return commandOf(group, `browse.${name}`)
    })
}
