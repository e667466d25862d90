import type { product } from '../../../src/contract/basic/product.ts'
import type { Rules } from '../rule.ts'
import { guardBaseUnit } from './item.ts'

export const productRules: Rules<typeof product> = {
  beforeSave: (context, row, before) => guardBaseUnit(context, row, before, 'productId'),
}
