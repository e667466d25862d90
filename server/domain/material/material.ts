import type { material } from '../../../src/contract/material/material.ts'
import { guardBaseUnit } from '../basic/item.ts'
import type { Rules } from '../basis/rule.ts'

export const materialRules: Rules<typeof material> = {
  together: true,
  beforeSave: (context, row, before) => guardBaseUnit(context, row, before, 'materialId'),
}
