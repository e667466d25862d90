/** Hooks of materials and products: locked base unit and lot tracking. */
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Draft } from '../basis/hooks.ts'

interface Before {
  readonly id: number
  readonly baseUnitId: number
  readonly isLotTracked?: boolean
}

/** @throws AppError unitLocked */
export async function guardBaseUnit(
  context: Context,
  row: Draft,
  before: Before | null,
  column: 'materialId' | 'productId',
): Promise<void> {
  if (!before) return
  if (row.baseUnitId === before.baseUnitId && row.isLotTracked === before.isLotTracked) return
  const { rows } = await sql`
    select 1 from stocklot where ${sql.ref(column)} = ${before.id} limit 1`.execute(context.tx)
  if (rows.length > 0) throw new AppError('unitLocked')
}
