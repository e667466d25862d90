/** Rework and blending: inherit the earliest expiry, declare all allergens (domain.md §6.7). */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import type { Lot } from '../stock/lots.ts'
import type { Plan } from './plan.ts'

const inheriting = ['REWORK', 'BLEND']

/** Earliest input expiry of a rework or blend; else null. */
export async function expiryCap(context: Context, planId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(l."expiryDate") as day from produceplan p
    join planlotsum s on s."producePlanId" = p.id and s.charges > 0
    join stocklot l on l.id = s."lotId"
    where p.id = ${planId} and p."customerId" = ${context.customerId} and p."planType" = any(${inheriting})
  `.execute(context.tx)
  return rows[0]?.day ?? null
}

export function cappedExpiry(byShelfLife: string | null, cap: string | null): string | null {
  if (byShelfLife === null || cap === null) return byShelfLife ?? cap
  return byShelfLife < cap ? byShelfLife : cap
}

/** Output lots of a rework or blend: later charges shorten their expiry. */
export async function inheritingLots(context: Context, plan: Plan): Promise<number[]> {
  if (!inheriting.includes(plan.planType)) return []
  const lots = await rowsOf(context, 'stocklot').select('id').where('producePlanId', '=', plan.id).execute()
  return lots.map(lot => lot.id)
}

export async function capExpiry(context: Context, planId: number, lotIds: readonly number[]): Promise<void> {
  if (lotIds.length === 0) return
  const cap = await expiryCap(context, planId)
  await sql`
    update stocklot set "expiryDate" = ${cap}::date, "updatedAt" = now(), "updatedBy" = ${context.userId},
      "rowVersion" = "rowVersion" + 1
    where id = any(${lotIds}) and coalesce("expiryDate" > ${cap}::date, ${cap !== null})`.execute(context.tx)
}

/**
 * Rejects undeclared allergens: a rework has no approved formula.
 * @throws AppError allergenNotDeclared
 */
export async function guardAllergens(context: Context, plan: Plan, lot: Lot): Promise<void> {
  if (!inheriting.includes(plan.planType)) return
  const { rows } = await sql<{ allergen: string }>`
    select unnest(coalesce(m.allergens, i.allergens)) as allergen from stocklot l
    left join material m on m.id = l."materialId" left join product i on i.id = l."productId"
    where l.id = ${lot.id}
    except select unnest(o.allergens) from product o where o.id = ${plan.productId}`.execute(context.tx)
  if (rows.length === 0) return
  const allergens = rows.map(row => format(context.locale, `Allergen.${row.allergen}`)).join(', ')
  throw new AppError('allergenNotDeclared', { lotNo: lot.lotNo, allergens })
}
