import { type RecordHistory, recordHistory } from '#contract/system/recordHistory.ts'
import { requestAt } from '../api/api.ts'

/** Changes of a record, newest first; `before` continues a page. */
export function loadHistory(entity: string, id: number, before?: number): Promise<RecordHistory> {
  const older = before === undefined ? {} : { before }
  return requestAt(`template/${recordHistory.verb}/${entity}`, recordHistory, { id, ...older })
}
