import { text, textIn } from '../api/messages.ts'
import type { MenuNode } from './menu.ts'

type Titled = Pick<MenuNode, 'name' | 'title'>

/** Message key of the title of a menu entry; undefined where an administrator named it himself. */
export function menuTitleKey({ name, title }: Titled): string | undefined {
  if (textIn('zh-CN', title) !== title) return title
  return [name, `area.${name}`].find(key => textIn('zh-CN', key) === title)
}

/**
 * The title of a menu entry in the current language. An entry that still has the shipped title is translated;
 * one that an administrator renamed is shown as it was named.
 */
export function menuTitle(node: Titled): string {
  const key = menuTitleKey(node)
  return key === undefined ? node.title : text(key)
}
