/** Receipt defaults of a material: packings, usual supplier, last price. */
import { sql } from 'kysely'
import type { materialReceiptDefaults } from '#contract/material/initSpec.ts'
import { material } from '#contract/material/material.ts'
import type { AnswerOf, ParametersOf } from '#contract/schema/call.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import { load } from '../../db/records/store.ts'

/** @throws AppError notFound for an unknown material */
export async function receiptDefaults(
  context: Context,
  { materialId }: ParametersOf<typeof materialReceiptDefaults>,
): Promise<AnswerOf<typeof materialReceiptDefaults>> {
  const row = await load(context, material, materialId)
  const specs = await rowsOf(context, 'materialspec')
    .select(['id as value', 'specName as label', 'baseQtyPerPackage', 'manufacturerName'])
    .select(eb => eb.fn.coalesce('isDefault', eb.lit(false)).as('isDefault'))
    .where('materialId', '=', row.id)
    .where('isDeleted', '=', false)
    .where('status', '=', 'ENABLED')
    .orderBy('isDefault', 'desc')
    .orderBy('specCode')
    .execute()
  const last = await sql<{ unitPrice: string; supplyId: number | null; supplier: string | null }>`
    select x."unitPrice", d."supplyId", s.name as supplier from materialstoreinline x
    join materialstorein d on d.id = x."parentId" and d.status = 'SUBMITTED'
    left join supply s on s.id = d."supplyId"
    where x."materialId" = ${row.id} and d."customerId" = ${context.customerId} and x."unitPrice" is not null
    order by d."storeInDate" desc, d.id desc limit 1`.execute(context.tx)
  const known = last.rows[0]
  return {
    materialId: row.id,
    specs,
    materialSpecId: specs[0]?.value ?? null,
    supplyId: row.defaultSupplyId ?? known?.supplyId ?? null,
    supplyId$label: row.defaultSupplyId$label ?? known?.supplier ?? null,
    shelfLifeValue: row.shelfLifeValue,
    shelfLifeUnit: row.shelfLifeUnit,
    isInspected: row.isInspected,
    isImported: row.isImported,
    unitId: row.baseUnitId,
    unitId$label: row.baseUnitId$label,
    unitPrice: known?.unitPrice ?? null,
  }
}
