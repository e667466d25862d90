/** Shared access to plans: lock, state, material figures, WIP. */
import { type NotNull, sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import type { PlanLot } from '#contract/production/planState.ts'
import type { produceplan } from '#contract/production/produceplan.ts'
import type { produceplanmaterial } from '#contract/production/produceplanmaterial.ts'
import { AppError } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf, touched } from '../../db/query/rowsOf.ts'
import { writeAudit } from '../basis/audit.ts'

type StoredPlan = RowOf<typeof produceplan>
type PlanStatus = NonNullable<StoredPlan['status']>

export interface Plan
  extends Pick<
    StoredPlan,
    'id' | 'planType' | 'productId' | 'plannedQty' | 'producedQty' | 'batchCount' | 'actualStart'
  > {
  readonly docNo: string
  readonly status: PlanStatus
}

export const openStates = ['RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED'] as const

/** Locks a plan before its lots; weakly, since inserts reference it. */
export async function holdPlan(context: Context, id: number): Promise<Plan> {
  const plan = await rowsOf(context, 'produceplan')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$narrowType<{ docNo: NotNull; status: NotNull }>()
    .executeTakeFirst()
  if (!plan) throw new AppError('notFound')
  return plan
}

/**
 * Variant of `holdPlan`.
 * @throws AppError planNotOpen for any other state
 */
export async function lockPlan(context: Context, id: number, states: readonly PlanStatus[]): Promise<Plan> {
  const plan = await holdPlan(context, id)
  if (!states.includes(plan.status)) {
    const status = format(context.locale, `PlanStatus.${plan.status}`)
    throw new AppError('planNotOpen', { planNo: plan.docNo, status })
  }
  return plan
}

/** Advances a plan's state after a posting, with its own audit entry. */
export async function advance(context: Context, plan: Plan, to: PlanStatus): Promise<void> {
  await context.tx
    .updateTable('produceplan')
    .set({ status: to, actualStart: plan.actualStart ?? context.now, ...touched(context) })
    .where('id', '=', plan.id)
    .execute()
  await writeAudit(context, 'produceplan', String(plan.id), 'STATUS', `status: ${plan.status} → ${to}`)
}

/** Number and leader of a plan, for documents created from it. */
export async function planHead(context: Context, planId: number) {
  const plan = await rowsOf(context, 'produceplan')
    .leftJoin('employee', 'employee.id', 'produceplan.leaderId')
    .select(['produceplan.docNo', 'employee.id', 'employee.name'])
    .where('produceplan.id', '=', planId)
    .executeTakeFirst()
  if (!plan) return undefined
  const { docNo, id, name } = plan
  return { docNo, leader: id === null ? null : { id, name: name ?? '' } }
}

export interface PlanLine
  extends Pick<RowOf<typeof produceplanmaterial>, 'id' | 'itemType' | 'materialId' | 'semiProductId'> {
  readonly lineNo: number
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
