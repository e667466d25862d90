import { pages } from '#contract/pages.ts'
import { areas, areaTitles } from '#contract/schema/entity.ts'
import { spokenTexts } from '../../server/domain/system/texts.ts'
import { passwordCommands } from '../../src/commands/account/password.ts'
import { appBuiltins } from '../../src/commands/builtins/builtins.ts'
import { navigateCommands } from '../../src/commands/builtins/navigate.ts'
import { consoleCommands } from '../../src/commands/consoleCommands.ts'
import type { Command } from '../../src/commands/core/command.ts'
import type { Pinyin } from '../../src/commands/search/pinyin.ts'
import type { MenuNode } from '../../src/data/session/permittedMenu.ts'

/** The menu of somebody who may do everything. */
export const fullMenu: readonly MenuNode[] = areas.map((area, index) => {
  const group = (index + 1) * 1000
  const below = pages.filter(page => page.area === area)
  return {
    id: group,
    parentID: 0,
    name: area,
    url: null,
    title: areaTitles[area].title,
    icon: '',
    type: 0,
    hidden: false,
    children: below.map((page, at) => ({
      id: group + at * 20 + 1,
      parentID: group,
      name: page.name,
      url: page.url,
      title: page.name,
      icon: page.icon,
      type: 1,
      hidden: false,
      children: page.buttons.map((name, button) => ({
        id: group + at * 20 + 2 + button,
        parentID: group + at * 20 + 1,
        name,
        url: null,
        title: name,
        icon: '',
        type: 2,
        hidden: false,
        children: [],
      })),
    })),
  }
})

/** Commands without a screen, registered or not. Plain Node loads no screens. */
export const headlessCommands: readonly Command[] = [
  ...appBuiltins,
  ...passwordCommands,
  ...Object.values(consoleCommands).flat(),
  ...navigateCommands(fullMenu),
]

/** What the server answers to String/Pinyin. */
export const serverPinyin: Pinyin = spokenTexts()
