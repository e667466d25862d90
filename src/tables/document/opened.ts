/** Open records, refreshed when their screen comes forward. */
import { atom, type PrimitiveAtom } from 'jotai'
import { sessionAtom } from '../../data/api/credentials.ts'
import { CallError, mayRecover } from '../../data/api/transport.ts'
import { atomFamily } from '../../data/memo.ts'
import { onRecovery } from '../../data/realtime/recovery.ts'
import { lastChangesAtom } from '../../data/records/changes.ts'
import { loadRecord } from '../../data/records/records.ts'
import type { Row } from '../../data/records/row.ts'
import { store } from '../../data/store.ts'

export interface Opened {
  readonly row: Row | null
  readonly error: CallError | null
}

const unread: Opened = { row: null, error: null }
const openedAtoms = atomFamily((_key: string) => atom(unread))

/** Stored row of an open record; users never share reads. */
export function openedAtom(entity: string, id: number): PrimitiveAtom<Opened> {
  return openedAtoms(`${store.get(sessionAtom)?.loginName ?? ''} ${entity}/${id}`)
}

/** Refreshes the row; the stale one stays visible meanwhile. */
export async function reread(entity: string, id: number): Promise<void> {
  const opened = openedAtom(entity, id)
  try {
    const row = await loadRecord(entity, id)
    const before = store.get(opened)
    // Unchanged rows keep their identity, avoiding a render.
    if (before.error || JSON.stringify(before.row) !== JSON.stringify(row)) store.set(opened, { row, error: null })
  } catch (error) {
    const said = error instanceof CallError ? error : new CallError(500, String(error), null, 0)
    store.set(opened, before => ({ ...before, error: said }))
  }
}

export function followRecord(entity: string, id: number): () => void {
  const unrecover = onRecovery(() => {
    if (mayRecover(store.get(openedAtom(entity, id)).error)) void reread(entity, id)
  })
  const unfollow = store.sub(lastChangesAtom, () => {
    const { of, missed } = store.get(lastChangesAtom)
    const concerns = of.some(change => change.entity === entity && (change.kind === 'many' || change.ids.includes(id)))
    if (concerns || missed) void reread(entity, id)
  })
  return () => {
    unrecover()
    unfollow()
  }
}
