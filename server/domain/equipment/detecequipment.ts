/** Measuring instruments: status check. */
import type { detecequipment } from '#contract/equipment/detecequipment.ts'
import { invalid } from '#contract/schema/answer.ts'
import type { EntityHooks } from '../basis/hooks.ts'

export const detecequipmentRules: EntityHooks<typeof detecequipment> = {
  async beforeSave(_context, row) {
    // Overdue calibration derives from its date (domain.md §0.5.8), so is never stored.
    if (row.status === 'OVERDUE') throw invalid({ status: 'option' })
  },
}
