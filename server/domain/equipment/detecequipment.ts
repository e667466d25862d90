import type { detecequipment } from '../../../src/contract/equipment/detecequipment.ts'
import { invalid } from '../../../src/contract/schema/answer.ts'
import type { EntityHooks } from '../basis/hooks.ts'

export const detecequipmentRules: EntityHooks<typeof detecequipment> = {
  async beforeSave(_context, row) {
    // That a calibration has run out follows from its date (domain.md §0.5.8); nobody says it, no job writes it.
    if (row.status === 'OVERDUE') throw invalid({ status: 'option' })
  },
}
