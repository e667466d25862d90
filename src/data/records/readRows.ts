/** Rows read last, which name a record away from its list. */
import { storeLocal } from '../store.ts'
import type { RowId, RowValues } from './row.ts'

const maxRows = 1000
const remembered = storeLocal(() => new Map<string, Map<RowId, RowValues>>())

export function rememberRead(entityName: string, rows: readonly RowValues[]): void {
  const known = remembered().get(entityName) ?? new Map<RowId, RowValues>()
  remembered().set(entityName, known)
  for (const row of rows.slice(-maxRows)) {
    if (typeof row.id !== 'number') continue
    known.delete(row.id)
    known.set(row.id, row)
  }
  for (const id of [...known.keys()].slice(0, Math.max(0, known.size - maxRows))) known.delete(id)
}

export const readRow = (entityName: string, id: RowId): RowValues | undefined => remembered().get(entityName)?.get(id)

export function forgetRead(entityName: string, ids: readonly RowId[]): void {
  for (const id of ids) remembered().get(entityName)?.delete(id)
}

export const forgetAllRead = (): void => remembered().clear()
