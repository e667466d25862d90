import { Tabs } from '@base-ui/react/tabs'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { entityNamed } from '#contract/index.ts'
import type { Entity, Relation } from '#contract/schema/entity.ts'
import { permits } from '#contract/schema/permission.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import tabs from '../../ui/tabs.module.css'
import { useText } from '../../ui/useText.ts'
import styles from './Related.module.css'
import { RelatedList } from './RelatedList.tsx'
import { useRelatedWindow } from './useRelatedWindow.ts'

export interface OwnTab {
  readonly title: string
  readonly content: ReactNode
  readonly isShown: boolean
}

interface RelatedProps {
  entity: Entity
  /** Stored id; unsaved records have no references. */
  id: number | undefined
  first?: OwnTab | undefined
  children: ReactNode
}

const own = 'record'
const ahead = 'first'

/** Record with a tab per permitted relation. */
export function Related({ entity, id, first, children }: RelatedProps) {
  const text = useText()
  const grants = useAtomValue(grantsAtom)
  const relations =
    id === undefined ? [] : (entity.related ?? []).filter(relation => permits(grants, { menu: relation.entity }))
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = relations.find(relation => relation.entity === chosen)
  if (id === undefined || (relations.length === 0 && !first)) return children
  // Initial tab from the screen until the user selects one.
  const current = shown?.entity ?? (first && (chosen === ahead || (chosen === null && first.isShown)) ? ahead : own)
  return (
    <Tabs.Root
      className={styles.related}
      value={current}
      onValueChange={value => setChosen(String(value))}
      data-related={entity.name}
    >
      <Tabs.List
        className={`${tabs.tabList} ${styles.list}`}
        activateOnFocus
        data-detail=""
        aria-label={text('tables.related')}
      >
        {first ? (
          <Tabs.Tab value={ahead} className={tabs.tab} data-tab={ahead}>
            {first.title}
          </Tabs.Tab>
        ) : null}
        <Tabs.Tab value={own} className={tabs.tab} data-tab={own}>
          {text('tables.recordItself')}
        </Tabs.Tab>
        {relations.map(relation => (
          <Tabs.Tab key={relation.entity} value={relation.entity} className={tabs.tab} data-tab={relation.entity}>
            {text(relation.entity)}
            <Count parent={entity} id={id} relation={relation} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={current} className={tabs.panel}>
        {shown ? (
          <RelatedList key={shown.entity} parent={entity} id={id} relation={shown} />
        ) : current === ahead ? (
          first?.content
        ) : (
          children
        )}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function Count({ parent, id, relation }: { parent: Entity; id: number; relation: Relation }) {
  const window = useRelatedWindow(parent, id, relation, entityNamed(relation.entity))
  // Returning from a row's screen refreshes counts and rows.
  useEffect(() => {
    if (window.total() !== null) void window.refresh()
  }, [window])
  const total = window.total()
  return <span className={tabs.badge}>{total ?? '…'}</span>
}
