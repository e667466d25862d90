/** Segregation of duties: tasks excluding the same person (domain.md §2.4, guard 7). */
import { format } from '#contract/messages/index.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'

export const duties = {
  additive: ['usematerialrecord.reviewerId', 'usematerialrecord.operatorId'],
  issue: ['getmaterialrecord.issuerId', 'getmaterialrecord.receiverId'],
  release: ['qualityinspection.releaserId', 'qualityinspection.inspectorId'],
  verification: ['importcontrol.verifierId', 'importcontrol.monitorId'],
  nonconformity: ['unqualifiedproduct.approverId', 'unqualifiedproduct.foundById'],
  makeUp: ['materialmakeup.approverId', 'materialmakeup.applicantId'],
  stockCount: ['stockcount.approverId', 'stockcount.counterId'],
  relabel: ['stockrelabel.approverId', 'stockrelabel.handlerId'],
  /** Approving goods that leave, or arrive beyond the tolerance. */
  materialstoreout: ['materialstoreout.approverId', 'materialstoreout.handlerId'],
  productstoreout: ['productstoreout.approverId', 'productstoreout.handlerId'],
  productstorein: ['productstorein.approverId', 'productstorein.handlerId'],
  scrapRest: ['produceplan.scrapRest', 'produceplan.leaderId'],
  /** Analysing and approving; leading a recall and approving its end. */
  analysis: ['unsafefoodanalyse.approverId', 'unsafefoodanalyse.analystId'],
  recallPlan: ['unsafefoodcallbackplan.approverId', 'unsafefoodcallbackplan.responsibleId'],
  restore: ['callback.restore', 'callback.responsibleId'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>

export type Duty = keyof typeof duties

/**
 * Requires different persons for both tasks; undone ones never conflict.
 * @throws AppError samePerson with both tasks, and the field of the second
 */
export function keepApart(
  context: Context,
  duty: Duty,
  one: number | null | undefined,
  other: number | null | undefined,
): void {
  if (one === null || one === undefined || one !== other) return
  const [first, second] = duties[duty].map(key => format(context.locale, key))
  const field = duties[duty][1].split('.')[1] ?? ''
  throw new AppError('samePerson', { first, second, fieldErrors: { [field]: 'samePerson' } })
}
