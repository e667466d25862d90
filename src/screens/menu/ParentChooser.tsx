import { useId } from 'react'
import { menuTitle } from '../../data/session/menuTitle.ts'
import type { MenuNode } from '../../data/session/permittedMenu.ts'
import { faultText } from '../../fields/faultText.ts'
import type { Document } from '../../tables/document/useDocument.ts'
import { useText } from '../../ui/useText.ts'
import { groupsFor } from './entries.ts'
import styles from './MenuScreen.module.css'

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
  const fault = document.faults.parentID
  if (node.type === 2) return null
  return (
    <div className={styles.parent} data-field="parentID">
      <label htmlFor={id}>{text('menu.parentID')}</label>
      <select
        id={id}
        value={String(document.values?.parentID ?? 0)}
        disabled={document.isReadOnly}
        aria-invalid={fault ? true : undefined}
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
      {fault ? <p>{faultText(text, fault)}</p> : null}
    </div>
  )
}
