/** Food additive limits, in grams per kilogram of output (domain.md §2.6). */
import { sql } from 'kysely'
import type { PlanAdditive } from '#contract/production/planState.ts'
import { AppError } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Context } from '../../db/connection/context.ts'
import { kilogramsOf } from '../basic/mass.ts'

type Found = Omit<PlanAdditive, 'perKg' | 'isOver'> & { readonly outputKg: string | null }

const amounts = {
  needed: (planId: number) => sql`
    select x."materialId", x."requiredQty" as quantity from produceplanmaterial x where x."parentId" = ${planId}`,
  used: (planId: number) => sql`
    select x."materialId", x."usedQty" as quantity from produceplanmaterial x
    where x."parentId" = ${planId} and x."usedQty" > 0`,
} as const

/** Additives against the lower limit of formula and material. */
export async function additivesOf(
  context: Context,
  planId: number,
  what: keyof typeof amounts,
): Promise<PlanAdditive[]> {
  const { rows } = await sql<Found>`
    select m.id as "materialId", m.name as "itemName", sum(a.quantity * ${kilogramsOf('mu', sql`m.density`)}) * 1000 as grams,
      least(m."maxUsePerKg", (select min(f."maxLimit") from productformulaline f
        where f."parentId" = p."formulaId" and f."materialId" = m.id)) as limit,
      greatest(p."plannedQty", p."producedQty") * ${kilogramsOf('pu', sql`i.density`)} as "outputKg"
    from (${amounts[what](planId)}) a
    join material m on m.id = a."materialId" and m."materialType" = 'ADDITIVE'
    join unit mu on mu.id = m."baseUnitId"
    join produceplan p on p.id = ${planId} and p."customerId" = ${context.customerId}
    join product i on i.id = p."productId" join unit pu on pu.id = i."baseUnitId"
    group by m.id, p.id, i.id, pu.id order by m.code`.execute(context.tx)
  return rows.map(({ outputKg, ...share }) => {
    const perKg = decimal(outputKg).gt(0) ? decimal(share.grams).div(decimal(outputKg)) : null
    return {
      ...share,
      grams: decimal(share.grams).toFixed(4),
      perKg: perKg?.toFixed(4) ?? null,
      isOver: perKg !== null && share.limit !== null && perKg.gt(share.limit),
    }
  })
}

/** @throws AppError additiveOverLimit for the first additive over its limit */
export async function refuseOverLimit(context: Context, planId: number, what: keyof typeof amounts): Promise<void> {
  const over = (await additivesOf(context, planId, what)).find(share => share.isOver)
  if (over) throw new AppError('additiveOverLimit', { item: over.itemName, perKg: over.perKg, limit: over.limit })
}
