/** Queries of a trace graph as of the snapshot. */
import { sql } from 'kysely'
import { dealings } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../../db/connection/context.ts'
import { moves } from '../../stock/movementSql.ts'
import { standing, standingOf } from '../walk/figures.ts'
import { statusThen } from '../walk/sectionLots.ts'
import type { TraceScope } from '../walk/traceScope.ts'
import type { Measure } from './graphAmount.ts'

export interface Lot extends Measure {
  readonly id: number
  readonly lotNo: string
  readonly itemKey: string
  readonly itemName: string
  readonly kind: 'MATERIAL_LOT' | 'SEMI_LOT' | 'PRODUCT_LOT'
  readonly status: string
  readonly supplyId: number | null
}

export interface Plan {
  readonly id: number
  readonly docNo: string
  readonly productId: number
  readonly productName: string
  readonly status: string
}

/** Quantity charged, produced or received, in ten-thousandths of the lot's unit. */
export interface Flow {
  readonly lotId: number
  readonly kind: 'USED' | 'MADE' | 'RECEIVED'
  readonly planId: number
  readonly batchSeq: number
  readonly quantity: number
}

export interface Held {
  readonly lotId: number
  readonly dealerIds: readonly number[]
  readonly quantities: readonly number[]
}

interface LotRow extends Omit<Lot, 'kg'> {
  readonly numerator: number | null
  readonly denominator: number | null
}

export async function lotsOf(context: Context, scope: TraceScope): Promise<ReadonlyMap<number, Lot>> {
  const { rows } = await sql<LotRow>`
    select l.id, l."lotNo", coalesce(m.name, i.name) as "itemName",
      case when l."materialId" is null then 'p' || l."productId" else 'm' || l."materialId" end as "itemKey",
      case when l."materialId" is not null then 'MATERIAL_LOT' when i."productType" = 'SEMI' then 'SEMI_LOT'
        else 'PRODUCT_LOT' end as kind,
      ${statusThen(scope)} as status, l."supplyId", coalesce(u.name, '') as unit,
      case when l."isMass" then l."kgNumerator" end as numerator,
      case when l."isMass" then l."kgDenominator" end as denominator
    from stocklot l
    left join material m on m.id = l."materialId"
    left join product i on i.id = l."productId"
    left join unit u on u.id = l."unitId"
    where l.id = any(${scope.lots}::bigint[])`.execute(context.tx)
  return new Map(
    rows.map(({ numerator, denominator, ...row }) => [
      row.id,
      { ...row, kg: numerator && denominator ? { numerator, denominator } : null },
    ]),
  )
}

export async function plansOf(context: Context, ids: readonly number[]): Promise<ReadonlyMap<number, Plan>> {
  const { rows } = await sql<Plan>`
    select p.id, p."docNo", p."productId", i.name as "productName", p.status
    from produceplan p join product i on i.id = p."productId" where p.id = any(${ids}::bigint[])`.execute(context.tx)
  return new Map(rows.map(row => [row.id, row]))
}

/** Names by id, after grouping: wide traces hide most dealers. */
export async function namesOf(
  context: Context,
  entity: 'supply' | 'dealer',
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${sql.table(entity)} where id = any(${ids}::bigint[])`.execute(context.tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function flowsOf(context: Context, { lots, asOfSeq }: TraceScope): Promise<readonly Flow[]> {
  const { rows } = await sql<Flow>`
    select "lotId", case when "moveType" in (${moves.used}) then 'USED' when "moveType" in (${moves.made}) then 'MADE'
        else 'RECEIVED' end as kind,
      coalesce("producePlanId", 0) as "planId", coalesce("batchSeq", 0) as "batchSeq",
      (sum(case when "moveType" in (${moves.used}) and "toType" <> 'PROCESS' then -quantity else quantity end)
        * 10000)::bigint as quantity
    from (${standing(lots, asOfSeq)}) s
    where "moveType" in (${moves.used}, ${moves.made}, ${moves.received}) group by 1, 2, 3, 4`.execute(context.tx)
  return rows
}

export async function heldOf(context: Context, { targetLots, asOfSeq }: TraceScope): Promise<readonly Held[]> {
  const { rows } = await sql<Held>`
    select "lotId", array_agg("dealerId") as "dealerIds", array_agg(quantity) as quantities from (
      select "lotId", "dealerId",
        (sum(case when "moveType" in (${moves.sold}) then quantity else -quantity end) * 10000)::bigint as quantity
      from (${standingOf(targetLots, [...dealings.sold, ...dealings.dealerReturned], asOfSeq)}) s where "dealerId" is not null group by 1, 2
    ) holder group by 1 order by 1`.execute(context.tx)
  return rows
}
