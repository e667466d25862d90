/** What a suspicion reaches: the product lots a set of lots is in, and how much of them was made and sold. */
import { sql } from 'kysely'
import { decimal } from '../../../src/contract/schema/decimal.ts'
import type { Context } from '../../db/context.ts'
import { figuresOf } from '../review/figures.ts'
import { walk } from '../review/scope.ts'

export interface Involved {
  /** Every lot that contains one of the lots, these included. */
  readonly lots: readonly number[]
  /** The product lots among them. */
  readonly productLots: readonly number[]
  /** In the lots' unit, or in kilograms where units differ and all are masses; null where they cannot be added. */
  readonly involvedQty: string | null
  /** Net at dealers, in the same unit. */
  readonly soldQty: string | null
  readonly dealerCount: number
  readonly elapsedMs: number
}

interface Weighed {
  readonly id: number
  readonly unitId: number
  readonly isMass: boolean
  readonly kgNumerator: number
  readonly kgDenominator: number
}

/** The trace forward of these lots with what it comes to. */
export async function involvedBy(context: Context, roots: readonly number[]): Promise<Involved> {
  const began = performance.now()
  const lots = [...(await walk(context, roots, 'asc')).levels.keys()]
  const { rows } = await sql<Weighed>`
    select id, "unitId", "isMass", "kgNumerator", "kgDenominator" from stocklot
    where id = any(${lots}::bigint[]) and "itemType" = 'PRODUCT' and "customerId" = ${context.customerId}
    order by "lotNo"`.execute(context.tx)
  const figures = new Map((await figuresOf(context, lots)).map(figure => [figure.lotId, figure]))
  const sameUnit = new Set(rows.map(row => row.unitId)).size <= 1
  const sumOf = (quantity: (id: number) => unknown) =>
    sameUnit || rows.every(row => row.isMass)
      ? rows
          .reduce((sum, row) => {
            const own = decimal(quantity(row.id))
            return sum.plus(sameUnit ? own : own.times(row.kgNumerator).div(row.kgDenominator))
          }, decimal(0))
          .toFixed(4)
      : null
  const productLots = rows.map(row => row.id)
  const { rows: dealers } = await sql<{ count: number }>`
    select count(distinct "dealerId")::int as count from stockbalance
    where "lotId" = any(${productLots}::bigint[]) and "dealerId" is not null and quantity > 0`.execute(context.tx)
  return {
    lots,
    productLots,
    involvedQty: sumOf(id => figures.get(id)?.produced),
    soldQty: sumOf(id => figures.get(id)?.sold),
    dealerCount: dealers[0]?.count ?? 0,
    elapsedMs: performance.now() - began,
  }
}
