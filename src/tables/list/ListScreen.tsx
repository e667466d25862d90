import { useEffect, useMemo, useRef } from 'react'
import type { Entity } from '../../contract/schema/entity.ts'
import { editDrafts } from '../../data/drafts.ts'
import type { Row } from '../../data/records.ts'
import { store } from '../../data/store.ts'
import { locationAtom, navigate, pathOf } from '../../data/tabs.ts'
import { Button } from '../Button.tsx'
import { columnsOf } from '../columns.ts'
import { Filter } from '../filter/Filter.tsx'
import { FilterChips } from '../filter/FilterChips.tsx'
import { Grid } from '../grid/Grid.tsx'
import type { GridChange } from '../grid/source.ts'
import { patchOf, withNarrowed } from '../narrowing.ts'
import styles from '../Screen.module.css'
import { Toolbar } from '../Toolbar.tsx'
import { useText } from '../useText.ts'
import { checkEvery } from './everyRow.ts'
import { ListFooter } from './ListFooter.tsx'
import { ask, filterBy, isNarrowed, queryFrom } from './query.ts'
import { Search } from './Search.tsx'
import { type List, useList } from './useList.ts'
import { addressOf, useListCommands } from './useListCommands.ts'
import { useListContext } from './useListContext.ts'
import { useUnchecking } from './useUnchecking.ts'

/** Cells entered one after another become one change a row. */
function commit(entity: Entity, { source, window, drafts }: List, changes: readonly GridChange[]): void {
  const patches = new Map<GridChange['rowId'], Record<string, unknown>>()
  for (const { rowId, columnId, value, label } of changes)
    patches.set(rowId, { ...patches.get(rowId), ...patchOf(entity.fields, columnId, value, label) })
  const edits = [...patches].map(([id, patch]) => {
    const stored = typeof id === 'number' ? window.row(window.indexOf(id)) : undefined
    const base: Row | null = drafts.get(id)?.base ?? stored ?? null
    const row = source.row(source.indexOf?.(id) ?? -1) ?? base ?? {}
    return { id, base, patch: withNarrowed(entity.fields, row, patch) }
  })
  // A stored row that went out of the window meanwhile cannot be changed without knowing its version.
  editDrafts(
    entity.name,
    edits.filter(({ id, base }) => typeof id === 'string' || base !== null),
  )
}

/** Asks what the address asks: links from the home page and other records lead to a narrowed list. */
function useAddress(entity: Entity, list: List): void {
  const { window } = list
  useEffect(() => {
    const location = store.get(locationAtom)
    if (pathOf(location) !== `/${entity.name}`) return
    const asked = queryFrom(entity, location.split('?')[1] ?? '')
    if (asked) ask(window.query, asked)
    else if (window.total() === null && !window.error()) window.ensure(0, 50)
    else void window.refresh()
  }, [entity, window])
}

/** A list: narrowed, sorted, chosen from, and for plain entities filled in place. */
export function ListScreen({ entity }: { entity: Entity }) {
  const text = useText()
  const list = useList(entity)
  const search = useRef<HTMLInputElement>(null)
  const { window, source, view, setView } = list
  const columns = useMemo(() => columnsOf(entity, text), [entity, text])
  useAddress(entity, list)
  useListContext(entity, list)
  useListCommands(entity, list, search)
  useUnchecking(entity, list)

  const { query } = window
  const error = window.error()
  const title = text(entity.name)
  const isEditable = !entity.document && entity.only.includes('save')
  return (
    <div className={styles.screen} data-list={entity.name}>
      <Toolbar entity={entity}>
        <Search
          input={search}
          value={query.q}
          label={text('tables.search', { title })}
          onChange={q => ask(query, { q })}
        />
        <Filter entity={entity} where={query.where} onChange={where => ask(query, { where })} />
        <Button command="list.refresh" look="iconButton" icon="refresh-cw" label={text('tables.refresh')} />
      </Toolbar>
      <FilterChips entity={entity} where={query.where} onChange={where => ask(query, { where })} />
      <div className={styles.grid}>
        <Grid
          name={entity.name}
          entity={entity.name}
          label={title}
          columns={columns}
          source={source}
          {...(isEditable ? { onCommit: (changes: readonly GridChange[]) => commit(entity, list, changes) } : {})}
          onOpen={index => {
            const id = source.rowId(index)
            if (id !== undefined) navigate(addressOf(entity, id, source.row(index)))
          }}
          onActive={(_index, id) => setView(now => (now.active === id ? now : { ...now, active: id }))}
          sort={query.sort}
          onFilter={(columnId, row) => filterBy(entity, query, columnId, row)}
          onSort={sort => ask(query, { sort })}
          selection={view.checked}
          onSelection={checked => setView(now => ({ ...now, checked }))}
          onSelectEvery={() => checkEvery(query, checked => setView(now => ({ ...now, checked })))}
          autoFocus
          loading={window.total() === null && !error}
          error={
            error ? (
              <p className={styles.failure}>
                {text('tables.failed', { message: error.message })}{' '}
                <Button command="list.refresh" label={text('tables.retry')} />
              </p>
            ) : undefined
          }
          empty={<Empty entity={entity} isNarrowed={isNarrowed(query)} />}
          footer={<ListFooter entity={entity} list={list} />}
        />
      </div>
    </div>
  )
}

function Empty({ entity, isNarrowed: narrowed }: { entity: Entity; isNarrowed: boolean }) {
  const text = useText()
  return (
    <div className={styles.empty}>
      <p>{text(narrowed ? 'tables.emptyFiltered' : 'tables.empty')}</p>
      {narrowed ? (
        <Button command="list.clearFilters" label={text('tables.filterClear')} />
      ) : (
        <Button command={`${entity.name}.new`} label={text('tables.new')} icon="plus" />
      )}
    </div>
  )
}
