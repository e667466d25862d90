import { plural } from '../entityNames.ts'
import { textIn } from '../language.ts'
import type { MenuNode } from './permittedMenu.ts'

type Titled = Pick<MenuNode, 'name' | 'title'>

/** Message key of a menu title; undefined when renamed. */
export function menuTitleKey({ name, title }: Titled): string | undefined {
  if (textIn('zh-CN', title) !== title) return title
  return [name, `area.${name}`].find(key => textIn('zh-CN', key) === title)
}

export function menuTitle(node: Titled): string {
  const key = menuTitleKey(node)
  return key === undefined ? node.title : plural(key)
}
