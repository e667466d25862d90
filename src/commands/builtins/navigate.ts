/** Commands per menu page and per group. */
import { entityNamed } from '#contract/index.ts'
import { pages } from '#contract/pages.ts'
import { textIn } from '../../data/language.ts'
import { navigate } from '../../data/location.ts'
import type { MenuNode } from '../../data/session/permittedMenu.ts'
import { type Command, done, type KeyBinding } from '../core/command.ts'
import { many } from '../core/titles.ts'
import { goToKeys } from '../keys/goToKeys.ts'
import { browseCommands, shownPages } from './browse.ts'

function goToBindings(page: string): readonly KeyBinding[] {
  const letter = goToKeys[page]
  return letter ? [{ seq: `g ${letter}` }, { seq: `alt+g ${letter}`, inText: true }] : []
}

const go = (
  page: string,
  url: string,
  rest: Pick<Command, 'title' | 'group' | 'permission'> & Partial<Command>,
): Command => ({
  id: `navigate.${page}`,
  page,
  risk: 'read',
  rank: 10,
  keys: goToBindings(page),
  run: async () => {
    navigate(url)
    return done({ path: url })
  },
  ...rest,
})

const home = go('index', '/index', {
  title: 'command.navigate.index',
  group: 'group.app',
  permission: 'session',
  icon: 'house',
})

function commandOf(node: MenuNode): Command {
  const name = node.url?.split('/')[1] || node.name
  const area = pages.find(page => page.name === name)?.area
  const entity = entityNamed(name)
  return go(name, node.url ?? '/', {
    // Custom pages have no message key: their title is literal.
    ...(textIn('zh-CN', name) === name
      ? { title: node.title }
      : { title: 'command.navigate', values: { page: `${many}${name}` }, aliases: [name] }),
    group: area ? `area.${area}` : 'group.pages',
    permission: { menu: name },
    icon: node.icon,
    ...(entity?.keywords ? { keywords: entity.keywords } : {}),
    ...(entity ? { entity: name } : {}),
  })
}

export function navigateCommands(menu: readonly MenuNode[]): readonly Command[] {
  const seen = new Set(['index'])
  const added = shownPages(menu)
    .map(commandOf)
    .filter(({ page = '' }) => !seen.has(page) && seen.add(page))
  return [home, ...added, ...browseCommands(menu)]
}
