/** The two traces: everything a lot went into and who holds it, or everything that went into a lot and whose it was. */
import { performance } from 'node:perf_hooks'
import { invalid } from '../../../../src/contract/schema/answer.ts'
import { awayFromZero, type Decimal, decimal, towardsZero } from '../../../../src/contract/schema/decimal.ts'
import type { Values } from '../../../../src/contract/schema/field.ts'
import {
  type ReviewAnswer,
  type SectionName,
  type SectionRows,
  sectionsOf,
} from '../../../../src/contract/trace/sections.ts'
import type { Context } from '../../../db/connection/context.ts'
import { readInParallel, withSnapshot } from '../../../db/connection/snapshotRead.ts'
import type { Figures } from '../walk/figures.ts'
import { type Direction, type Scope, scopeBy, scopeOf } from '../walk/traceScope.ts'
import { type AskedPage, sectionRows } from './section.ts'
import { type Counts, countsOf } from './sectionCounts.ts'

/** Ten-thousandths: sums of quantities are exact in whole numbers, and quick; most places of a lot hold nothing. */
const units = (quantity: string): bigint => {
  if (quantity === '0' || quantity === '0.0000') return 0n
  const [whole = '0', part = ''] = quantity.split('.')
  return BigInt(whole + part.padEnd(4, '0'))
}

const all = decimal(100)

/**
 * How much of what came into being has a place, percent: that of the lot of which it is farthest from all. Litres and
 * kilograms do not add up, and one lot's surplus is no excuse for another's loss; 100.00 only if every lot balances.
 */
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
  // rounded away from a balance, so that what is left of one shows
  return farthest?.toFixed(2, farthest.lt(all) ? towardsZero : awayFromZero) ?? null
}

const isOf = (direction: Direction, name: unknown): name is SectionName =>
  sectionsOf[direction].some(section => section === name)

/** The sections that are asked for with rows; all where nothing is said. @throws AppError invalid */
function wantedOf(direction: Direction, asked: unknown): ReadonlySet<SectionName> {
  if (!Array.isArray(asked)) return new Set(sectionsOf[direction])
  if (!asked.every(name => isOf(direction, name))) throw invalid({ sections: 'unknown' })
  return new Set<SectionName>(asked)
}

/**
 * Answers a trace by what was asked (`reviewascFields` or `reviewdescFields`), all of it from one moment; with the first
 * rows of `sections`, of the others how many there are.
 * @throws AppError nothingToTrace, lotUnknown, tooManyToTrace; invalid where a number is not known
 */
export const review = (context: Context, direction: Direction, asked: Values): Promise<ReviewAnswer> =>
  withSnapshot(context.tx, async tx => answer({ ...context, tx }, direction, asked))

/** What an answer tells beside rows. */
interface Beside {
  readonly figures: () => Promise<Figures>
  readonly counts: () => Promise<Counts>
}

/**
 * Read while the rows are, which takes as long; rows that tell of figures wait for these alone. On the own connection, where
 * no other is free, it is counted when the rows are there.
 */
async function besides(context: Context, scope: Scope, others: readonly SectionName[]): Promise<Beside> {
  const first = Promise.withResolvers<Figures>()
  // whoever waits for the figures is told, and so is whoever waits for the rest
  first.promise.catch(() => undefined)
  const rest = await readInParallel(context.tx, async tx => {
    const inside = { ...context, tx }
    const own = scopeBy(inside, scope)
    first.resolve(await own.figures())
    const counts = () => countsOf(inside, own, others)
    if (tx === context.tx) return counts
    const counted = await counts()
    return async () => counted
  })
  return {
    counts: async () => (await rest())(),
    async figures() {
      // where nothing is read beside, this is what begins it
      rest().catch(first.reject)
      return first.promise
    },
  }
}

async function answer(
  context: Context,
  direction: Direction,
  { sections: asked, ...question }: Values,
): Promise<ReviewAnswer> {
  const began = performance.now()
  const wanted = wantedOf(direction, asked)
  const scope = await scopeOf(context, direction, question)
  const others = sectionsOf[direction].filter(name => !wanted.has(name))
  const beside = await besides(context, scope, others)
  const shown: Scope = { ...scope, figures: beside.figures }
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
      plans: new Set(scope.links.map(link => link.producePlanId)).size,
      productLots: found.reviewproductlot?.total ?? 0,
      dealers: found.reviewdealer?.dealers ?? 0,
      suppliers,
    },
    accountedRate: rate,
    sections: found,
  }
}

/** A page of a section of a trace. @throws AppError as `review`; invalid for a section the direction does not have */
export async function reviewRows(context: Context, direction: Direction, asked: Values): Promise<SectionRows> {
  const { section, page, size, sort, ...question } = asked
  if (!isOf(direction, section)) throw invalid({ section: 'unknown' })
  return withSnapshot(context.tx, async tx => {
    const inside = { ...context, tx }
    return sectionRows(inside, await scopeOf(inside, direction, question), section, { page, size, sort } as AskedPage)
  })
}
