/** Withdrawal of failure messages once drafts are corrected. */
import { notificationsAtom, withdraw } from '../notifications.ts'
import type { RowId } from '../records/row.ts'
import { store, storeLocal } from '../store.ts'
import { allDraftsAtom, draftsOf } from './draftStore.ts'

function isOpen(entity: string, id: RowId): boolean {
  const state = store.get(draftsOf(entity)).get(id)?.state
  return state !== undefined && state !== 'dirty'
}

/** Records with invalid drafts at the last check, by entity. */
const watched = storeLocal(() => ({ open: new Map() as ReadonlyMap<string, ReadonlySet<RowId>> }))

function watch(): void {
  const next = new Map<string, Set<RowId>>()
  for (const { notice } of store.get(notificationsAtom)) {
    const { entity, ids = [] } = notice.kind === 'success' ? {} : (notice.about ?? {})
    if (entity === undefined) continue
    const open = next.get(entity) ?? new Set()
    for (const id of ids) if (isOpen(entity, id)) open.add(id)
    next.set(entity, open)
  }
  watched().open = next
}

function look(): void {
  for (const [entity, ids] of watched().open) {
    const mended = [...ids].filter(id => !isOpen(entity, id))
    if (mended.length > 0) withdraw({ entity, ids: mended })
  }
}

export function followMending(): () => void {
  watch()
  const ends = [store.sub(notificationsAtom, watch), store.sub(allDraftsAtom, look)]
  return () => {
    for (const end of ends) end()
  }
}
