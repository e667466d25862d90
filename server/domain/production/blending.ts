/** Rework and blending: the goods keep the earliest expiry of what went in, and hide none of its allergens (domain.md §6.7). */
import { sql } from 'kysely'
import { format } from '../../../src/contract/messages/index.ts'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Lot } from '../stock/lots.ts'
import type { Plan } from './plan.ts'

/** Plans that make goods of goods. */
const inheriting = ['REWORK', 'BLEND']

/**
 * The latest day that lots made by a plan may expire on: for a rework or a blend the earliest expiry among all it was
 * charged with; null where the shelf life alone decides. Asked when the lot is made.
 */
export async function expiryCap(context: Context, planId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(l."expiryDate") as day from produceplan p
    join planlotsum s on s."producePlanId" = p.id and s.charges > 0
    join stocklot l on l.id = s."lotId"
    where p.id = ${planId} and p."customerId" = ${context.customerId} and p."planType" = any(${inheriting})
  `.execute(context.tx)
  return rows[0]?.day ?? null
}

/** The earlier of the expiry by shelf life and the cap of the plan; either may be missing. */
export function cappedExpiry(byShelfLife: string | null, cap: string | null): string | null {
  if (byShelfLife === null || cap === null) return byShelfLife ?? cap
  return byShelfLife < cap ? byShelfLife : cap
}

/** Lots a rework or a blend has made so far, which what is charged later makes expire earlier too; none of other plans. */
export async function inheritingLots(context: Context, plan: Plan): Promise<number[]> {
  if (!inheriting.includes(plan.planType)) return []
  const { rows } = await sql<{ id: number }>`
    select id from stocklot where "producePlanId" = ${plan.id} and "customerId" = ${context.customerId}`.execute(
    context.tx,
  )
  return rows.map(row => row.id)
}

/** Brings locked lots of a plan to the expiry of what went into them, where that is earlier. */
export async function capExpiry(context: Context, planId: number, lotIds: readonly number[]): Promise<void> {
  if (lotIds.length === 0) return
  const cap = await expiryCap(context, planId)
  await sql`
    update stocklot set "expiryDate" = ${cap}::date, "updatedAt" = now(), "updatedBy" = ${context.userId},
      "rowVersion" = "rowVersion" + 1
    where id = any(${lotIds}) and coalesce("expiryDate" > ${cap}::date, ${cap !== null})`.execute(context.tx)
}

/**
 * What goes into a rework must not bring an allergen that the product does not declare: a formula was judged when it was
 * approved, a rework by nobody.
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
