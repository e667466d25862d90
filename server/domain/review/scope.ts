/** Which lots a trace reaches: roots found from what was asked, then the whole graph at once (domain.md §3.3). */
import { sql } from 'kysely'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'
import type { Context } from '../../db/context.ts'

export type Direction = 'asc' | 'desc'

/** Distance of every lot in scope from the nearest root, by lot id; roots are 0. */
export type Levels = ReadonlyMap<number, number>

export interface Link {
  readonly inLotId: number
  readonly outLotId: number
  readonly producePlanId: number
  readonly batchSeq: number
  readonly linkPrecision: string
}

/** Lots with these numbers; a number nobody knows is named, never passed over. */
async function lotsNumbered(context: Context, lotNos: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; lotNo: string }>`
    select id, "lotNo" from stocklot where "customerId" = ${context.customerId}
      and "lotNo" = any(${lotNos})`.execute(context.tx)
  const missing = lotNos.find(lotNo => !rows.some(row => row.lotNo === lotNo))
  if (missing !== undefined) throw new AppError('lotUnknown', { lotNo: missing })
  return rows.map(row => row.id)
}

const given = (value: unknown) => (isEmpty(value) ? null : value)

/** Root lots of a forward trace; several may be traced as one. */
export async function rootsAsc(context: Context, asked: Values): Promise<number[]> {
  const lotNos = [...((asked.lotNos as string[] | null) ?? []), ...(asked.productLotNo ? [asked.productLotNo] : [])]
  if (lotNos.length > 0) return lotsNumbered(context, lotNos as string[])
  const named = ['supplierLotNo', 'supplyId', 'materialId', 'storeInDocNo'].some(name => !isEmpty(asked[name]))
  if (!named) throw new AppError('nothingToTrace')
  const { rows } = await sql<{ id: number }>`
    select l.id from stocklot l
    join customer c on c.id = l."customerId"
    left join materialstorein d on d."customerId" = l."customerId" and d."docNo" = l."sourceDocNo"
    where l."customerId" = ${context.customerId} and l."itemType" = 'MATERIAL'
      and (${given(asked.supplierLotNo)}::text is null or l."supplierLotNo" = ${given(asked.supplierLotNo)})
      and (${given(asked.supplyId)}::bigint is null or l."supplyId" = ${given(asked.supplyId)})
      and (${given(asked.materialId)}::bigint is null or l."materialId" = ${given(asked.materialId)})
      and (${given(asked.storeInDocNo)}::text is null or l."sourceDocNo" = ${given(asked.storeInDocNo)})
      and (${given(asked.dateFrom)}::date is null or (d."storeInDate" at time zone c."timeZone")::date >= ${given(asked.dateFrom)}::date)
      and (${given(asked.dateTo)}::date is null or (d."storeInDate" at time zone c."timeZone")::date <= ${given(asked.dateTo)}::date)
    order by l.id limit 1000`.execute(context.tx)
  return rows.map(row => row.id)
}

/** Root lots of a backward trace: named, of a product and day, or of sales. */
export async function rootsDesc(context: Context, asked: Values): Promise<number[]> {
  const lotNos = (asked.productLotNos as string[] | null) ?? []
  if (lotNos.length > 0) return lotsNumbered(context, lotNos)
  if (!isEmpty(asked.saleOutNo) || !isEmpty(asked.dealerId)) {
    const { rows } = await sql<{ id: number }>`
      select distinct x."lotId" as id from productsaleoutline x join productsaleout s on s.id = x."parentId"
      where s."customerId" = ${context.customerId} and s.status in ('SUBMITTED', 'CONFIRMED')
        and (${given(asked.saleOutNo)}::text is null or s."docNo" = ${given(asked.saleOutNo)})
        and (${given(asked.dealerId)}::bigint is null or s."dealerId" = ${given(asked.dealerId)})
        and (${given(asked.dateFrom)}::date is null or s."saleDate" >= ${given(asked.dateFrom)}::date)
        and (${given(asked.dateTo)}::date is null or s."saleDate" <= ${given(asked.dateTo)}::date)
      limit 1000`.execute(context.tx)
    return rows.map(row => row.id)
  }
  if (isEmpty(asked.productId)) throw new AppError('nothingToTrace')
  const { rows } = await sql<{ id: number }>`
    select id from stocklot where "customerId" = ${context.customerId} and "productId" = ${asked.productId}
      and (${given(asked.produceDate)}::date is null or "produceDate" = ${given(asked.produceDate)}::date)
    order by id limit 1000`.execute(context.tx)
  return rows.map(row => row.id)
}

/**
 * Every lot that contains a root (asc) or went into one (desc). UNION over ids only, so that diamonds are counted once
 * and loops end; distances are worked out afterwards, breadth first.
 */
export async function walk(
  context: Context,
  roots: readonly number[],
  direction: Direction,
): Promise<{ readonly levels: Levels; readonly links: readonly Link[] }> {
  const [from, to] = direction === 'asc' ? ['inLotId', 'outLotId'] : ['outLotId', 'inLotId']
  const { rows: links } = await sql<Link>`
    with recursive scope(id) as (
      select unnest(${roots}::bigint[])
      union
      select k.${sql.ref(to as string)} from scope s join lotlink k on k.${sql.ref(from as string)} = s.id
    )
    select k."inLotId", k."outLotId", k."producePlanId", k."batchSeq", k."linkPrecision"
    from scope s join lotlink k on k.${sql.ref(from as string)} = s.id`.execute(context.tx)
  return { levels: levelsOf(roots, links, direction), links }
}

/** Breadth-first distances from the roots over the links found. */
export function levelsOf(roots: readonly number[], links: readonly Link[], direction: Direction): Levels {
  const next = new Map<number, number[]>()
  for (const link of links) {
    const [from, to] = direction === 'asc' ? [link.inLotId, link.outLotId] : [link.outLotId, link.inLotId]
    const known = next.get(from)
    if (known) known.push(to)
    else next.set(from, [to])
  }
  const levels = new Map<number, number>(roots.map(root => [root, 0]))
  let edge = [...roots]
  for (let level = 1; edge.length > 0; level += 1) {
    edge = [...new Set(edge.flatMap(lot => next.get(lot) ?? []))].filter(lot => !levels.has(lot))
    for (const lot of edge) levels.set(lot, level)
  }
  return levels
}
