/** Segregation of duties: which two tasks one person may not do for the same thing (domain.md §2.4, guard 7). */
import { format } from '../../../src/contract/messages/index.ts'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'

/** The two tasks of each pair, as message keys of their titles. */
export const duties = {
  /** Who weighs an additive in does not check it. */
  additive: ['usematerialrecord.reviewerId', 'usematerialrecord.operatorId'],
  /** Who gives out does not take in. */
  issue: ['getmaterialrecord.issuerId', 'getmaterialrecord.receiverId'],
  /** Who inspects does not release. */
  release: ['qualityinspection.releaserId', 'qualityinspection.inspectorId'],
  /** Who monitors a critical control point does not verify it. */
  verification: ['importcontrol.verifierId', 'importcontrol.monitorId'],
  /** Who found a nonconformity does not decide on it. */
  nonconformity: ['unqualifiedproduct.approverId', 'unqualifiedproduct.foundById'],
  /** Who asks for more material does not approve it. */
  makeUp: ['materialmakeup.approverId', 'materialmakeup.applicantId'],
  /** Who counts does not approve the count. */
  stockCount: ['stockcount.approverId', 'stockcount.counterId'],
  /** Who handles goods that leave, or come in beyond the tolerance, does not approve it. */
  materialstoreout: ['materialstoreout.approverId', 'materialstoreout.handlerId'],
  productstoreout: ['productstoreout.approverId', 'productstoreout.handlerId'],
  productstorein: ['productstorein.approverId', 'productstorein.handlerId'],
  /** Who leads a plan does not approve what is thrown away of it. */
  scrapRest: ['produceplan.scrapRest', 'produceplan.leaderId'],
  /** Who analyses does not approve the conclusion, who is in charge of a recall neither its plan nor its end. */
  analysis: ['unsafefoodanalyse.approverId', 'unsafefoodanalyse.analystId'],
  recallPlan: ['unsafefoodcallbackplan.approverId', 'unsafefoodcallbackplan.responsibleId'],
  restore: ['callback.restore', 'callback.responsibleId'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>

export type Duty = keyof typeof duties

/**
 * Asks that two persons are not one. A task nobody has done yet stands in nobody's way.
 * @throws AppError samePerson naming both tasks
 */
export function keepApart(
  context: Context,
  duty: Duty,
  one: number | null | undefined,
  other: number | null | undefined,
): void {
  if (one === null || one === undefined || one !== other) return
  const [first, second] = duties[duty].map(key => format(context.locale, key))
  throw new AppError('samePerson', { first, second })
}
