/** Start of a recall: deadlines, lot freeze, dealer list (domain.md §2.3). */
import type { callbackgrade } from '#contract/basic/callbackgrade.ts'
import { format } from '#contract/messages/index.ts'
import type { callback } from '#contract/recall/callback.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { addHours } from '../basis/workingDays.ts'
import { plantDay } from '../guards/day.ts'
import { changeStatus, lockLots } from '../stock/lots.ts'

export type Recall = RowOf<typeof callback>
type Grade = RowOf<typeof callbackgrade>

export const gradeOf = (context: Context, id: number): Promise<Grade | undefined> =>
  rowsOf(context, 'callbackgrade').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Grade in force when the risk became known.
 * @throws AppError gradeNotInForce
 */
export async function gradeInForce(
  context: Context,
  recall: Pick<Recall, 'callbackGradeId' | 'knowTime'>,
): Promise<Grade> {
  const grade = await gradeOf(context, recall.callbackGradeId)
  const day = plantDay(context, recall.knowTime)
  if (!grade || grade.effectiveFrom > day || (grade.effectiveTo !== null && grade.effectiveTo < day))
    throw new AppError('gradeNotInForce', { grade: grade?.name ?? '', day })
  return grade
}

/** Deadlines from knowledge of the risk, with their parameters. */
export function clockOf(grade: Grade, knowTime: string) {
  const { startWithinHours, reportWithinHours, notifyWithinHours, finishWithinDays, finishDayType } = grade
  return {
    startWithinHours,
    reportWithinHours,
    notifyWithinHours,
    finishWithinDays,
    finishDayType,
    startDeadline: addHours(knowTime, startWithinHours),
    reportDeadline: reportWithinHours === null ? null : addHours(knowTime, reportWithinHours),
  }
}

const approved: readonly unknown[] = ['APPROVED', 'REPORTED', 'EXECUTING']

/** @throws AppError recallPlanNotApproved; invalid for a real recall without a plan */
export async function guardPlan(context: Context, recall: Pick<Recall, 'callbackType' | 'callbackPlanId'>) {
  if (recall.callbackType === 'DRILL') return
  if (recall.callbackPlanId === null) throw new AppError('invalid', { callbackPlanId: 'required' })
  const plan = await rowsOf(context, 'unsafefoodcallbackplan')
    .select(['docNo', 'status'])
    .where('id', '=', recall.callbackPlanId)
    .executeTakeFirst()
  if (!approved.includes(plan?.status)) throw new AppError('recallPlanNotApproved', { docNo: plan?.docNo ?? '' })
}

/** Freezes the lots of a recall; drills have no effects (domain.md §6.13). */
export async function freeze(
  context: Context,
  recall: Pick<Recall, 'callbackType' | 'docNo'>,
  lots: readonly number[],
) {
  if (recall.callbackType === 'DRILL') return
  const reason = format(context.locale, 'recalled', { docNo: recall.docNo ?? '' })
  for (const lot of (await lockLots(context, lots)).values())
    if (lot.qualityStatus !== 'RECALLED') await changeStatus(context, lot, 'RECALLED', reason, undefined, recall.docNo)
}
