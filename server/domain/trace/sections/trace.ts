/** Forward trace (uses, dealers) and backward trace (ingredients, suppliers). */
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import { awayFromZero, type Decimal, decimal, towardsZero } from '#contract/schema/decimal.ts'
import { type SectionName, sectionsOf } from '#contract/trace/sectionNames.ts'
import type { SectionRequest, TraceRequest } from '#contract/trace/trace.ts'
import type { SectionRows, TraceAnswer } from '#contract/trace/traceAnswer.ts'
import type { Context } from '../../../db/connection/context.ts'
import { readInParallel, withSnapshot } from '../../../db/connection/snapshotRead.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import type { Figures } from '../walk/figures.ts'
import { type Direction, plansOfLinks } from '../walk/links.ts'
import { rebind, scopeOf, type TraceScope } from '../walk/traceScope.ts'
import { sectionQueries, sectionRows } from './section.ts'

/** Integer ten-thousandths: exact and fast sums, mostly of zeros. */
const units = (quantity: string): bigint => {
  if (quantity === '0' || quantity === '0.0000') return 0n
  const [whole = '0', part = ''] = quantity.split('.')
  return BigInt(whole + part.padEnd(4, '0'))
}

const all = decimal(100)

/** Accounted percentage of the worst-balanced lot: surplus must not offset loss. */
export function accountedRate(figures: Figures): string | null {
  const rates = figures.flatMap(of => {
    const whole = units(of.received) + units(of.produced) + units(of.gained)
    const placed = units(of.onHand) + units(of.wip) + units(of.used) + units(of.sold) + units(of.samples)
    const gone = units(of.tested) + units(of.scrapped) + units(of.supplierReturned) + units(of.countLoss)
    if (whole === 0n) return []
    return placed + gone === whole
      ? all
      : decimal((placed + gone).toString())
          .times(100)
          .div(whole.toString())
  })
  const off = (rate: Decimal) => rate.minus(all).abs()
  const farthest = rates.reduce<Decimal | undefined>(
    (far, rate) => (far && off(far).gte(off(rate)) ? far : rate),
    undefined,
  )
  // Round away from 100 so that a residue stays visible.
  return farthest?.toFixed(2, farthest.lt(all) ? towardsZero : awayFromZero) ?? null
}

const isOf = (direction: Direction, name: string): name is SectionName =>
  sectionsOf[direction].some(section => section === name)

/**
 * Sections requested with rows, all by default.
 * @throws AppError invalid
 */
function wantedOf(direction: Direction, asked: TraceRequest['sections']): ReadonlySet<SectionName> {
  const names = asked || sectionsOf[direction]
  const known = names.filter(name => isOf(direction, name))
  if (known.length < names.length) throw invalid({ sections: 'unknown' })
  return new Set(known)
}

/**
 * Runs a trace query (`reviewascFields` or `reviewdescFields`) within one snapshot: first rows of `sections`, counts of
 * the others.
 * @throws AppError nothingToTrace, lotUnknown, tooManyToTrace; invalid for an unknown number
 */
export const trace = (context: Context, direction: Direction, asked: TraceRequest): Promise<TraceAnswer> =>
  withSnapshot(context.tx, async tx => answer({ ...context, tx }, direction, asked))

/** Totals of an answer beside its rows. */
interface AnswerTotals {
  readonly figures: () => Promise<Figures>
  readonly counts: () => Promise<Counts>
}

/** Parallel read of totals; without a free connection after the rows. */
async function loadTotals(context: Context, scope: TraceScope, others: readonly SectionName[]): Promise<AnswerTotals> {
  const first = Promise.withResolvers<Figures>()
  // Rejections reach the awaiting callers; avoid an unhandled one here.
  first.promise.catch(() => undefined)
  const rest = await readInParallel(context.tx, async tx => {
    const inside = { ...context, tx }
    const own = rebind(inside, scope)
    first.resolve(await own.figures())
    const counts = () => sectionTotals(inside, own, others)
    if (tx === context.tx) return counts
    const counted = await counts()
    return async () => counted
  })
  return {
    counts: async () => (await rest())(),
    async figures() {
      // Without a parallel connection this starts the read.
      rest().catch(first.reject)
      return first.promise
    },
  }
}

async function answer(
  context: Context,
  direction: Direction,
  { sections: asked, ...question }: TraceRequest,
): Promise<TraceAnswer> {
  const began = performance.now()
  const wanted = wantedOf(direction, asked)
  const scope = await scopeOf(context, direction, question)
  const others = sectionsOf[direction].filter(name => !wanted.has(name))
  const beside = await loadTotals(context, scope, others)
  const shown: TraceScope = { ...scope, figures: beside.figures }
  const found: Partial<Record<SectionName, SectionRows>> = {}
  for (const name of wanted) found[name] = await sectionRows(context, shown, name)
  const { rootLots, suppliers, sections: counted } = await beside.counts()
  for (const [name, count] of counted) found[name] = { ...count, rows: [] }
  const rate = accountedRate(await beside.figures())
  return {
    direction,
    asOfSeq: scope.asOfSeq,
    asOf: scope.view.asOf,
    elapsedMs: Math.round((performance.now() - began) * 10) / 10,
    rootLots,
    counts: {
      lots: scope.lots.length,
      plans: plansOfLinks(scope.links).length,
      productLots: found.reviewproductlot?.total ?? 0,
      dealers: found.reviewdealer?.dealers ?? 0,
      suppliers,
    },
    accountedRate: rate,
    sections: found,
  }
}

/**
 * Page of a section.
 * @throws AppError as `review`; invalid for a section missing in the direction
 */
export async function traceRows(context: Context, direction: Direction, asked: SectionRequest): Promise<SectionRows> {
  const { section, page, size, sort, ...question } = asked
  if (!isOf(direction, section)) throw invalid({ section: 'unknown' })
  return withSnapshot(context.tx, async tx => {
    const inside = { ...context, tx }
    return sectionRows(inside, await scopeOf(inside, direction, question), section, { page, size, sort })
  })
}

interface Counted {
  readonly total: number
  readonly dealers?: number
}

interface Counts {
  readonly rootLots: readonly string[]
  readonly suppliers: number
  readonly sections: ReadonlyMap<SectionName, Counted>
}

const names = ({ roots, lots }: TraceScope): Sql => sql`
  select array(select "lotNo" from stocklot where id = any(${roots}::bigint[]) order by "lotNo") as "rootLots",
    (select count(distinct "supplyId")::int from stocklot where id = any(${lots}::bigint[])) as suppliers`

async function countOf(scope: TraceScope, context: Context, name: SectionName): Promise<Sql> {
  const { count, keys, rows } = sectionQueries[name]
  if (count) return count(scope)
  const all = keys ? await keys.rows(scope) : await rows(scope, context)
  return sql`select count(*)::int as total from (${all}) s`
}

export async function sectionTotals(
  context: Context,
  scope: TraceScope,
  wanted: readonly SectionName[],
): Promise<Counts> {
  const queries: Sql[] = []
  for (const name of wanted) queries.push(sql`(${await countOf(scope, context, name)}) as ${sql.id(name)}`)
  const columns = wanted.map(name => sql`to_jsonb(${sql.id(name)}) as ${sql.id(name)}`)
  const { rows } = await sql<Readonly<Record<SectionName, Counted>> & Pick<Counts, 'rootLots' | 'suppliers'>>`
    select ${sql.join([sql`called.*`, ...columns])}
    from ${sql.join([sql`(${names(scope)}) as called`, ...queries], sql` cross join `)}`.execute(context.tx)
  const [found] = rows
  const counted = (name: SectionName): Counted => found?.[name] ?? { total: 0 }
  return {
    rootLots: found?.rootLots ?? [],
    suppliers: found?.suppliers ?? 0,
    sections: new Map(wanted.map(name => [name, counted(name)])),
  }
}
