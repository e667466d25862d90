/** Recall stages of the strip. Pure. */
import type { RowValues } from '../../data/records/row.ts'

export const recallStages = ['DRAFT', 'STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING', 'CLOSED'] as const

const into: Readonly<Record<string, readonly string[]>> = {
  DRAFT: ['start'],
  STARTED: ['notify'],
  NOTIFYING: ['recover', 'returns'],
  RECOVERING: ['returns', 'dispose'],
  DISPOSING: ['close', 'returns'],
}

/** Next actions and documents by state, likeliest first. */
export const nextSteps = (status: unknown): readonly string[] => into[String(status)] ?? []

export const isCalling = (status: unknown): boolean =>
  status === 'STARTED' || status === 'NOTIFYING' || status === 'RECOVERING'

/** The authority waits longer than the law allows. */
export const isReportOverdue = (recall: RowValues, ahead: number): boolean =>
  recall.callbackType !== 'DRILL' &&
  recall.status !== 'CLOSED' &&
  !recall.regulatorReportTime &&
  typeof recall.reportDeadline === 'string' &&
  Date.parse(recall.reportDeadline) < Date.now() + ahead
