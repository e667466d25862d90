import { useAtomValue } from 'jotai'
import { type RefObject, useEffect } from 'react'
import { type Entity, hasRecord } from '#contract/schema/entity.ts'
import { targetGridAtom } from '../../commands/builtins/gridBuiltins.ts'
import { type Arguments, done, type Result } from '../../commands/core/command.ts'
import { flushEditing } from '../../commands/core/pendingEdit.ts'
import { findCommand } from '../../commands/core/registry.ts'
import { type GivenValues, given } from '../../commands/entity/entityNew.ts'
import { opensAsDocument } from '../../commands/entity/entitySave.ts'
import { execute } from '../../commands/gate/execute.ts'
import { rowsArrived } from '../../data/drafts/conflicts.ts'
import { isContested } from '../../data/drafts/draft.ts'
import { type HistoryRecording, historyKey } from '../../data/drafts/draftHistory.ts'
import { savingAtom, stopSaving } from '../../data/drafts/draftSaving.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { discardDrafts } from '../../data/drafts/drafts.ts'
import type { EditAction } from '../../data/drafts/undoSteps.ts'
import { rowsWithIds } from '../../data/drafts/unloadedRows.ts'
import { navigate } from '../../data/location.ts'
import type { RowId, RowValues } from '../../data/records/row.ts'
import type { RowWindow } from '../../data/records/rowWindow.ts'
import { store } from '../../data/store.ts'
import { enterError, enterRow } from '../../ui/keyboard/keyboard.ts'
import { finishing, type Handlers, useHandlers } from '../../ui/useHandlers.ts'
import { isPhone } from '../../ui/usePhone.ts'
import { ask, isNarrowed } from '../filter/query.ts'
import { hasError, type ListPart } from './listSource.ts'
import { addRows } from './newRows.ts'
import { findingScan } from './scannedRows.ts'
import type { List } from './useList.ts'
import { chosenIn } from './useListContext.ts'
import { activeAtom } from './view.ts'

export function addressOf(entity: Entity, id: RowId, row: RowValues | undefined): string {
  const begun = row?.address$
  return typeof begun === 'string' ? begun : `/${entity.name}/${id}`
}

function openNew(entity: Entity, id: RowId): Result {
  const path = addressOf(entity, id, undefined)
  navigate(path)
  return done({ id, path })
}

function enterSearch(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}

export function useListCommands(entity: Entity, list: List, search: RefObject<HTMLInputElement | null>): void {
  const { window, drafts, source, view, setView } = list
  const { name } = entity
  useArrivals(entity, window)
  const faulty = [...drafts.values()].filter(hasError)
  const hasConflicts = faulty.some(isContested)
  const failed = [...drafts.values()].filter(draft => draft.failed && !isContested(draft)).map(({ id }) => id)
  const isSaving = useAtomValue(savingAtom)?.entity === name
  const recording = (kind: EditAction['kind']): HistoryRecording => ({ place: historyKey(name), doing: { kind } })
  /** Unsaved checked rows, otherwise the active row. */
  const changedRows = () => chosenIn(name, view.checked).filter(id => drafts.has(id))
  const show = (part: ListPart) => setView(now => ({ ...now, part }))

  const create = async (args: GivenValues): Promise<Result> => {
    await flushEditing()
    const begin = () => {
      setView(now => ({ ...now, part: 'all' }))
      const kind = args.kind === 'rowsDuplicated' ? args.kind : 'rowsAdded'
      return addRows(entity, { values: given(args), recording: recording(kind) })[0] ?? ''
    }
    // Cards have no cells to enter.
    if (isPhone() && hasRecord(entity)) return openNew(entity, begin())
    return done({ id: await enterRow(name, begin), path: `/${name}` })
  }

  const inFront = () => (view.checked.size > 1 ? [store.get(activeAtom(name))] : chosenIn(name, view.checked))
  const open = async ({ ids }: Arguments) => {
    await flushEditing()
    const [id] = Array.isArray(ids) ? ids : inFront()
    if (id === undefined) return { status: 'denied', reason: 'when', message: 'reason.noSelection' } as const
    navigate(addressOf(entity, id, source.row(source.indexOf?.(id) ?? -1)))
  }

  const afterSave = (result: Result) => {
    const failed = result.status === 'failed' || result.status === 'partial' || result.status === 'invalid'
    if (failed) void enterError(document.querySelector(`[data-list="${name}"]`))
  }

  /** Rows outside the window reload individually: one may be active. */
  const refresh = async () => {
    const strays = window.unplaced().map(({ id }) => id)
    await window.refresh()
    if (strays.length === 0) return
    const rows = await rowsWithIds(name, strays)
    window.replace(rows)
    window.dropUnplaced(strays.filter(id => !rows.some(row => row.id === id)))
  }

  const handlers: Handlers = {
    'scan.enter': findingScan(entity, window),
    'list.refresh': { run: refresh },
    'list.search': { run: () => enterSearch(search.current) },
    'list.clearFilters': {
      run: () => ask(window.query, { where: [], q: '' }),
      enabled: () => isNarrowed(window.query),
    },
    'list.all': { run: () => show('all'), enabled: () => view.part !== 'all' },
    'list.unsavedOnly': { run: () => show('unsaved'), enabled: () => drafts.size > 0 && view.part !== 'unsaved' },
    'list.faultyOnly': { run: () => show('faulty'), enabled: () => faulty.length > 0 && view.part !== 'faulty' },
    'list.conflictsOnly': { run: () => show('conflicts'), enabled: () => hasConflicts && view.part !== 'conflicts' },
    'list.retryFailed': {
      run: (_args, { surface, signal }) => execute(`${name}.save`, { ids: failed }, { surface, signal }),
      enabled: () => failed.length > 0,
    },
    'list.stopSaving': { run: stopSaving, enabled: () => isSaving },
    ...(hasRecord(entity) ? { 'record.open': { run: open, enabled: () => source.count > 0 } } : {}),
    'grid.revertRow': {
      run: () => discardDrafts(name, changedRows(), recording('rowReverted')),
      enabled: () => changedRows().length > 0,
    },
    'grid.revertAll': {
      run: () => discardDrafts(name, undefined, recording('allReverted')),
      enabled: () => drafts.size > 0,
    },
    ...(findCommand(`${name}.save`) ? { [`${name}.save`]: finishing(`${name}.save`, afterSave) } : {}),
    ...(findCommand(`${name}.new`) && !opensAsDocument(entity) ? { [`${name}.new`]: { run: create } } : {}),
  }
  useHandlers(handlers)
  useHandlers(deletingMarked(name, view.checked))
}

/** Deletes the rows of a marked range, where none is checked. */
function deletingMarked(name: string, checked: ReadonlySet<RowId>): Handlers {
  const id = `${name}.delete`
  const marked = () => (checked.size === 0 ? (store.get(targetGridAtom)?.markedIds() ?? []) : [])
  return {
    'record.delete': {
      run: (_args, { surface, signal, confirm }) => execute(id, { ids: marked() }, { surface, signal, confirm }),
      enabled: () => findCommand(id) !== undefined && marked().length > 1,
    },
  }
}

/** Merges external saves into drafts whenever a list reloads. */
function useArrivals({ name }: Entity, window: RowWindow): void {
  const version = useAtomValue(window.versionAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what says that the window answers differently
  useEffect(() => {
    const ids = [...store.get(draftsOf(name)).keys()]
    const rows = ids.map(id => window.known(id)).filter(row => row !== undefined)
    rowsArrived(name, rows)
  }, [name, window, version])
}
