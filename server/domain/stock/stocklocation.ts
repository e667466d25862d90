/** Bins: people make them in warehouses; the virtual places of the ledger are the server's and stay as they are. */
import { AppError, invalid } from '../../../src/contract/schema/answer.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'
import type { stocklocation } from '../../../src/contract/stock/stocklocation.ts'
import type { Rules } from '../rule.ts'

export const stocklocationRules: Rules<typeof stocklocation> = {
  async beforeSave(_context, row, before) {
    // What lies in a bin would change its meaning with the bin's kind or house.
    if (before && row.locationType !== before.locationType) throw invalid({ locationType: 'fixed' })
    if (before && (row.warehouseId ?? null) !== before.warehouseId) throw invalid({ warehouseId: 'fixed' })
    if (before) return
    if (row.locationType !== 'STORAGE') throw invalid({ locationType: 'option' })
    if (isEmpty(row.warehouseId)) throw invalid({ warehouseId: 'required' })
  },
  async beforeRemove(_context, row) {
    if (row.warehouseId === null) throw new AppError('inUse', { referrers: row.name })
  },
}
