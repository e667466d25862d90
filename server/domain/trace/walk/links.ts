/** Lot links of a trace, current or historical. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import { linksOf } from '../../stock/genealogy.ts'
import { moves } from '../../stock/movementSql.ts'
import { hasMovedOn, type TraceOptions } from './traceOptions.ts'

export type Direction = 'asc' | 'desc'

export interface LotLink {
  readonly inLotId: number
  readonly outLotId: number
  readonly producePlanId: number
  readonly batchSeq: number
  readonly linkPrecision: string
}

/** Changes since, below which current links are reused. */
const fewRows = 50_000
const fewPlans = 500

/** Plans with links possibly changed since; null when too many to list. */
async function changedSince(context: Context, view: TraceOptions): Promise<readonly number[] | null> {
  if (!hasMovedOn(view)) return []
  const { asOfSeq, lastSeq } = view
  if (lastSeq - asOfSeq > fewRows) return null
  const { rows } = await sql<{ id: number }>`
    select distinct "producePlanId" as id from stockledger where id > ${asOfSeq} and id <= ${lastSeq}
      and "customerId" = ${context.customerId} and "producePlanId" is not null
      and "moveType" in (${moves.ofPlans}, ${moves.reversal}) limit ${fewPlans + 1}`.execute(context.tx)
  return rows.length > fewPlans ? null : rows.map(row => row.id)
}

const ends = (direction: Direction) =>
  direction === 'asc'
    ? { from: sql.ref('inLotId'), to: sql.ref('outLotId') }
    : { from: sql.ref('outLotId'), to: sql.ref('inLotId') }

const columns = sql`"inLotId", "outLotId", "producePlanId", "batchSeq", "linkPrecision"`

/** Recursive links; UNION ends loops, `offset 0` forces index lookups. */
async function allAtOnce(
  context: Context,
  roots: readonly number[],
  direction: Direction,
  { excludedLots }: TraceOptions,
  changed: readonly number[],
): Promise<readonly LotLink[]> {
  const { from, to } = ends(direction)
  const kept = sql`not (k."producePlanId" = any(${changed}::bigint[]))`
  const { rows } = await sql<LotLink>`
    with recursive scope(id) as (
      select unnest(${roots}::bigint[])
      union
      select k.${to} from scope s join lotlink k on k.${from} = s.id
        and ${kept} and not (k.${to} = any(${excludedLots}::bigint[]))
    )
    select k.* from scope s
    cross join lateral (select ${columns} from lotlink k where k.${from} = s.id and ${kept} offset 0) k`.execute(
    context.tx,
  )
  return rows
}

const linkKey = ({ inLotId, outLotId, producePlanId, batchSeq }: LotLink) =>
  `${inLotId}:${outLotId}:${producePlanId}:${batchSeq}`

/** Current links merged with historical ones, until neither extends. */
async function mixed(
  context: Context,
  roots: readonly number[],
  direction: Direction,
  view: TraceOptions,
  changed: readonly number[],
): Promise<readonly LotLink[]> {
  if (changed.length === 0) return allAtOnce(context, roots, direction, view, changed)
  const { rows } = await sql<LotLink>`
    select ${columns} from (${linksOf(sql`${changed}::bigint[]`, view)}) k`.execute(context.tx)
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
  const types = direction === 'asc' ? moves.charged : moves.output
  const plans = sql`array(select distinct "producePlanId" from stockledger
    where "lotId" = any(${lots}::bigint[]) and "moveType" in (${types}) and id <= ${view.asOfSeq})`
  const { rows } = await sql<LotLink>`
    select ${columns} from (${linksOf(plans, view)}) k
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
