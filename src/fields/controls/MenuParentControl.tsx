import { useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import { menuParents, titleOfEntry } from '../../data/session/menuParents.ts'
import { menuTitle } from '../../data/session/menuTitle.ts'
import { loadWholeMenu, wholeMenuAtom } from '../../data/session/permittedMenu.ts'
import { useText } from '../../ui/useText.ts'
import { type Choice, searchChoices } from '../options/options.ts'
import { Chooser } from './Chooser.tsx'
import styles from './Control.module.css'
import type { ControlProps } from './control.ts'

/** Parent of a menu entry from the tree; stored buttons keep theirs. */
export function MenuParentControl(props: ControlProps) {
  const { id, row, value } = props
  const text = useText()
  const menu = useAtomValue(wholeMenuAtom)
  useEffect(() => {
    if (menu === null) void loadWholeMenu()
  }, [menu])
  const { id: own, type } = row
  const isButton = type === 'BUTTON'
  const search = useMemo(() => {
    const top: readonly Choice[] = isButton ? [] : [{ value: 0, label: text('menu.topLevel') }]
    const others = menuParents(menu ?? [], { id: own, type }).map(({ node, depth }) => ({
      value: node.id,
      label: menuTitle(node),
      depth,
    }))
    const choices: readonly Choice[] = [...top, ...others]
    return (q: string) => searchChoices(choices, q)
  }, [menu, own, type, isButton, text])
  const typed = typeof value === 'string' ? value : ''
  const label = value === 0 ? text('menu.topLevel') : (titleOfEntry(menu ?? [], value) ?? typed)
  return isButton && typeof own === 'number' ? (
    <output id={id} className={styles.fixed}>
      {label}
    </output>
  ) : (
    <Chooser {...props} label={label} search={search} />
  )
}
