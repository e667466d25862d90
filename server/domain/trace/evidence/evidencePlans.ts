/** Plans and batches behind the product lots: keys of evidence. */
import { sql } from 'kysely'
import type { Sql } from '../../../db/schema/columns.ts'
import { type LotLink, planLinks } from '../walk/links.ts'
import { levelTable, type TraceScope } from '../walk/traceScope.ts'

/** Lot and plan pair; batch 0 means the whole plan. */
interface Pairs {
  readonly lots: readonly number[]
  readonly plans: readonly number[]
  readonly batches: readonly number[]
}

function pairsOf(links: readonly LotLink[], end: 'inLotId' | 'outLotId'): Pairs {
  const found = new Map<string, { lot: number; plan: number; batches: Set<number> }>()
  for (const link of planLinks(links)) {
    const key = `${link[end]}/${link.producePlanId}`
    const pair = found.get(key) ?? { lot: link[end], plan: link.producePlanId, batches: new Set<number>() }
    pair.batches.add(link.batchSeq)
    found.set(key, pair)
  }
  const flat = [...found.values()].flatMap(({ lot, plan, batches }) =>
    (batches.has(0) ? [0] : [...batches]).map(batch => ({ lot, plan, batch })),
  )
  return {
    lots: flat.map(({ lot }) => lot),
    plans: flat.map(({ plan }) => plan),
    batches: flat.map(({ batch }) => batch),
  }
}

const pairTable = ({ lots, plans, batches }: Pairs): Sql => sql`
  select * from unnest(${lots}::bigint[], ${plans}::bigint[], ${batches}::int[]) as pair("lotId", "producePlanId", batch)`

/** Charges on the way to the roots: `lotId`, `producePlanId`, `batch`. */
export const chargedTable = ({ links }: TraceScope): Sql => pairTable(pairsOf(links, 'inLotId'))

/** Producing plan of each lot: `lotId`, `producePlanId`, `batch`; else the named one. */
export const madeTable = ({ lots, links }: TraceScope): Sql => {
  const linked = pairTable(pairsOf(links, 'outLotId'))
  return sql`
    ${linked} union all
    select l.id, l."producePlanId", 0 from stocklot l
    where l.id = any(${lots}::bigint[]) and l."producePlanId" is not null
      and not exists (select 1 from (${linked}) k where k."lotId" = l.id)`
}

export const planTable = (scope: TraceScope): Sql => sql`
  select p.id, p."customerId", p."docNo" as "planNo", p."produceDate" as day, p."productId", p.workshop, p."leaderId",
    min(at.level) as level, string_agg(distinct l."lotNo", ', ' order by l."lotNo") as "outLotNo",
    array_agg(distinct m.batch) as batches
  from (${madeTable(scope)}) m
  join (${levelTable(scope)}) at on at."lotId" = m."lotId"
  join stocklot l on l.id = m."lotId"
  join produceplan p on p.id = m."producePlanId"
  group by p.id`

/** Condition: a relevant batch; records without one concern all. */
export const ofBatches = (batch: Sql): Sql =>
  sql`(0 = any(plan.batches) or coalesce(${batch}, 0) = 0 or ${batch} = any(plan.batches))`
