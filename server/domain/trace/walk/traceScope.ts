/** Scope of a trace: root lots, then the reachable graph (domain.md §3.3). */
import { sql } from 'kysely'
import type { TraceCriteria } from '#contract/trace/trace.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { type Figures, figuresOf } from './figures.ts'
import { type Direction, type LotLink, linksFrom } from './links.ts'
import { batchKey } from './lotLookup.ts'
import { rootsOf } from './rootLots.ts'
import { defaultOptions, type TraceOptions, traceOptionsOf } from './traceOptions.ts'

/** Distance to the nearest root by lot id; roots are 0. */
export type Levels = ReadonlyMap<number, number>

export interface Reach {
  readonly levels: Levels
  readonly links: readonly LotLink[]
}

export interface TraceScope extends Reach {
  readonly direction: Direction
  readonly view: TraceOptions
  readonly roots: readonly number[]
  readonly lots: readonly number[]
  /** Target lots of stock and sales: all forward, only roots backward. */
  readonly targetLots: readonly number[]
  readonly asOfSeq: number
  figures(): Promise<Figures>
  siblings(): Promise<Reach>
}

/** Distances as an inline table: `lotId`, `level`. */
export const levelTable = ({ levels }: TraceScope): Sql => sql`
  select * from unnest(${[...levels.keys()]}::bigint[], ${[...levels.values()]}::int[]) as at("lotId", level)`

export const linkTable = ({ links }: TraceScope): Sql => sql`
  select * from unnest(${links.map(link => link.inLotId)}::bigint[], ${links.map(link => link.outLotId)}::bigint[],
    ${links.map(link => link.producePlanId)}::bigint[], ${links.map(link => link.batchSeq)}::int[],
    ${links.map(link => link.linkPrecision)}::text[])
    as k("inLotId", "outLotId", "producePlanId", "batchSeq", "linkPrecision")`

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => {
    value ??= work()
    return value
  }
}

async function packagingAmong(context: Context, lots: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select l.id from stocklot l join material m on m.id = l."materialId"
    where l.id = any(${lots}::bigint[]) and m."materialType" in ('PACK_INNER', 'PACK_OUTER')`.execute(context.tx)
  return new Set(rows.map(row => row.id))
}

export function levelsOf(
  roots: readonly number[],
  links: readonly LotLink[],
  direction: Direction,
  depth = Number.POSITIVE_INFINITY,
): Levels {
  const next = new Map<number, number[]>()
  for (const link of links) {
    const [from, to] = direction === 'asc' ? [link.inLotId, link.outLotId] : [link.outLotId, link.inLotId]
    const known = next.get(from)
    if (known) known.push(to)
    else next.set(from, [to])
  }
  const levels = new Map<number, number>(roots.map(root => [root, 0]))
  let edge = [...roots]
  for (let level = 1; edge.length > 0 && level <= depth; level += 1) {
    edge = [...new Set(edge.flatMap(lot => next.get(lot) ?? []))].filter(lot => !levels.has(lot))
    for (const lot of edge) levels.set(lot, level)
  }
  return levels
}

/** Lots that contain a root (asc) or went into one (desc). */
export async function walk(
  context: Context,
  roots: readonly number[],
  direction: Direction,
  view: TraceOptions = defaultOptions,
): Promise<Reach> {
  const found = await linksFrom(context, roots, direction, view)
  const left = new Set(view.excludedLots)
  if (!view.withPackaging && direction === 'desc') {
    const materials = found.map(link => link.inLotId)
    for (const lot of await packagingAmong(context, [...new Set(materials)])) left.add(lot)
  }
  const isLeft = ({ inLotId, outLotId, producePlanId, batchSeq }: LotLink) =>
    left.has(inLotId) ||
    left.has(outLotId) ||
    (producePlanId !== null && view.excludedBatches.has(batchKey(producePlanId, batchSeq)))
  const isNarrowed = left.size > 0 || view.excludedBatches.size > 0
  const kept = isNarrowed ? found.filter(link => !isLeft(link)) : found
  const levels = levelsOf(roots, kept, direction, view.depth)
  const isFollowed = (link: LotLink) =>
    (levels.get(direction === 'asc' ? link.inLotId : link.outLotId) ?? view.depth) < view.depth
  // Excluded batches leave links that start outside the scope; drop them.
  return { levels, links: Number.isFinite(view.depth) || isNarrowed ? kept.filter(isFollowed) : kept }
}

/**
 * Resolves the scope of a query (`reviewascFields` or `reviewdescFields`).
 * @throws AppError nothingToTrace, lotUnknown, tooManyToTrace; invalid for an unknown number
 */
export async function scopeOf(context: Context, direction: Direction, asked: TraceCriteria): Promise<TraceScope> {
  const view = await traceOptionsOf(context, asked)
  const left = new Set(view.excludedLots)
  const roots = (await rootsOf(context, direction, asked, view)).filter(root => !left.has(root))
  const { levels, links } = await walk(context, roots, direction, view)
  const lots = [...levels.keys()]
  return {
    direction,
    view,
    roots,
    lots,
    targetLots: direction === 'asc' ? lots : roots,
    levels,
    links,
    asOfSeq: view.asOfSeq,
    ...lazyReads(context, lots, view),
  }
}

const lazyReads = (
  context: Context,
  lots: readonly number[],
  view: TraceOptions,
): Pick<TraceScope, 'figures' | 'siblings'> => ({
  figures: once(() => figuresOf(context, lots, view.asOfSeq)),
  siblings: once(() => walk(context, lots, 'asc', { ...view, depth: defaultOptions.depth })),
})

/** Rebinds the scope's lazy reads to another connection of the same snapshot. */
export const rebind = (context: Context, scope: TraceScope): TraceScope => ({
  ...scope,
  ...lazyReads(context, scope.lots, scope.view),
})
