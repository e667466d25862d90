/** Products: base unit lock, duplication. */
import type { product } from '#contract/basic/product.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { copyProduct } from './copies.ts'
import { guardBaseUnit } from './item.ts'

export const productRules: EntityHooksWithActions<typeof product> = {
  bulkSafe: true,
  beforeSave: (context, row, before) => guardBaseUnit(context, row, before, 'productId'),
  actions: {
    async duplicate(context, row, given, documents) {
      await copyProduct(context, row.id, given.code, documents)
      return undefined
    },
  },
}
