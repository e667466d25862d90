import { isRefusalRecorded } from '../../data/drafts/draft.ts'
import { draftsOf } from '../../data/drafts/draftStore.ts'
import { store } from '../../data/store.ts'
import { contextAtom } from '../core/context.ts'
import type { Middleware } from './pipeline.ts'

/** Marks failures that this run wrote into the open record's draft. */
export const showOnRecord: Middleware = async (run, next) => {
  const { record } = store.get(contextAtom)
  const draftNow = () => (record ? store.get(draftsOf(record.entity)).get(record.id) : undefined)
  const before = draftNow()
  const result = await next(run)
  const draft = draftNow()
  if (result.status !== 'failed' || draft === undefined || draft === before) return result
  const rows = result.rows ?? [{ id: draft.id, ok: false, status: result.code, data: result.data }]
  const isShown = rows.every(row => row.ok || (row.id === draft.id && isRefusalRecorded(draft, row)))
  return isShown ? { ...result, isShown } : result
}
