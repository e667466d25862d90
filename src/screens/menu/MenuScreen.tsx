import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { menu as entity } from '#contract/system/menu.ts'
import { menuTitle } from '../../data/session/menuTitle.ts'
import { loadMenu, loadWholeMenu, menuAtom, nodeOf, wholeMenuAtom } from '../../data/session/permittedMenu.ts'
import { RecordScreen } from '../../tables/document/RecordScreen.tsx'
import { Button } from '../../ui/Button.tsx'
import { useText } from '../../ui/useText.ts'
import { EntryTree } from './EntryTree.tsx'
import styles from './MenuScreen.module.css'

const except = ['sortNo']

export default function MenuScreen({ id }: { id?: string }) {
  const text = useText()
  const whole = useAtomValue(wholeMenuAtom)
  const shown = useAtomValue(menuAtom)
  const [chosen, setChosen] = useState<number | undefined>(Number(id) || undefined)
  // Sidebar reload after saving also refreshes the tree.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new menu is the reason to read
  useEffect(() => void loadWholeMenu(), [shown])
  const current = chosen ?? whole?.[0]?.id
  const node = current === undefined ? undefined : nodeOf(whole ?? [], current)
  return (
    <div className={styles.screen} data-menu-screen>
      <div className={styles.tree}>
        <div className={styles.tools}>
          <Button command="menu.new" args={{ values: {} }} label={text('tables.new')} icon="plus" />
          <Button command="menu.moveUp" look="iconButton" />
          <Button command="menu.moveDown" look="iconButton" />
        </div>
        <EntryTree menu={whole ?? []} current={current} onChoose={setChosen} isBusy={whole === null} />
      </div>
      <div className={styles.record}>
        {node ? (
          <RecordScreen
            key={node.id}
            entity={entity}
            idText={String(node.id)}
            except={except}
            title={menuTitle(node)}
            keepsFocus
            onDone={loadMenu}
          />
        ) : null}
      </div>
    </div>
  )
}
