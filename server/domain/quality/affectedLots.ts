/** What a suspicion reaches: the product lots a set of lots is in, and how much of them was made and sold. */
import { sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'
import { adding, measuresOf } from '../stock/lotSums.ts'
import { figuresOf } from '../trace/walk/figures.ts'
import { walk } from '../trace/walk/traceScope.ts'

export interface AffectedLots {
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

/** The trace forward of these lots with what it comes to. */
export async function affectedLots(context: Context, roots: readonly number[]): Promise<AffectedLots> {
  const began = performance.now()
  const lots = [...(await walk(context, roots, 'asc')).levels.keys()]
  const { rows } = await sql<{ id: number }>`
    select id from stocklot
    where id = any(${lots}::bigint[]) and "itemType" = 'PRODUCT' and "customerId" = ${context.customerId}
    order by "lotNo"`.execute(context.tx)
  const productLots = rows.map(row => row.id)
  const figures = await figuresOf(context, productLots)
  const sumOf = adding(await measuresOf(context, productLots), figures)
  const { rows: dealers } = await sql<{ count: number }>`
    select count(distinct "dealerId")::int as count from stockbalance
    where "lotId" = any(${productLots}::bigint[]) and "dealerId" is not null and quantity > 0`.execute(context.tx)
  return {
    lots,
    productLots,
    involvedQty: sumOf('produced')?.toFixed(4) ?? null,
    soldQty: sumOf('sold')?.toFixed(4) ?? null,
    dealerCount: dealers[0]?.count ?? 0,
    elapsedMs: performance.now() - began,
  }
}
