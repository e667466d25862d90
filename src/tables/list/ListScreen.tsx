import { useMemo, useRef } from 'react'
import { type Entity, hasRecord } from '#contract/schema/entity.ts'
import { historyKey } from '../../data/drafts/drafts.ts'
import type { Condition } from '../../data/records/rows.ts'
import { navigate } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import { faultTitle } from '../../fields/faultText.ts'
import type { GridProps } from '../../grid/state/source.ts'
import { Grid } from '../../grid/view/Grid.tsx'
import { Button } from '../../ui/Button.tsx'
import { isNotPermitted, NotPermitted } from '../../ui/NotPermitted.tsx'
import styles from '../../ui/Screen.module.css'
import { useText } from '../../ui/useText.ts'
import { gridColumns } from '../columns/columns.ts'
import { gridHistory } from '../columns/gridHistory.ts'
import { ColumnFilter } from '../filter/ColumnFilter.tsx'
import { ask, filterBy, isNarrowed } from '../filter/query.ts'
import { useFilters } from '../filter/useFilters.ts'
import { addsInPlace, appendRows, enterCells, settleCells } from './applyEdits.ts'
import { checkEvery } from './everyRow.ts'
import { ListBar } from './ListBar.tsx'
import { ListFooter } from './ListFooter.tsx'
import { useAddress } from './useAddress.ts'
import { useClearSelection } from './useClearSelection.ts'
import { useList } from './useList.ts'
import { addressOf, useListCommands } from './useListCommands.ts'
import { useListContext } from './useListContext.ts'
import { useViewCommands } from './useViewCommands.ts'
import { activeAtom } from './view.ts'

/** List screen: filtering, sorting, selection, in-place editing. */
export function ListScreen({ entity }: { entity: Entity }) {
  const text = useText()
  const list = useList(entity)
  const search = useRef<HTMLInputElement>(null)
  const { window, source, view, setView } = list
  const columns = useMemo(() => gridColumns(entity, text), [entity, text])
  useAddress(entity, list)
  useListContext(entity, list)
  useListCommands(entity, list, search)
  useClearSelection(entity, list)
  useViewCommands(entity, list)

  const { query } = window
  const narrow = (where: readonly Condition[]) => ask(query, { where })
  const filters = useFilters(entity, query.where, narrow)
  const error = window.error()
  const title = text(entity.name)
  if (isNotPermitted(error)) return <NotPermitted page={entity.name} />
  const onOpen = (index: number) => {
    const id = source.rowId(index)
    if (id !== undefined) navigate(addressOf(entity, id, source.row(index)))
  }
  const isEditable = entity.only.includes('save')
  const entering: Pick<GridProps, 'onCommit' | 'onSettle' | 'history' | 'onAppend'> = {
    onCommit: (changes, doing) => enterCells(entity, list, changes, doing),
    onSettle: (whose, rows, doing) => settleCells(entity, list, whose, rows, doing),
    history: gridHistory(entity, historyKey(entity.name)),
    ...(addsInPlace(entity, list) ? { onAppend: (count, doing) => appendRows(entity, count, doing) } : {}),
  }
  return (
    <div className={styles.screen} data-list={entity.name}>
      <ListBar entity={entity} query={query} search={search} isOpen={filters.isOpen} onOpen={filters.setOpen} />
      {filters.one ? (
        <ColumnFilter
          key={filters.one.name}
          {...filters.one}
          entity={entity}
          where={query.where}
          onChange={narrow}
          onClose={filters.closeOne}
        />
      ) : null}
      <div className={styles.grid}>
        <Grid
          name={entity.name}
          entity={entity.name}
          label={title}
          columns={columns}
          source={source}
          {...(isEditable ? entering : { readOnlyBecause: entity.appendOnly ? 'grid.reason.appendOnly' : undefined })}
          {...(hasRecord(entity)
            ? { onOpen, unseen: { titleOf: path => faultTitle(text, entity, path), open: onOpen } }
            : {})}
          onActive={(_index, id) => store.set(activeAtom(entity.name), id)}
          sought={() => store.get(activeAtom(entity.name))}
          sort={query.sort}
          query={query}
          onFilter={(columnId, row) => filterBy(entity, query, columnId, row)}
          onFilterColumn={filters.openOne}
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
