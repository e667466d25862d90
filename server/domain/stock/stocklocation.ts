/** Bins: created by users in warehouses; virtual locations are server-managed and read-only. */
import { format } from '#contract/messages/index.ts'
import { shippedText } from '#contract/messages/shippedNames.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { stocklocation } from '#contract/stock/stocklocation.ts'
import { touched } from '../../db/query/rowsOf.ts'
import type { EntityHooks } from '../basis/hooks.ts'
import { refuseStockInBin } from './bins.ts'

type StockLocation = RowOf<typeof stocklocation>
type LocationDraft = DraftOf<typeof stocklocation>

function guardNew(row: LocationDraft): void {
  if (row.locationType !== 'STORAGE') throw invalid({ locationType: 'option' })
  if (isEmpty(row.warehouseId)) throw invalid({ warehouseId: 'required' })
}

/** Kind and warehouse are fixed while stock lies in the bin. */
function guardFixed(row: LocationDraft, before: StockLocation): void {
  if (row.locationType !== before.locationType) throw invalid({ locationType: 'fixed' })
  if ((row.warehouseId ?? null) !== before.warehouseId) throw invalid({ warehouseId: 'fixed' })
  if (before.warehouseId !== null) return
  if (row.status !== before.status) throw invalid({ status: 'fixed' })
  for (const flag of ['isDefault', 'isQuarantine'] as const)
    if (Boolean(row[flag]) !== Boolean(before[flag])) throw invalid({ [flag]: 'fixed' })
}

/** Default bin of a warehouse: single, never unset, open for use. */
function guardDefault(row: LocationDraft, before: StockLocation | null): void {
  if (before?.isDefault && !row.isDefault) throw invalid({ isDefault: 'defaultBin' })
  if (!row.isDefault) return
  if (row.status !== 'ENABLED') throw invalid({ status: 'defaultBin' })
  if (row.isQuarantine) throw invalid({ isQuarantine: 'defaultBin' })
}

export const stocklocationRules: EntityHooks<typeof stocklocation> = {
  async beforeSave(context, row, before) {
    if (!before) guardNew(row)
    else guardFixed(row, before)
    guardDefault(row, before)
    const emptied = before?.status === 'ENABLED' && row.status !== 'ENABLED'
    if (before && (emptied || Boolean(row.isQuarantine) !== Boolean(before.isQuarantine)))
      await refuseStockInBin(context, before)
  },
  async afterSave(context, row, before) {
    if (!row.isDefault || before?.isDefault || row.warehouseId === null) return
    await context.tx
      .updateTable('stocklocation')
      .set({ isDefault: false, ...touched(context) })
      .where('warehouseId', '=', row.warehouseId)
      .where('isDefault', '=', true)
      .where('id', '<>', row.id)
      .where('customerId', '=', context.customerId)
      .execute()
  },
  async beforeRemove(context, row) {
    if (row.warehouseId === null) {
      const referrers = shippedText('stocklocation', row.name, key => format(context.locale, key))
      throw new AppError('inUse', { referrers })
    }
    if (row.isDefault) throw invalid({ isDefault: 'defaultBin' })
    await refuseStockInBin(context, row)
  },
}
