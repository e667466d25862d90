import { type ComponentType, useEffect, useMemo, useRef } from 'react'
import { entityNamed } from '#contract/index.ts'
import { type Entity, hasRecord } from '#contract/schema/entity.ts'
import type { Result } from '../../commands/core/command.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { opensAsDocument } from '../../commands/entity/entitySave.ts'
import { lastResultsAtom } from '../../commands/gate/resultLog.ts'
import { takeMine, takeTheirs } from '../../data/drafts/conflicts.ts'
import { type Contested, isContested } from '../../data/drafts/draft.ts'
import { historyKey } from '../../data/drafts/draftHistory.ts'
import { editDrafts } from '../../data/drafts/drafts.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import { plural, withinSentence } from '../../data/entityNames.ts'
import { navigate } from '../../data/location.ts'
import { listRecords } from '../../data/records/records.ts'
import type { Condition, Row, RowId, RowValues } from '../../data/records/row.ts'
import type { Query } from '../../data/records/rowWindow.ts'
import { store } from '../../data/store.ts'
import { errorTitle } from '../../fields/errorText.ts'
import { withDependentValues } from '../../fields/following.ts'
import { cells } from '../../fields/index.ts'
import { patchOf, withNarrowed } from '../../fields/narrowing.ts'
import type { GridChange, GridProps } from '../../grid/state/source.ts'
import { Grid } from '../../grid/view/Grid.tsx'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { isNotPermitted, NotPermitted } from '../../ui/NotPermitted.tsx'
import styles from '../../ui/Screen.module.css'
import { usePageHelp } from '../../ui/usePageHelp.ts'
import { usePhone } from '../../ui/usePhone.ts'
import { useText } from '../../ui/useText.ts'
import { gridColumns, maySave } from '../columns/columns.ts'
import { gridHistory } from '../columns/gridHistory.ts'
import { ColumnFilter } from '../filter/ColumnFilter.tsx'
import { QuickFilters } from '../filter/QuickFilters.tsx'
import { addressOfCell, ask, filterBy, isNarrowed } from '../filter/query.ts'
import { useFilters } from '../filter/useFilters.ts'
import { useQuickFilters } from '../filter/useQuickFilters.ts'
import { Cards } from './Cards.tsx'
import { ListBar } from './ListBar.tsx'
import { ListFooter } from './ListFooter.tsx'
import { addRows } from './newRows.ts'
import { useAddress } from './useAddress.ts'
import { type List, useList } from './useList.ts'
import { addressOf, useListCommands } from './useListCommands.ts'
import { useListContext } from './useListContext.ts'
import { useRecordBeside } from './useRecordBeside.ts'
import { useViewCommands } from './useViewCommands.ts'
import { activeAtom } from './view.ts'

function ListRows(props: GridProps) {
  const entity = entityNamed(props.name)
  return usePhone() && entity && props.addressOf ? <Cards {...props} of={entity} /> : <Grid {...props} />
}

/** List screen: filtering, sorting, selection, in-place editing. */
export function ListScreen({ entity, Rows = ListRows }: { entity: Entity; Rows?: ComponentType<GridProps> }) {
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
  useRecordBeside(entity)

  const { query } = window
  const narrow = (where: readonly Condition[]) => ask(query, { where })
  const filters = useFilters(entity, query.where, narrow)
  const hasQuickFilters = useQuickFilters(entity)
  const error = window.error()
  const title = plural(entity.name)
  if (isNotPermitted(error)) return <NotPermitted page={entity.name} />
  const opening = openingOf(entity, list)
  const isEditable = entity.operations.includes('save')
  const entering: Pick<GridProps, 'onCommit' | 'onSettle' | 'history' | 'onAppend'> = {
    onCommit: (changes, doing) => enterCells(entity, list, changes, doing),
    onSettle: (whose, rows, doing) => settleCells(entity, list, whose, rows, doing),
    history: gridHistory(entity, historyKey(entity.name)),
    ...(addsInPlace(entity, list) ? { onAppend: (count, doing) => appendRows(entity, count, doing) } : {}),
  }
  return (
    <div className={styles.screen} data-list={entity.name}>
      <h1 className={styles.heading}>{title}</h1>
      <ListBar {...{ entity, query, search }} isOpen={filters.isOpen} onOpen={filters.setOpen} />
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
        <Rows
          name={entity.name}
          entity={entity.name}
          label={title}
          columns={columns}
          source={source}
          {...(isEditable ? entering : { readOnlyBecause: entity.appendOnly ? 'grid.reason.appendOnly' : undefined })}
          {...(hasRecord(entity)
            ? {
                ...opening,
                unseen: { titleOf: path => errorTitle(text, entity, path), open: opening.onOpen },
              }
            : entity.opens
              ? opening
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
          error={error ? <Failure error={error} /> : undefined}
          empty={<EmptyList entity={entity} query={query} />}
          {...(hasQuickFilters
            ? { above: shown => <QuickFilters {...shown} entity={entity} where={query.where} onChange={narrow} /> }
            : {})}
          footer={<ListFooter entity={entity} list={list} />}
        />
      </div>
    </div>
  )
}

function openingOf(entity: Entity, { grants, source }: List) {
  const linkOf = (index: number, name: string) => addressOfCell(grants, entity, name, source.row(index))
  const addressAt = (index: number) => {
    const id = source.rowId(index)
    if (entity.opens && !hasRecord(entity)) return linkOf(index, entity.title)
    return id === undefined ? undefined : addressOf(entity, id, source.row(index))
  }
  const fieldToEnter = (index: number, name = '') => {
    const field = entity.fields[name]
    const isForForm = field && cells[field.kind].editor === 'none' && source.editable(index, name)
    return isForForm && hasRecord(entity) ? `?field=${name}` : ''
  }
  const onOpen = (index: number, name?: string) => {
    const address = (name === undefined ? undefined : linkOf(index, name)) ?? addressAt(index)
    if (address !== undefined) navigate(address + fieldToEnter(index, name))
  }
  return { ...(entity.opens ? { linkOf } : {}), addressOf: addressAt, onOpen }
}

function EmptyList({ entity, query }: { entity: Entity; query: Query }) {
  const text = useText()
  const paragraph = usePageHelp(entity.name)
  const { where, q } = query
  if (isNarrowed(query))
    return (
      <Empty
        title={text('tables.emptyFiltered')}
        hint={text(q === '' ? 'tables.emptyConditions' : 'tables.emptySearch', { count: where.length, q })}
      >
        <Button command="list.clearFilters" label={text('tables.filterClear')} look="primary" />
      </Empty>
    )
  return (
    <Empty title={text('tables.emptyList', { title: withinSentence(plural(entity.name)) })} hint={paragraph}>
      <Button command={`${entity.name}.new`} label={text('tables.new')} icon="plus" look="primary" />
      <Button command={`${entity.name}.import`} icon="upload" />
    </Empty>
  )
}

// Selection of all rows matching a query, loaded or not.

const pageSize = 200

/** Row limit: larger selections are too risky to act on. */
const maxChecked = 5000

/** Checks all matching rows; queries again, as viewing loads only some. */
async function checkEvery(query: Query, check: (ids: ReadonlySet<RowId>) => void): Promise<Result> {
  const { entity, sort, where, q } = query
  const ids = new Set<RowId>()
  for (let number = 1, total = 1; (number - 1) * pageSize < total; number++) {
    const found = await listRecords(entity, { page: number, size: pageSize, sort, where, ...(q ? { q } : {}) })
    total = found.total
    if (total > maxChecked) return { status: 'denied', reason: 'when', message: 'grid.reason.tooMany' }
    for (const { id } of found.rows) ids.add(id)
  }
  check(ids)
  return { status: 'ok', message: 'grid.everyChosen', values: { count: ids.size } }
}

/** Clears checks after commands: the next must not reuse them. */
function useClearSelection(entity: Entity, { setView }: List): void {
  useEffect(
    () =>
      store.sub(lastResultsAtom, () => {
        const [last] = store.get(lastResultsAtom)
        const hasChanged = last?.result.status === 'ok' && findCommand(last.id)?.risk !== 'read'
        if (hasChanged && last.id.startsWith(`${entity.name}.`))
          setView(now => (now.checked.size === 0 ? now : { ...now, checked: new Set() }))
      }),
    [entity, setView],
  )
}

// Grid edits of a list into drafts, undoable.

const recordingOf = (entity: Entity, doing: EditAction) => ({ place: historyKey(entity.name), doing })

function enterCells(entity: Entity, list: List, changes: readonly GridChange[], doing: EditAction): void {
  const { source, window, drafts } = list
  const patches = new Map<RowId, RowValues>()
  const places = new Map<RowId, number>()
  for (const { index, rowId, columnId, value, label } of changes) {
    patches.set(rowId, { ...patches.get(rowId), ...patchOf(entity.fields, columnId, value, label) })
    places.set(rowId, index)
  }
  const edits = [...patches].map(([id, patch]) => {
    const stored = typeof id === 'number' ? window.known(id) : undefined
    const base: Row | null = drafts.get(id)?.base ?? stored ?? null
    const row = source.row(places.get(id) ?? -1) ?? base ?? {}
    return { id, base, patch: withDependentValues(entity, row, withNarrowed(entity.fields, row, patch)) }
  })
  // Stored rows outside the window lack their version, hence no edit.
  const known = edits.filter(({ id, base }) => typeof id === 'string' || base !== null)
  editDrafts(entity.name, known, recordingOf(entity, doing))
}

/** Insertion check: a partial view would not show new rows. */
function addsInPlace(entity: Entity, { grants, view }: List): boolean {
  return view.part === 'all' && !opensAsDocument(entity) && maySave(grants, entity, 'new')
}

function appendRows(entity: Entity, count: number, doing: EditAction): number {
  addRows(entity, { count, recording: recordingOf(entity, doing) })
  return 0
}

function settleCells(
  entity: Entity,
  { drafts }: List,
  whose: 'mine' | 'theirs',
  rows: Contested | 'all',
  doing: EditAction,
): void {
  const every = () => [...drafts.values()].filter(isContested).map(({ id }) => [id, undefined] as const)
  const settle = whose === 'mine' ? takeMine : takeTheirs
  settle(entity.name, rows === 'all' ? new Map(every()) : rows, recordingOf(entity, doing))
}
