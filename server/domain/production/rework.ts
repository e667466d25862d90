/** Lots allowed in a rework plan (domain.md §2.2, row "Rework issue"). */
import { sql } from 'kysely'
import { runningStates } from '#contract/recall/recall.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { onEachLine } from '../basis/lineErrors.ts'
import { assertUsable, type Lot, lotRequirements } from '../stock/lots.ts'
import type { Plan } from './plan.ts'

/** Effective decisions: closed ones take no goods, taken ones may be charged. */
const standing = { taken: ['DECIDED'], charged: ['DECIDED', 'CLOSED'] } as const

async function decided(
  context: Context,
  lots: readonly Lot[],
  step: keyof typeof standing,
): Promise<ReadonlySet<number>> {
  const of = (...states: string[]) => lots.filter(lot => states.includes(lot.qualityStatus ?? '')).map(lot => lot.id)
  const { rows } = await sql<{ lotId: number }>`
    select "lotId" from unqualifiedproduct
    where "lotId" = any(${of('HOLD', 'REJECTED')}::bigint[]) and disposition = 'REWORK'
      and status = any(${standing[step]}::text[]) and "customerId" = ${context.customerId}
    union
    -- the official checklist forbids to reprocess recalled food but for its label
    select l."lotId" from callbacklot l join callback c on c.id = l."parentId"
    where l."lotId" = any(${of('RECALLED')}::bigint[]) and c."disposalMethod" = 'RELABEL'
      and c.status = any(${runningStates}::text[])
      and c."customerId" = ${context.customerId}`.execute(context.tx)
  return new Set(rows.map(row => row.lotId))
}

/** @throws AppError lotNotUsable, lotExpired, reworkNotDecided, labelOnly, invalid */
export async function guardRework(context: Context, plan: Plan, lots: readonly Lot[]): Promise<void> {
  if (plan.planType !== 'REWORK') throw invalid({ targetPlanId: 'reference' })
  await guardReworked(context, lots, 'taken')
}

/**
 * Rework check, on issue and again on charge.
 * @throws AppError lotNotUsable, lotExpired, reworkNotDecided, labelOnly with the lot
 */
export async function guardReworked(
  context: Context,
  lots: readonly Lot[],
  step: keyof typeof standing,
): Promise<void> {
  const found = await decided(context, lots, step)
  // Recalled lots are decided by the recall only: see the query.
  onEachLine(lots, lot =>
    assertUsable(context, lot, { ...lotRequirements.rework, decided: found.has(lot.id), labelOnly: found.has(lot.id) }),
  )
}
