/** External laboratory reports. Failing ones hold the lot at once (domain.md §2.5). */
import type { thirdreport } from '#contract/basic/thirdreport.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { DraftOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'
import type { EntityHooks } from '../basis/hooks.ts'
import { changeStatus, lockLots } from '../stock/lots.ts'

async function guardLot(context: Context, row: DraftOf<typeof thirdreport>): Promise<void> {
  const lot = await rowsOf(context, 'stocklot')
    .select(['materialId', 'productId'])
    .where('id', '=', row.lotId ?? 0)
    .executeTakeFirst()
  if (!lot) return
  const other =
    (row.objectType === 'PRODUCT' && lot.productId !== row.productId) ||
    (row.objectType === 'MATERIAL' && lot.materialId !== row.materialId)
  if (other) throw invalid({ lotId: 'reference' })
}

export const thirdreportRules: EntityHooks<typeof thirdreport> = {
  async beforeSave(context, row) {
    // Single failed items fail the report, despite its conclusion.
    if (row.items?.some(item => item.verdict === 'FAIL') && row.conclusion === 'PASS')
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
