/** Materials: base unit lock. */
import type { material } from '#contract/material/material.ts'
import { guardBaseUnit } from '../basic/item.ts'
import type { EntityHooks } from '../basis/hooks.ts'

export const materialRules: EntityHooks<typeof material> = {
  bulkSafe: true,
  beforeSave: (context, row, before) => guardBaseUnit(context, row, before, 'materialId'),
}
