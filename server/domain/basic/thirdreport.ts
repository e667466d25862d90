/** External laboratory reports. Failing ones hold the lot at once (domain.md §2.5). */
import { sql } from 'kysely'
import type { thirdreport } from '#contract/basic/thirdreport.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Draft, EntityHooks } from '../basis/hooks.ts'
import { changeStatus, lockLots } from '../stock/lots.ts'

async function guardLot(context: Context, row: Draft): Promise<void> {
  const { rows } = await sql<{ materialId: number | null; productId: number | null }>`
    select "materialId", "productId" from stocklot where id = ${Number(row.lotId) || 0}
      and "customerId" = ${context.customerId}`.execute(context.tx)
  const lot = rows[0]
  if (!lot) return
  const other =
    (row.objectType === 'PRODUCT' && lot.productId !== row.productId) ||
    (row.objectType === 'MATERIAL' && lot.materialId !== row.materialId)
  if (other) throw invalid({ lotId: 'reference' })
}

export const thirdreportRules: EntityHooks<typeof thirdreport> = {
  async beforeSave(context, row) {
    const items = (row.items as readonly Draft[] | undefined) ?? []
    // Single failed items fail the report, despite its conclusion.
    if (items.some(item => item?.verdict === 'FAIL') && row.conclusion === 'PASS')
      throw invalid({ conclusion: 'itemFailed' })
    await guardLot(context, row)
  },
  async afterSave(context, row, before) {
    if (row.conclusion !== 'FAIL' || row.lotId === null) return
    if (before?.conclusion === 'FAIL' && before.lotId === row.lotId) return
    const lot = (await lockLots(context, [row.lotId])).get(row.lotId)
    if (lot && (lot.qualityStatus === 'PENDING' || lot.qualityStatus === 'RELEASED'))
      await changeStatus(context, lot, 'HOLD', `${row.agencyName} ${row.reportNo}`.slice(0, 200), lot.certificateNo)
  },
}
