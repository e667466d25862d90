import { Tabs } from '@base-ui/react/tabs'
import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { entityNamed } from '../../contract/index.ts'
import type { Entity, Relation } from '../../contract/schema/entity.ts'
import { permits } from '../../contract/schema/permission.ts'
import { grantsAtom } from '../../data/menu.ts'
import { useText } from '../useText.ts'
import styles from './Related.module.css'
import { RelatedList } from './RelatedList.tsx'
import { useRelatedWindow } from './useRelatedWindow.ts'

interface RelatedProps {
  entity: Entity
  /** The stored record; nothing refers to one that is not stored yet. */
  id: number | undefined
  /** The record itself: the first tab, and all there is where nothing is related. */
  children: ReactNode
}

const own = 'record'

/** A record and what refers to it: a tab for each kind of row, as far as the role may see its page. */
export function Related({ entity, id, children }: RelatedProps) {
  const text = useText()
  const grants = useAtomValue(grantsAtom)
  const relations =
    id === undefined ? [] : (entity.related ?? []).filter(relation => permits(grants, { menu: relation.entity }))
  const [chosen, setChosen] = useState(own)
  const shown = relations.find(relation => relation.entity === chosen)
  if (id === undefined || relations.length === 0) return children
  return (
    <Tabs.Root
      className={styles.related}
      value={shown?.entity ?? own}
      onValueChange={value => setChosen(String(value))}
      data-related={entity.name}
    >
      <Tabs.List className={styles.tabList} activateOnFocus aria-label={text('tables.related')}>
        <Tabs.Tab value={own} className={styles.tab} data-tab={own}>
          {text('tables.recordItself')}
        </Tabs.Tab>
        {relations.map(relation => (
          <Tabs.Tab key={relation.entity} value={relation.entity} className={styles.tab} data-tab={relation.entity}>
            {text(relation.entity)}
            <Count parent={entity} id={id} relation={relation} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown?.entity ?? own} className={styles.panel}>
        {shown ? <RelatedList key={shown.entity} parent={entity} id={id} relation={shown} /> : children}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function Count({ parent, id, relation }: { parent: Entity; id: number; relation: Relation }) {
  const total = useRelatedWindow(parent, id, relation, entityNamed(relation.entity)).total()
  return <span className={styles.badge}>{total ?? '…'}</span>
}
