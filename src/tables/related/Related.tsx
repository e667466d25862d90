import { Tabs } from '@base-ui/react/tabs'
import { useAtomValue } from 'jotai'
import { type CSSProperties, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { entityNamed } from '#contract/index.ts'
import { type Entity, hasHistory, hasRecord, type Relation } from '#contract/schema/entity.ts'
import { permits } from '#contract/schema/permission.ts'
import { recordAddress } from '../../commands/core/recordLinks.ts'
import { wordsOf } from '../../data/api/localizedMessage.ts'
import { plural, withinSentence } from '../../data/entityNames.ts'
import { navigate } from '../../data/location.ts'
import type { Row } from '../../data/records/row.ts'
import { rowWindow, setQuery } from '../../data/records/rows.ts'
import type { RowWindow } from '../../data/records/rowWindow.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { historyBesideAtom } from '../../data/settings/recordBeside.ts'
import { Grid } from '../../grid/view/Grid.tsx'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { FrontContext } from '../../ui/front.ts'
import { namedFieldAtom } from '../../ui/keyboard/useFirstFocus.ts'
import tabs from '../../ui/tabs.module.css'
import { useTabStrip } from '../../ui/useTabStrip.ts'
import { useText } from '../../ui/useText.ts'
import { gridColumns } from '../columns/columns.ts'
import { listSource } from '../list/listSource.ts'
import { AuditHistory } from './AuditHistory.tsx'
import styles from './Related.module.css'

interface RelatedListProps {
  parent: Entity
  id: number
  relation: Relation
}

/** Related rows, read-only; editing opens their own screens. */
function RelatedList({ parent, id, relation }: RelatedListProps) {
  const entity = entityNamed(relation.entity)
  return entity ? <RelatedRows parent={parent} id={id} relation={relation} entity={entity} /> : null
}

function RelatedRows({ parent, id, relation, entity }: RelatedListProps & { entity: Entity }) {
  const text = useText()
  const grants = useAtomValue(grantsAtom)
  const window = useRelatedWindow(parent, id, relation, entity)
  const source = listSource({ entity, window, drafts: new Map(), grants: new Map(), part: 'all' })
  const columns = useMemo(
    () =>
      gridColumns(entity, text)
        .filter(column => column.id !== relation.by)
        .map(column => ({ ...column, readOnly: true })),
    [entity, text, relation.by],
  )
  const error = window.error()
  const addressAt = (index: number) => recordAddress(grants, entity.name, source.rowId(index))
  return (
    <>
      <div className={styles.tools}>
        <Button
          command={`${entity.name}.new`}
          args={{ values: { [relation.by]: id } }}
          label={text('tables.new')}
          icon="plus"
        />
      </div>
      <div className={styles.grid} style={{ '--rows': Math.min(source.count || emptyRows, 12) } as CSSProperties}>
        <Grid
          name={relatedName(parent, id, relation)}
          layoutName={`${parent.name}.${tabOf(relation)}`}
          label={plural(entity.name)}
          columns={columns}
          source={source}
          sort={window.query.sort}
          onSort={sort => setQuery(relatedName(parent, id, relation), { ...window.query, sort })}
          {...(hasRecord(entity)
            ? { addressOf: addressAt, onOpen: index => navigate(addressAt(index) ?? `/${entity.name}`) }
            : {})}
          loading={window.total() === null && !error}
          error={error ? <p>{text('tables.failed', { message: wordsOf(error)() })}</p> : undefined}
          empty={<RelatedEmpty parent={parent} id={id} relation={relation} />}
        />
      </div>
    </>
  )
}

/** Height of the words of an empty tab, in rows. */
const emptyRows = 6

function RelatedEmpty({ parent, id, relation: { entity, by, isNamed } }: RelatedListProps) {
  const text = useText()
  const [title, owner] = [plural(entity), text(parent.name)].map(withinSentence)
  const named = `related.${parent.name}.${by}`
  const said = isNamed
    ? { title: text(`${named}.empty`), hint: text(`${named}.hint`) }
    : { title: text('tables.emptyRelated', { title, owner }) }
  return (
    <Empty {...said}>
      <Button command={`${entity}.new`} args={{ values: { [by]: id } }} label={text('tables.new')} icon="plus" />
    </Empty>
  )
}

export interface OwnTab {
  readonly title: string
  readonly content: ReactNode
  readonly isShown: boolean
}

interface RelatedProps {
  entity: Entity
  /** Stored row; unsaved records have no references. */
  stored: Row | null
  first?: OwnTab | undefined
  children: ReactNode
}

const own = 'record'
const ahead = 'first'
const past = 'history'

const tabOf = ({ entity, by, isNamed }: Relation) => (isNamed ? `${entity}.${by}` : entity)

function TabStrip(props: { readonly chosen: string; readonly hasOthers: boolean; readonly children: ReactNode }) {
  const text = useText()
  return (
    <Tabs.List
      ref={useTabStrip(props.chosen)}
      className={`${tabs.tabList} ${styles.list}`}
      activateOnFocus
      data-detail={props.hasOthers ? '' : undefined}
      aria-label={text('tables.related')}
    >
      {props.children}
    </Tabs.List>
  )
}

/** Record with a tab per permitted relation, and its history. */
export function Related({ entity, stored, first, children }: RelatedProps) {
  const text = useText()
  const grants = useAtomValue(grantsAtom)
  const relations = (entity.related ?? []).filter(relation => permits(grants, { menu: relation.entity }))
  const named = useNamedField(entity)
  const [choice, setChoice] = useState({ named: '', tab: null as string | null })
  const chosen = choice.named === named || named === '' ? choice.tab : own
  const shown = relations.find(relation => tabOf(relation) === chosen)
  const isAudited = hasHistory(entity)
  const hasOthers = relations.length > 0 || first !== undefined
  if (!stored || !(hasOthers || isAudited)) return children
  const { id } = stored
  // Initial tab from the screen until the user selects one.
  const isAhead = first && (chosen === ahead || (chosen === null && first.isShown))
  const current = (shown && tabOf(shown)) ?? (isAhead ? ahead : chosen === past ? past : own)
  return (
    <Tabs.Root
      className={styles.related}
      value={current}
      onValueChange={value => setChoice({ named, tab: String(value) })}
      data-related={entity.name}
    >
      <div className={styles.strip}>
        <TabStrip chosen={current} hasOthers={hasOthers}>
          {first ? (
            <Tabs.Tab value={ahead} className={tabs.tab} data-tab={ahead}>
              {first.title}
            </Tabs.Tab>
          ) : null}
          <Tabs.Tab value={own} className={tabs.tab} data-tab={own} data-message="tables.recordItself">
            {text('tables.recordItself')}
          </Tabs.Tab>
          {relations.map(relation => (
            <Tabs.Tab key={tabOf(relation)} value={tabOf(relation)} className={tabs.tab} data-tab={tabOf(relation)}>
              {relation.isNamed ? text(`related.${entity.name}.${relation.by}`) : plural(relation.entity)}
              <Count parent={entity} id={id} relation={relation} />
            </Tabs.Tab>
          ))}
          {isAudited ? (
            <Tabs.Tab value={past} className={tabs.tab} data-tab={past}>
              {text('history.title')}
            </Tabs.Tab>
          ) : null}
        </TabStrip>
        {isAudited ? <HistoryBeside /> : null}
      </div>
      <Tabs.Panel value={current} className={tabs.panel}>
        {shown ? (
          <RelatedList key={tabOf(shown)} parent={entity} id={id} relation={shown} />
        ) : current === ahead ? (
          first?.content
        ) : current === past ? (
          <AuditHistory key={`${entity.name}/${id}`} entity={entity} row={stored} />
        ) : (
          children
        )}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

/** Switch of the history beside the record, where a window has room. */
function HistoryBeside() {
  const isOn = useAtomValue(historyBesideAtom)
  return (
    <span className={styles.beside}>
      <Button command="record.historyBeside" look="iconButton" icon="panel-right" isPressed={isOn} />
    </span>
  )
}

function useNamedField({ fields }: Entity): string {
  const isFront = useContext(FrontContext)
  const named = useAtomValue(namedFieldAtom)
  return isFront && Object.hasOwn(fields, named) ? named : ''
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

function relatedName(parent: Entity, id: number, relation: Relation): string {
  return `${parent.name}/${id}/${tabOf(relation)}`
}

/** Referring rows, refreshed on saves of their entity. */
function useRelatedWindow(parent: Entity, id: number, relation: Relation, entity: Entity | undefined): RowWindow {
  const window = rowWindow(relatedName(parent, id, relation), {
    entity: relation.entity,
    sort: entity?.order ?? [['id', 'desc']],
    where: [{ field: relation.by, op: 'eq', value: id }],
    q: '',
  })
  useAtomValue(window.versionAtom)
  useEffect(() => {
    if (window.total() === null && !window.error()) window.ensure(0, 50)
  }, [window])
  return window
}
