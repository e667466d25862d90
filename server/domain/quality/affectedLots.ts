/** Lots affected by a suspicion, with quantities made and sold. */
import { sql } from 'kysely'
import type { Context } from '../../db/connection/context.ts'
import { anyOf, rowsOf } from '../../db/query/rowsOf.ts'
import { adding, measuresOf } from '../stock/lotSums.ts'
import { figuresOf } from '../trace/walk/figures.ts'
import { walk } from '../trace/walk/traceScope.ts'

export interface AffectedLots {
  readonly lots: readonly number[]
  readonly productLots: readonly number[]
  /** Common unit, else kilograms for masses, else null. */
  readonly involvedQty: string | null
  /** Net quantity at dealers, same unit. */
  readonly soldQty: string | null
  readonly dealerCount: number
  readonly elapsedMs: number
}

export async function affectedLots(context: Context, roots: readonly number[]): Promise<AffectedLots> {
  const began = performance.now()
  const lots = [...(await walk(context, roots, 'asc')).levels.keys()]
  const products = rowsOf(context, 'stocklot').where('id', '=', anyOf(lots)).where('itemType', '=', 'PRODUCT')
  const rows = await products.select('id').orderBy('lotNo').execute()
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
