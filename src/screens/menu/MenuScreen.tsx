import { useAtomValue } from 'jotai'
import { useEffect, useId, useState } from 'react'
import { menu as entity } from '#contract/system/menu.ts'
import { menuTitle } from '../../data/session/menuTitle.ts'
import { loadMenu, loadWholeMenu, type MenuNode, menuAtom, wholeMenuAtom } from '../../data/session/permittedMenu.ts'
import { errorText } from '../../fields/errorText.ts'
import { RecordScreen } from '../../tables/document/RecordScreen.tsx'
import type { Document } from '../../tables/document/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { useText } from '../../ui/useText.ts'
import { EntryTree } from './EntryTree.tsx'
import { groupsFor, nodeOf } from './entries.ts'
import styles from './MenuScreen.module.css'

const except = ['parentID', 'sortNo']

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
          >
            {document => <ParentChooser menu={whole ?? []} node={node} document={document} />}
          </RecordScreen>
        ) : null}
      </div>
    </div>
  )
}

/** Parent chooser: top level or group; buttons stay with their page. */
export function ParentChooser({
  menu,
  node,
  document,
}: {
  menu: readonly MenuNode[]
  node: MenuNode
  document: Document
}) {
  const text = useText()
  const id = useId()
  const fieldError = document.fieldErrors.parentID
  if (node.type === 2) return null
  return (
    <div className={styles.parent} data-field="parentID">
      <label htmlFor={id}>{text('menu.parentID')}</label>
      <select
        id={id}
        value={String(document.values?.parentID ?? 0)}
        disabled={document.isReadOnly}
        aria-invalid={fieldError ? true : undefined}
        onChange={event => document.edit({ parentID: Number(event.target.value) })}
      >
        <option value="0">{text('menu.topLevel')}</option>
        {groupsFor(menu, node).map(({ node: group, depth }) => (
          <option key={group.id} value={group.id}>
            {'\u2003'.repeat(depth + 1)}
            {menuTitle(group)}
          </option>
        ))}
      </select>
      {fieldError ? <p>{errorText(text, fieldError)}</p> : null}
    </div>
  )
}
