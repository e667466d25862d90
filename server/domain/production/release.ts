/** Release of a plan: preconditions for taking material (domain.md §2.3). */
import { sql } from 'kysely'
import type { produceplan } from '#contract/production/produceplan.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Draft } from '../basis/hooks.ts'
import { nextNumber } from '../basis/numbering.ts'
import { guardEquipment } from '../guards/devices.ts'
import { guardPersons } from '../guards/persons.ts'
import { refuseOverLimit } from './additives.ts'
import { makeStandingLots } from './water.ts'

type ProducePlan = RowOf<typeof produceplan>

interface FormulaState {
  readonly productId: number
  readonly status: string
  readonly inForce: boolean
}

/** Formula required for normal plans, valid wherever named. */
async function guardFormula(context: Context, plan: ProducePlan): Promise<void> {
  if (plan.planType !== 'NORMAL' && !plan.formulaId) return
  const { rows } = await sql<FormulaState>`
    select "productId", status, "effectiveFrom" <= ${plan.produceDate}::date
      and ("effectiveTo" is null or "effectiveTo" >= ${plan.produceDate}::date) as "inForce"
    from productformula where id = ${plan.formulaId} and "customerId" = ${context.customerId}`.execute(context.tx)
  const formula = rows[0]
  // Trials may use unapproved formulas.
  const approved = formula?.status === 'APPROVED' || (plan.planType === 'TRIAL' && formula?.status === 'DRAFT')
  if (!formula || !approved || !formula.inForce || formula.productId !== plan.productId)
    throw new AppError('formulaNotInForce')
}

function guardTypedLines(plan: ProducePlan): void {
  const faults: Record<string, string> = {}
  plan.lines.forEach((line, index) => {
    if (!line.materialId && !line.semiProductId) faults[`lines.${index}.materialId`] = 'required'
    if (!plan.formulaId && decimal(line.requiredQty).lte(0)) faults[`lines.${index}.requiredQty`] = 'positive'
  })
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

/** Lot number given by the user, else the next free one: users may have typed a number ahead. */
async function lotNumber(context: Context, plan: ProducePlan): Promise<string> {
  for (;;) {
    const lotNo = plan.lotNo || (await nextNumber(context, 'P', 3))
    const taken = await sql`
      select 1 from produceplan where "productId" = ${plan.productId} and "lotNo" = ${lotNo} and id <> ${plan.id}
      union all
      select 1 from stocklot where "productId" = ${plan.productId} and "lotNo" = ${lotNo}
      limit 1`.execute(context.tx)
    if (taken.rows.length === 0) return lotNo
    if (plan.lotNo) throw new AppError('lotTaken', { lotNo })
  }
}

/**
 * @throws AppError formulaNotInForce, additiveOverLimit, lotTaken, or missing qualifications of people and equipment
 */
export async function release(context: Context, plan: ProducePlan): Promise<Draft> {
  await guardFormula(context, plan)
  guardTypedLines(plan)
  // Noon UTC is the same calendar day in all relevant time zones.
  await guardPersons(context, [plan.leaderId, ...(plan.operatorIds ?? [])], `${plan.produceDate}T12:00:00.000Z`)
  await guardEquipment(context, plan.equipmentIds ?? [])
  await refuseOverLimit(context, plan.id, 'needed')
  await makeStandingLots(
    context,
    plan.lines.flatMap(line => line.materialId ?? []),
  )
  return { lotNo: await lotNumber(context, plan) }
}
