/** Hooks of materials and products: locked base unit and lot tracking. */
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { rowsOf } from '../../db/query/rowsOf.ts'

interface Item {
  readonly baseUnitId?: number | null | undefined
  readonly isLotTracked?: boolean | null | undefined
}

/** @throws AppError unitLocked */
export async function guardBaseUnit(
  context: Context,
  row: Item,
  before: (Item & { readonly id: number }) | null,
  column: 'materialId' | 'productId',
): Promise<void> {
  if (!before) return
  if (row.baseUnitId === before.baseUnitId && row.isLotTracked === before.isLotTracked) return
  const lot = await rowsOf(context, 'stocklot').select('id').where(column, '=', before.id).limit(1).executeTakeFirst()
  if (lot) throw new AppError('unitLocked')
}
