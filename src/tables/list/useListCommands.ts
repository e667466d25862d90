import type { RefObject } from 'react'
import { done, type Result } from '../../commands/command.ts'
import { opensAsDocument } from '../../commands/entitySave.ts'
import { findCommand } from '../../commands/registry.ts'
import type { Entity } from '../../contract/schema/entity.ts'
import type { Values } from '../../contract/schema/field.ts'
import { initial, isEmpty } from '../../contract/schema/validate.ts'
import { clock } from '../../data/clock.ts'
import { addDraft, discardDraft, discardDrafts, draftsOf, editDraft, valuesOf } from '../../data/drafts.ts'
import { prepareRecords, type RowId } from '../../data/records.ts'
import { store } from '../../data/store.ts'
import { navigate } from '../../data/tabs.ts'
import { flushEditing } from '../cells/editing.ts'
import { enterFault, enterRow } from '../keyboard.ts'
import { finishing, type Handlers, useHandlers } from '../useHandlers.ts'
import { isFaulty } from './listSource.ts'
import { ask, isNarrowed } from './query.ts'
import type { List } from './useList.ts'

const given = (args: Values) => (typeof args.values === 'object' && args.values !== null ? (args.values as Values) : {})

/** What the server proposes for a new row comes when it comes: the first key waits for nobody, and keeps what it typed. */
async function complete(name: string, id: RowId, values: Values): Promise<void> {
  const [prepared = {}] = await prepareRecords(name, values).catch(() => [])
  const draft = store.get(draftsOf(name)).get(id)
  if (!draft) return
  const row = valuesOf(draft)
  const proposed = Object.entries(prepared).filter(([field]) => isEmpty(row[field]))
  if (proposed.length > 0) editDraft(name, id, null, Object.fromEntries(proposed))
}

/** Address of a record's own screen; an unsaved one that was begun on a screen goes back to it. */
export function addressOf(entity: Entity, id: RowId, row: Values | undefined): string {
  const begun = row?.address$
  return typeof begun === 'string' ? begun : `/${entity.name}/${id}`
}

/** What the list performs of the general commands while it is in front. */
export function useListCommands(entity: Entity, list: List, search: RefObject<HTMLInputElement | null>): void {
  const { window, drafts, source, view, setView } = list
  const { name } = entity
  const hasFaults = [...drafts.values()].some(isFaulty)
  /** Unsaved among the checked rows, or the row of the cursor. */
  const chosen = view.checked.size > 0 ? [...view.checked] : view.active === undefined ? [] : [view.active]
  const changedRows = chosen.filter(id => drafts.has(id))
  const show = (part: 'all' | 'unsaved' | 'faulty') => setView(now => ({ ...now, part }))

  const create = async (args: Values): Promise<Result> => {
    await flushEditing()
    const id = addDraft(name, { ...initial(entity, clock()), ...given(args) })
    setView(now => ({ ...now, part: 'all' }))
    void complete(name, id, given(args))
    await enterRow(name, id)
    return done({ id, path: `/${name}` })
  }

  const open = () => {
    const id = view.checked.size === 1 ? [...view.checked][0] : view.active
    if (id === undefined) return { status: 'denied', reason: 'when', message: 'reason.noSelection' } as const
    navigate(addressOf(entity, id, source.row(source.indexOf?.(id) ?? -1)))
  }

  const afterSave = (result: Result) => {
    const failed = result.status === 'failed' || result.status === 'partial' || result.status === 'invalid'
    if (failed) void enterFault(document.querySelector(`[data-list="${name}"]`))
  }

  const handlers: Handlers = {
    'list.refresh': { run: () => window.refresh() },
    'list.search': {
      run: () => {
        search.current?.focus()
        search.current?.select()
      },
    },
    'list.clearFilters': {
      run: () => ask(window.query, { where: [], q: '' }),
      enabled: () => isNarrowed(window.query),
    },
    'list.all': { run: () => show('all'), enabled: () => view.part !== 'all' },
    'list.unsavedOnly': { run: () => show('unsaved'), enabled: () => drafts.size > 0 && view.part !== 'unsaved' },
    'list.faultyOnly': { run: () => show('faulty'), enabled: () => hasFaults && view.part !== 'faulty' },
    'record.open': { run: open },
    'grid.revertRow': {
      run: () => {
        for (const id of changedRows) discardDraft(name, id)
      },
      enabled: () => changedRows.length > 0,
    },
    'grid.revertAll': { run: () => discardDrafts(name), enabled: () => drafts.size > 0 },
    ...(findCommand(`${name}.save`) ? { [`${name}.save`]: finishing(`${name}.save`, afterSave) } : {}),
    ...(findCommand(`${name}.new`) && !opensAsDocument(entity) ? { [`${name}.new`]: { run: create } } : {}),
  }
  useHandlers(handlers)
}
