/** Shared access to plans: lock, state, material figures, WIP. */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import type { PlanLot } from '#contract/production/planState.ts'
import { AppError } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Context } from '../../db/connection/context.ts'
import { writeAudit } from '../basis/audit.ts'

export interface Plan {
  readonly id: number
  readonly docNo: string
  readonly status: string
  readonly planType: string
  readonly formulaId: number | null
  readonly productId: number
  readonly productSpecId: number
  readonly plannedQty: string
  readonly producedQty: string | null
  readonly batchCount: number
  readonly produceDate: string
  readonly lotNo: string | null
  readonly leaderId: number
}

export const openStates = ['RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED'] as const

/** Locks a plan before its lots; weakly, since inserts reference it. */
export async function holdPlan(context: Context, id: number): Promise<Plan> {
  const { rows } = await sql<Plan>`
    select * from produceplan where id = ${id} and "customerId" = ${context.customerId}
    for no key update`.execute(context.tx)
  if (!rows[0]) throw new AppError('notFound')
  return rows[0]
}

/**
 * Variant of `holdPlan`.
 * @throws AppError planNotOpen for any other state
 */
export async function lockPlan(context: Context, id: number, states: readonly string[]): Promise<Plan> {
  const plan = await holdPlan(context, id)
  if (!states.includes(plan.status)) {
    const status = format(context.locale, `PlanStatus.${plan.status}`)
    throw new AppError('planNotOpen', { planNo: plan.docNo, status })
  }
  return plan
}

/** Advances a plan's state after a posting, with its own audit entry. */
export async function advance(context: Context, plan: Plan, to: string): Promise<void> {
  await sql`
    update produceplan set status = ${to}, "actualStart" = coalesce("actualStart", ${context.now}), "updatedAt" = now(),
      "updatedBy" = ${context.userId}, "rowVersion" = "rowVersion" + 1
    where id = ${plan.id}`.execute(context.tx)
  await writeAudit(context, 'produceplan', String(plan.id), 'STATUS', `status: ${plan.status} → ${to}`)
}

export interface PlanLine {
  readonly id: number
  readonly lineNo: number
  readonly itemType: string
  readonly materialId: number | null
  readonly semiProductId: number | null
  readonly itemName: string
  readonly requiredQty: string
  readonly issuedQty: string
  readonly usedQty: string
  readonly returnedQty: string
  readonly wipQty: string
  readonly makeUpQty: string
  readonly unitId: number
  readonly unitName: string
  readonly minIssueRemainDays: number
  readonly isLotTracked: boolean
}

export async function planLinesOf(context: Context, planId: number): Promise<PlanLine[]> {
  const { rows } = await sql<PlanLine>`
    select x.*, coalesce(m.name, p.name) as "itemName", u.name as "unitName",
      coalesce(m."minIssueRemainDays", 0) as "minIssueRemainDays", coalesce(m."isLotTracked", true) as "isLotTracked"
    from produceplanmaterial x
    left join material m on m.id = x."materialId"
    left join product p on p.id = x."semiProductId"
    join unit u on u.id = x."unitId"
    where x."parentId" in (select id from produceplan where id = ${planId} and "customerId" = ${context.customerId})
    order by x."lineNo"`.execute(context.tx)
  return rows
}

export async function wipOf(context: Context, planId: number): Promise<PlanLot[]> {
  const { rows } = await sql<PlanLot>`
    select l.id as "lotId", l."lotNo", l."materialId", l."productId", coalesce(m.name, p.name) as "itemName", b.quantity,
      l."unitId", u.name as "unitName"
    from stockbalance b
    join stocklocation s on s.id = b."locationId" and s."locationType" = 'WIP'
    join stocklot l on l.id = b."lotId"
    left join material m on m.id = l."materialId"
    left join product p on p.id = l."productId"
    join unit u on u.id = l."unitId"
    where b."producePlanId" = ${planId} and b."customerId" = ${context.customerId} and b.quantity > 0
    order by "itemName", l."expiryDate" nulls last, l.id`.execute(context.tx)
  return rows
}

export function outstanding(line: PlanLine): string {
  const open = decimal(line.requiredQty).minus(line.issuedQty).minus(line.makeUpQty).plus(line.returnedQty)
  return (open.lt(0) ? decimal(0) : open).toFixed(4)
}
