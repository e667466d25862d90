import type { RefObject } from 'react'
import type { Entity } from '#contract/schema/entity.ts'
import type { Result } from '../../commands/core/command.ts'
import { contextAtom, setContext } from '../../commands/core/context.ts'
import { addressOfValue, openReference } from '../../commands/core/recordLinks.ts'
import { type Previewed, togglePreview } from '../../commands/core/recordPreview.ts'
import { type CommandHandler, findCommand, handlerOf } from '../../commands/core/registry.ts'
import { isJustCompleted } from '../../data/drafts/completion.ts'
import { takeMine } from '../../data/drafts/conflicts.ts'
import { valuesOf } from '../../data/drafts/draft.ts'
import { historyKey, undoOrRedo } from '../../data/drafts/draftHistory.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { discardDraft } from '../../data/drafts/drafts.ts'
import { locationAtom, navigate, pathOfAddress } from '../../data/location.ts'
import { isStored, type RowValues } from '../../data/records/row.ts'
import { rowWindow } from '../../data/records/rows.ts'
import { grantsAtom } from '../../data/session/permittedMenu.ts'
import { closeTab } from '../../data/session/tabs.ts'
import { store } from '../../data/store.ts'
import { chosenElsewhere } from '../../fields/options/creating.ts'
import { useFrontEffect } from '../../ui/front.ts'
import { enterError, keepKeyboard } from '../../ui/keyboard/keyboard.ts'
import { finishing, type Handlers, useHandlers } from '../../ui/useHandlers.ts'
import { defaultQuery } from '../filter/query.ts'
import { controlNamed, focusDrawn } from '../form/formFocus.ts'
import { withUntouchedLast } from '../form/lineRows.ts'
import { activeAtom } from '../list/view.ts'
import { reread } from './opened.ts'
import type { Document } from './useDocument.ts'

function neighbour({ entity, id }: Document, step: 1 | -1): number | undefined {
  if (typeof id !== 'number') return undefined
  const window = rowWindow(entity.name, defaultQuery(entity))
  const at = window.indexOf(id)
  return at < 0 ? undefined : window.row(at + step)?.id
}

async function leaveNew({ entity, id }: Document, result: Result): Promise<void> {
  if (id === undefined || store.get(draftsOf(entity.name)).has(id)) return
  const outcome = 'rows' in result ? result.rows?.find(row => row.id === id)?.data : undefined
  const stored = outcome ?? ('data' in result ? result.data : null)
  if (!isStored(stored) || (await chosenElsewhere(entity.name, stored.id))) return
  const old = store.get(locationAtom)
  const address = `/${entity.name}/${stored.id}`
  if (pathOfAddress(old) !== address) navigate(address, { replace: true })
  closeTab(`/${entity.name}/new`)
  closeTab(`/${entity.name}/${id}`)
}

const nameInFocus = () => document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field ?? ''

/** Record that the focused field of the form refers to. */
function referenceInFocus({ fields }: Entity, values: RowValues | null): Previewed | null {
  const name = nameInFocus()
  const { kind, to } = fields[name] ?? {}
  const id = values?.[name]
  return kind === 'reference' && to && typeof id === 'number' ? { entity: to, id } : null
}

function linkInFocus({ fields }: Entity, values: RowValues | null): string | undefined {
  const field = fields[nameInFocus()]
  return field && values ? addressOfValue(store.get(grantsAtom), field, nameInFocus(), values) : undefined
}

function contestedIn(record: HTMLElement, { entity, contested }: Document): HTMLElement | null {
  const isInLines = contested.some(name => name in entity.lines)
  const lines = isInLines ? record.querySelector<HTMLElement>('[data-detail] [role=grid]') : null
  return controlNamed(record, contested) ?? lines
}

/** Decisions of a conflict; the keyboard goes to the field they are about. */
function decisions(document: Document, screen: RefObject<HTMLElement | null>): Handlers {
  const { entity, id, contested, isStale } = document
  const { name } = entity
  const enterContested = () => {
    const record = screen.current
    if (record && contested.length > 0) void focusDrawn(record, () => contestedIn(record, document))
  }
  return {
    'record.takeLatest': {
      run: () => {
        if (id !== undefined) discardDraft(name, id)
        enterContested()
      },
      enabled: () => isStale,
    },
    'record.keepMine': {
      run: () => {
        if (id === undefined) return
        const [now = id] = takeMine(name, new Map([[id, undefined]]))
        if (now === id) return enterContested()
        // Removed rows go on as new ones, in place of their tab.
        navigate(`/${name}/${now}`, { replace: true })
        closeTab(`/${name}/${id}`)
      },
      enabled: () => isStale,
    },
  }
}

export function useDocumentCommands(
  document: Document,
  screen: RefObject<HTMLElement | null>,
  onDone?: () => void,
): void {
  const { entity, id, stored, values, isDirty } = document
  const { name } = entity

  const after = async (result: Result) => {
    const failed = result.status === 'failed' || result.status === 'invalid' || result.status === 'partial'
    if (typeof id === 'number') await reread(name, id)
    else if (id !== undefined) await leaveNew(document, result)
    onDone?.()
    void (failed ? enterError(screen.current) : keepKeyboard(screen.current))
  }

  // Faults are told by the place of a line.
  const before = () => {
    const draft = id === undefined ? undefined : store.get(draftsOf(name)).get(id)
    const patch = draft && withUntouchedLast(entity, valuesOf(draft))
    if (patch) document.edit(patch)
  }

  const go = (step: 1 | -1) => {
    const next = neighbour(document, step)
    if (next !== undefined) navigate(`/${name}/${next}`)
  }

  const own = ['save', ...Object.keys(entity.actions)].map(verb => `${name}.${verb}`).filter(findCommand)
  /** Within lines, shortcuts act on the line, never the record. */
  const inLines = (id: string): CommandHandler => ({
    run: (args, context) => handlerOf(id)?.run(args, context),
    enabled: () => store.get(contextAtom).focus === 'grid' && handlerOf(id) !== undefined,
  })
  const handlers: Handlers = {
    ...Object.fromEntries(own.map(command => [command, finishing(command, after, before)])),
    'list.refresh': { run: () => (typeof id === 'number' ? reread(name, id) : undefined) },
    'record.next': { run: () => go(1), enabled: () => neighbour(document, 1) !== undefined },
    'record.previous': { run: () => go(-1), enabled: () => neighbour(document, -1) !== undefined },
    'record.preview': {
      run: () => togglePreview(referenceInFocus(entity, values)),
      enabled: () => store.get(contextAtom).focus !== 'grid',
    },
    'record.openReference': {
      run: args => openReference(args, () => linkInFocus(entity, values)),
      enabled: () => store.get(contextAtom).focus !== 'grid',
    },
    'record.delete': inLines('grid.deleteRow'),
    'record.copy': inLines('grid.duplicateRow'),
    'record.undoCompletion': {
      run: () => {
        if (id !== undefined) undoOrRedo(name, historyKey(name, id), true)
      },
      enabled: () => id !== undefined && isJustCompleted(name, id),
    },
    ...decisions(document, screen),
  }
  useHandlers(handlers)

  const isGone = document.error !== null && values === null
  useFrontEffect(() => {
    if (id === undefined) return
    // List cursor follows to this record.
    store.set(activeAtom(name), id)
    const rows = stored ?? values
    setContext({
      record: { entity: name, id },
      gone: isGone ? `/${name}/${id}` : null,
      selection: rows ? { entity: name, ids: [id], rows: [{ ...rows, id }] } : null,
      dirty: isDirty,
    })
  }, [name, id, isGone, stored, values, isDirty])
  useFrontEffect(() => () => setContext({ record: null, selection: null, dirty: false }), [])
}
