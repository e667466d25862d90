/** Lot links of a trace, current or historical. */
import { sql } from 'kysely'
import type { LinkKind } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { documentLinksOf, linksOf } from '../../stock/genealogy.ts'
import { moves } from '../../stock/movementSql.ts'
import { hasMovedOn, type TraceOptions } from './traceOptions.ts'

export type Direction = 'asc' | 'desc'

/** Link made in a batch of a plan, or by one document. */
export interface LotLink {
  readonly inLotId: number
  readonly outLotId: number
  readonly kind: LinkKind
  readonly producePlanId: number | null
  readonly docNo: string | null
  readonly batchSeq: number
  readonly linkPrecision: string
}

type PlanLink = LotLink & { readonly producePlanId: number }

export const planLinks = (links: readonly LotLink[]): readonly PlanLink[] =>
  links.filter((link): link is PlanLink => link.producePlanId !== null)

export const plansOfLinks = (links: readonly LotLink[]): readonly number[] => [
  ...new Set(planLinks(links).map(link => link.producePlanId)),
]

/** Changes since, below which current links are reused. */
const fewRows = 50_000
const fewPlans = 500

interface Changed {
  readonly plans: readonly number[]
  readonly docNos: readonly string[]
}

/** Plans and documents possibly changed since; null when too many. */
async function changedSince(context: Context, view: TraceOptions): Promise<Changed | null> {
  if (!hasMovedOn(view)) return { plans: [], docNos: [] }
  const { asOfSeq, lastSeq } = view
  if (lastSeq - asOfSeq > fewRows) return null
  const since = sql`g.id > ${asOfSeq} and g.id <= ${lastSeq} and g."customerId" = ${context.customerId}`
  const { rows } = await sql<{ id: number | null; docNo: string | null }>`
    select * from (select distinct g."producePlanId" as id, null::text as "docNo" from stockledger g
      where ${since} and g."producePlanId" is not null
        and g."moveType" in (${moves.ofPlans}, ${moves.reversal}) limit ${fewPlans + 1}) plan
    union all
    select * from (select distinct null::bigint, g."docNo" from stockledger g
      left join stockledger o on o.id = g."reversalOfSeq"
      where ${since} and coalesce(o."moveType", g."moveType") in (${moves.documentIn}, ${moves.documentOut}) limit ${fewPlans + 1}) document`.execute(
    context.tx,
  )
  const plans = rows.flatMap(({ id }) => id ?? [])
  const docNos = rows.flatMap(({ docNo }) => docNo ?? [])
  return Math.max(plans.length, docNos.length) > fewPlans ? null : { plans, docNos }
}

const ends = (direction: Direction) =>
  direction === 'asc'
    ? { from: sql.ref('inLotId'), to: sql.ref('outLotId') }
    : { from: sql.ref('outLotId'), to: sql.ref('inLotId') }

const columns = sql`"inLotId", "outLotId", "producePlanId", "batchSeq", "linkPrecision", kind, "docNo"`

/** Links that may have changed since are read from the ledger. */
function keptOf({ plans, docNos }: Changed): Sql {
  const byPlan = plans.length > 0 ? sql`and (k."producePlanId" = any(${plans}::bigint[])) is not true` : sql``
  return docNos.length > 0 ? sql`${byPlan} and (k."docNo" = any(${docNos})) is not true` : byPlan
}

const pastLinks = (context: Context, plans: Sql, docNos: Sql, view: TraceOptions): Sql =>
  sql`((${linksOf(plans, view)}) union all (${documentLinksOf(context, docNos, view)}))`

/** Recursive links; UNION ends loops, `offset 0` forces index lookups. */
async function allAtOnce(
  context: Context,
  roots: readonly number[],
  direction: Direction,
  { excludedLots }: TraceOptions,
  changed: Changed,
): Promise<readonly LotLink[]> {
  const { from, to } = ends(direction)
  const kept = keptOf(changed)
  const { rows } = await sql<LotLink>`
    with recursive scope(id) as (
      select unnest(${roots}::bigint[])
      union
      select k.${to} from scope s join lotlink k on k.${from} = s.id
        ${kept} and not (k.${to} = any(${excludedLots}::bigint[]))
    )
    select k.* from scope s
    cross join lateral (select ${columns} from lotlink k where k.${from} = s.id ${kept} offset 0) k`.execute(context.tx)
  return rows
}

const linkKey = ({ inLotId, outLotId, producePlanId, batchSeq, docNo }: LotLink) =>
  `${inLotId}:${outLotId}:${producePlanId ?? docNo}:${batchSeq}`

/** Current links merged with historical ones, until neither extends. */
async function mixed(
  context: Context,
  roots: readonly number[],
  direction: Direction,
  view: TraceOptions,
  changed: Changed,
): Promise<readonly LotLink[]> {
  if (changed.plans.length + changed.docNos.length === 0) return allAtOnce(context, roots, direction, view, changed)
  const { rows } = await sql<LotLink>`
    select ${columns} from ${pastLinks(context, sql`${changed.plans}::bigint[]`, sql`${changed.docNos}::text[]`, view)} k`.execute(
    context.tx,
  )
  const [from, to] = direction === 'asc' ? (['inLotId', 'outLotId'] as const) : (['outLotId', 'inLotId'] as const)
  const past = Map.groupBy(rows, link => link[from])
  const left = new Set(view.excludedLots)
  const seen = new Set(roots)
  const links = new Map<string, LotLink>()
  for (let edge = [...roots]; edge.length > 0; ) {
    const found = await allAtOnce(context, edge, direction, view, changed)
    const reached = new Set([...edge, ...found.map(link => link[to])].filter(lot => !left.has(lot)))
    const then = [...reached].flatMap(lot => past.get(lot) ?? [])
    for (const link of [...found, ...then]) links.set(linkKey(link), link)
    for (const lot of reached) seen.add(lot)
    edge = [...new Set(then.map(link => link[to]))].filter(lot => !seen.has(lot) && !left.has(lot))
    for (const lot of edge) seen.add(lot)
  }
  return [...links.values()]
}

async function ofLevel(
  context: Context,
  lots: readonly number[],
  direction: Direction,
  view: TraceOptions,
): Promise<readonly LotLink[]> {
  const [ofPlan, ofDocument] =
    direction === 'asc' ? [moves.charged, moves.documentIn] : [moves.output, moves.documentOut]
  const movedBy = (name: string, types: Sql) => sql`array(select distinct ${sql.ref(name)} from stockledger
    where "lotId" = any(${lots}::bigint[]) and "moveType" in (${types}) and id <= ${view.asOfSeq})`
  const found = pastLinks(context, movedBy('producePlanId', ofPlan), movedBy('docNo', ofDocument), view)
  const { rows } = await sql<LotLink>`
    select ${columns} from ${found} k
    where k.${ends(direction).from} = any(${lots}::bigint[])`.execute(context.tx)
  return rows
}

async function levelByLevel(
  context: Context,
  roots: readonly number[],
  direction: Direction,
  view: TraceOptions,
): Promise<readonly LotLink[]> {
  const left = new Set(view.excludedLots)
  const seen = new Set(roots)
  const links: LotLink[] = []
  for (let edge = [...roots], level = 0; edge.length > 0 && level < view.depth; level += 1) {
    const found = await ofLevel(context, edge, direction, view)
    links.push(...found)
    const next = new Set(found.map(link => (direction === 'asc' ? link.outLotId : link.inLotId)))
    edge = [...next].filter(lot => !seen.has(lot) && !left.has(lot))
    for (const lot of edge) seen.add(lot)
  }
  return links
}

/** Links reachable from the roots; may include links to excluded lots. */
export async function linksFrom(
  context: Context,
  roots: readonly number[],
  direction: Direction,
  view: TraceOptions,
): Promise<readonly LotLink[]> {
  const changed = view.planPrecision ? null : await changedSince(context, view)
  return changed === null
    ? levelByLevel(context, roots, direction, view)
    : mixed(context, roots, direction, view, changed)
}
