/** Start of a recall: deadlines, lot freeze, dealer list (domain.md §2.3). */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import type { callback } from '#contract/recall/callback.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { addHours } from '../basis/workingDays.ts'
import { plantDay } from '../guards/day.ts'
import { changeStatus, lockLots } from '../stock/lots.ts'

export type Recall = RowOf<typeof callback>

interface Grade {
  readonly name: string
  readonly jurisdiction: string
  readonly startWithinHours: number
  readonly reportWithinHours: number | null
  readonly notifyWithinHours: number | null
  readonly finishWithinDays: number | null
  readonly finishDayType: string | null
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
}

export async function gradeOf(context: Context, id: unknown): Promise<Grade | undefined> {
  const { rows } = await sql<Grade>`
    select * from callbackgrade where id = ${id ?? null}::bigint and "customerId" = ${context.customerId}`.execute(
    context.tx,
  )
  return rows[0]
}

/**
 * Grade in force when the risk became known.
 * @throws AppError gradeNotInForce
 */
export async function gradeInForce(context: Context, recall: Recall): Promise<Grade> {
  const grade = await gradeOf(context, recall.callbackGradeId)
  const day = plantDay(context, recall.knowTime)
  if (!grade || grade.effectiveFrom > day || (grade.effectiveTo !== null && grade.effectiveTo < day))
    throw new AppError('gradeNotInForce', { grade: grade?.name ?? '', day })
  return grade
}

/** Deadlines from knowledge of the risk, with their parameters. */
export function clockOf(grade: Grade, knowTime: string): Values {
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

const approved = ['APPROVED', 'REPORTED', 'EXECUTING']

/** @throws AppError recallPlanNotApproved; invalid for a real recall without a plan */
export async function guardPlan(context: Context, recall: Recall): Promise<void> {
  if (recall.callbackType === 'DRILL') return
  if (recall.callbackPlanId === null) throw new AppError('invalid', { callbackPlanId: 'required' })
  const { rows } = await sql<{ docNo: string; status: string }>`
    select "docNo", status from unsafefoodcallbackplan
    where id = ${recall.callbackPlanId} and "customerId" = ${context.customerId}`.execute(context.tx)
  if (!approved.includes(rows[0]?.status ?? ''))
    throw new AppError('recallPlanNotApproved', { docNo: rows[0]?.docNo ?? '' })
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
