/** Which plans, and which of their batches, made the product lots of a trace: what proofs of production are looked up by. */
import { sql } from 'kysely'
import type { Sql } from '../../../db/schema/columns.ts'
import { type Link, levelTable, type Scope } from '../walk/traceScope.ts'

/** A pair of a lot and a plan, by one end of the links, with the batches they name; 0 stands for all of the plan's. */
interface Pairs {
  readonly lots: readonly number[]
  readonly plans: readonly number[]
  readonly batches: readonly number[]
}

function pairsOf(links: readonly Link[], end: 'inLotId' | 'outLotId'): Pairs {
  const found = new Map<string, { lot: number; plan: number; batches: Set<number> }>()
  for (const link of links) {
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

/** Where the lots of a trace were charged on their way to what was asked for: `lotId`, `producePlanId`, `batch`. */
export const chargedTable = ({ links }: Scope): Sql => pairTable(pairsOf(links, 'inLotId'))

/**
 * What made each product lot: `lotId`, `producePlanId`, `batch`. A lot that nothing is linked to is of the plan it names,
 * whichever batch.
 */
export const madeTable = ({ lots, links }: Scope): Sql => {
  const linked = pairTable(pairsOf(links, 'outLotId'))
  return sql`
    ${linked} union all
    select l.id, l."producePlanId", 0 from stocklot l
    where l.id = any(${lots}::bigint[]) and l."producePlanId" is not null
      and not exists (select 1 from (${linked}) k where k."lotId" = l.id)`
}

/** The plans that made lots of the trace: with the lots, the nearest one's level, the day, and the batches it is about. */
export const planTable = (scope: Scope): Sql => sql`
  select p.id, p."customerId", p."docNo" as "planNo", p."produceDate" as day, p."productId", p.workshop, p."leaderId",
    min(at.level) as level, string_agg(distinct l."lotNo", ', ' order by l."lotNo") as "outLotNo",
    array_agg(distinct m.batch) as batches
  from (${madeTable(scope)}) m
  join (${levelTable(scope)}) at on at."lotId" = m."lotId"
  join stocklot l on l.id = m."lotId"
  join produceplan p on p.id = m."producePlanId"
  group by p.id`

/** Is a record of a plan about a batch that is asked for? One that names no batch is about all of them. */
export const ofBatches = (batch: Sql): Sql =>
  sql`(0 = any(plan.batches) or coalesce(${batch}, 0) = 0 or ${batch} = any(plan.batches))`
