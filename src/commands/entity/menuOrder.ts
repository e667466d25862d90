/** Menu order: saves only changed sort numbers. */
import { menu } from '#contract/system/menu.ts'
import { saveRecords } from '../../data/records/records.ts'
import { loadMenu, loadWholeMenu, type MenuNode, wholeMenuAtom } from '../../data/session/permittedMenu.ts'
import { store } from '../../data/store.ts'
import type { Arguments, Command, CommandContext, Result } from '../core/command.ts'
import { resultOf } from '../core/outcomes.ts'
import { noSelection, storedIds, targetOf } from '../core/target.ts'

function siblingsOf(menu: readonly MenuNode[], id: number): readonly MenuNode[] {
  if (menu.some(node => node.id === id)) return menu
  for (const node of menu) {
    const found = siblingsOf(node.children, id)
    if (found.length > 0) return found
  }
  return []
}

async function move(step: 1 | -1, args: Arguments, context: CommandContext): Promise<Result> {
  const [id] = storedIds(targetOf('menu', context, args))
  if (id === undefined) return noSelection()
  if (!store.get(wholeMenuAtom)) await loadWholeMenu()
  const siblings = siblingsOf(store.get(wholeMenuAtom) ?? [], id)
  const at = siblings.findIndex(node => node.id === id)
  const [moved, other] = [siblings[at], siblings[at + step]]
  if (!moved || !other) return { status: 'ok', message: 'result.nothingToMove' }
  const order = siblings.map((node, index) => (index === at ? other : index === at + step ? moved : node))
  const outcomes = await saveRecords(
    'menu',
    order.map((node, index) => ({ id: node.id, sortNo: index })),
  )
  await Promise.all([loadWholeMenu(), loadMenu()])
  const back = step === 1 ? 'menu.moveUp' : 'menu.moveDown'
  return resultOf(outcomes, { undo: { id: back, args: { ids: [id] } } })
}

const mover = (name: 'moveUp' | 'moveDown', step: 1 | -1, seq: string): Command => ({
  id: `menu.${name}`,
  title: `command.menu.${name}`,
  group: 'menu',
  entity: 'menu',
  page: 'menu',
  permission: { menu: 'menu', button: 'edit' },
  risk: 'write',
  rows: { entity: menu, one: true },
  icon: step < 0 ? 'arrow-up' : 'arrow-down',
  keys: [{ seq, when: { page: 'menu', focus: 'page' } }],
  run: (args, context) => move(step, args, context),
})

export const menuOrderCommands: readonly Command[] = [
  mover('moveUp', -1, 'alt+shift+up'),
  mover('moveDown', 1, 'alt+shift+down'),
]
