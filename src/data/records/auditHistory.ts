import type { Entity } from '#contract/schema/entity.ts'
import { isObject } from '#contract/schema/field.ts'
import { labelledChange, typedChanges } from '#contract/system/auditChanges.ts'
import {
  type HistoryChange,
  type HistoryEntry,
  type RecordHistory,
  recordHistory,
} from '#contract/system/recordHistory.ts'
import { requestAt } from '../api/api.ts'
import type { RowValues } from './row.ts'

/** Changes of a record, newest first; `before` continues a page. */
export function loadHistory(entity: string, id: number, before?: number): Promise<RecordHistory> {
  const older = before === undefined ? {} : { before }
  return requestAt(`template/${recordHistory.verb}/${entity}`, recordHistory, { id, ...older })
}

/** Newest page ahead of the pages known, unless entries between are missing. */
export function withNewest(known: RecordHistory | null, page: RecordHistory): RecordHistory {
  const last = page.rows.at(-1)?.id
  const at = known?.rows.findIndex(({ id }) => id === last) ?? -1
  return known && at >= 0 ? { rows: [...page.rows, ...known.rows.slice(at + 1)], more: known.more } : page
}

/** Page after the entry `from`; ignored once another is the oldest. */
export function withOlder(known: RecordHistory, page: RecordHistory, from: number | undefined): RecordHistory {
  return known.rows.at(-1)?.id === from ? { rows: [...known.rows, ...page.rows], more: page.more } : known
}

/** Changes of an audit row in the form of a history. */
export function changesOfRow(entity: Entity, { changes, changes$labels }: RowValues): readonly HistoryChange[] {
  const labels = isObject(changes$labels) ? changes$labels : {}
  const labelOf = (key: string) => (Object.hasOwn(labels, key) ? String(labels[key]) : undefined)
  return typedChanges(entity, String(changes ?? '')).map(change => labelledChange(change, labelOf))
}

/** Values of one side, with the labels of then. */
export function valuesAt(changes: HistoryEntry['changes'], side: 'before' | 'after'): RowValues {
  const pairsOf = ({ field, labels = {}, [side]: value }: HistoryChange) => [
    [field, value],
    [`${field}$label`, labels[String(value)]],
  ]
  return Object.fromEntries(changes.flatMap(pairsOf))
}
