import { type CSSProperties, useMemo } from 'react'
import { entityNamed } from '#contract/index.ts'
import type { Entity, Relation } from '#contract/schema/entity.ts'
import { setQuery } from '../../data/records/rows.ts'
import { navigate } from '../../data/session/tabs.ts'
import { Grid } from '../../grid/view/Grid.tsx'
import { Button } from '../../ui/Button.tsx'
import { useText } from '../../ui/useText.ts'
import { gridColumns } from '../columns/columns.ts'
import { listSource } from '../list/listSource.ts'
import styles from './Related.module.css'
import { relatedName, useRelatedWindow } from './useRelatedWindow.ts'

interface RelatedListProps {
  parent: Entity
  id: number
  relation: Relation
}

/** Related rows, read-only; editing opens their own screens. */
export function RelatedList({ parent, id, relation }: RelatedListProps) {
  const entity = entityNamed(relation.entity)
  return entity ? <RelatedRows parent={parent} id={id} relation={relation} entity={entity} /> : null
}

function RelatedRows({ parent, id, relation, entity }: RelatedListProps & { entity: Entity }) {
  const text = useText()
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
      <div className={styles.grid} style={{ '--rows': Math.min(Math.max(source.count, 2), 12) } as CSSProperties}>
        <Grid
          name={relatedName(parent, id, relation)}
          keepAs={`${parent.name}.${relation.entity}`}
          label={text(entity.name)}
          columns={columns}
          source={source}
          sort={window.query.sort}
          onSort={sort => setQuery(relatedName(parent, id, relation), { ...window.query, sort })}
          onOpen={index => {
            const row = source.rowId(index)
            if (row !== undefined) navigate(`/${entity.name}/${row}`)
          }}
          loading={window.total() === null && !error}
          error={error ? <p>{text('tables.failed', { message: error.message })}</p> : undefined}
          empty={<p>{text('tables.empty')}</p>}
        />
      </div>
    </>
  )
}
