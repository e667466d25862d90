/** Drafts and undo history of a tab, restored after a reload. */
import { entities } from '#contract/index.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { secretsOf } from '#contract/schema/field.ts'
import { text } from '../language.ts'
import { notify, withdraw } from '../notifications.ts'
import type { RowId } from '../records/row.ts'
import { storageKeys, writeStorage } from '../storages.ts'
import { store, storeLocal } from '../store.ts'
import { type Draft, restingState } from './draft.ts'
import { forgetHistories, setHistory, setStoredId } from './draftHistory.ts'
import { activateLog, forgetLog, isPersistedAtom, openLog } from './draftLog.ts'
import { type Attempt, changeDrafts, clearDrafts, rememberAttempt } from './draftStore.ts'
import type { History } from './history.ts'
import type { UndoStep } from './undoSteps.ts'

/** Saves with unknown outcome rest; a retry uses the same key. */
const rested = (draft: Draft): Draft => (draft.state === 'saving' ? { ...draft, state: restingState(draft) } : draft)

function restore(values: ReadonlyMap<string, unknown>): void {
  const drafts: Draft[] = []
  for (const [key, value] of values) {
    const [kind = ''] = key.split(' ', 1)
    const name = key.slice(kind.length + 1)
    if (kind === 'draft') drafts.push(rested(value as Draft))
    else if (kind === 'attempt') rememberAttempt(name, value as Attempt)
    else if (kind === 'history') setHistory(name, value as History<UndoStep>)
    else setStoredId(...(value as [RowId, RowId]))
  }
  for (const [entity, of] of Map.groupBy(drafts, draft => draft.entity))
    changeDrafts(
      entity,
      of.map(draft => [draft.id, draft]),
    )
}

const notStored = { command: 'drafts.mirror' }
const watched = storeLocal(() => ({ end: undefined as (() => void) | undefined }))

function watch(): void {
  watched().end ??= store.sub(isPersistedAtom, () => {
    if (store.get(isPersistedAtom)) withdraw(notStored)
    else notify({ kind: 'error', text: () => text('drafts.notMirrored'), about: notStored })
  })
}

const secrets: ReadonlySet<string> = new Set(Object.values<Entity>(entities).flatMap(({ fields }) => secretsOf(fields)))

/** Persistence of this user's drafts; restores those before the reload. */
export async function restoreDrafts(loginName: string): Promise<void> {
  watch()
  const values = await openLog(loginName, secrets)
  if (!values) return
  try {
    restore(values)
  } finally {
    activateLog()
  }
  await takeEarlierDrafts(loginName)
}

/** Session storage of versions before the log. */
const EARLIER = /^lotline\.drafts(-out)?\./

async function takeEarlierDrafts(loginName: string): Promise<void> {
  if (!earlierNames().some(name => name.replace(EARLIER, '') === loginName)) return
  const { earlierDrafts } = await import('./earlierDrafts.ts')
  restore(earlierDrafts(loginName))
}

const earlierNames = () => storageKeys('sessionStorage', 'lotline.drafts').filter(name => EARLIER.test(name))

/** Clears all drafts, other users' included. */
export function forgetDrafts(exceptOf: string): void {
  clearDrafts()
  forgetHistories()
  forgetLog(exceptOf)
  for (const name of earlierNames())
    if (name.replace(EARLIER, '') !== exceptOf) writeStorage('sessionStorage', name, null)
}
