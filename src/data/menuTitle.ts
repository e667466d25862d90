import type { MenuNode } from './menu.ts'
import { text, textIn } from './messages.ts'

/**
 * The title of a menu entry in the current language. An entry that still has the shipped title is translated;
 * one that an administrator renamed is shown as it was named.
 */
export function menuTitle(node: Pick<MenuNode, 'name' | 'title'>): string {
  const keys = [node.title, node.name, `area.${node.name}`]
  const key = keys.find(candidate => textIn('zh-CN', candidate) !== candidate)
  if (key === undefined) return node.title
  return key === node.title || textIn('zh-CN', key) === node.title ? text(key) : node.title
}
