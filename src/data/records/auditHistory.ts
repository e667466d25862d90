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

/** Values of one side of an entry, with labels: its units, not those of today. */
export function valuesAt(changes: HistoryEntry['changes'], side: 'before' | 'after'): RowValues {
  const pairsOf = ({ field, labels = {}, [side]: value }: HistoryChange) => [
    [field, value],
    [`${field}$label`, labels[String(value)]],
  ]
  return Object.fromEntries(changes.flatMap(pairsOf))
}
