/** The two traces: everything a lot went into and who holds it, or everything that went into a lot and whose it was. */
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { ReviewAnswer } from '../../../src/contract/review/sections.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Context } from '../../db/context.ts'
import { figuresOf } from './figures.ts'
import { type Direction, type Levels, rootsAsc, rootsDesc, walk } from './scope.ts'
import { balance, dealers, productLots, type Rows, siblings, sourceLots, stoppable, uses } from './sections.ts'

async function lotNumbers(context: Context, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ lotNo: string }>`
    select "lotNo" from stocklot where id = any(${ids}::bigint[]) order by "lotNo"`.execute(context.tx)
  return rows.map(row => row.lotNo)
}

async function lastSequence(context: Context): Promise<number> {
  const { rows } = await sql<{ seq: number | null }>`select max(id) as seq from stockledger`.execute(context.tx)
  return rows[0]?.seq ?? 0
}

const withLevels = (rows: Rows, levels: Levels): Rows =>
  rows
    .map((row): Values => ({ ...row, level: levels.get(row.lotId as number) ?? 0 }))
    .sort((left, right) => Number(left.level) - Number(right.level))

const distinct = (rows: Rows, field: string) =>
  new Set(rows.map(row => row[field]).filter(value => value !== null)).size

/**
 * Answers a trace by what was asked (`reviewascFields` or `reviewdescFields`).
 * @throws AppError nothingToTrace, lotUnknown
 */
export async function review(context: Context, direction: Direction, asked: Values): Promise<ReviewAnswer> {
  const began = performance.now()
  const asOfSeq = await lastSequence(context)
  const roots = direction === 'asc' ? await rootsAsc(context, asked) : await rootsDesc(context, asked)
  const { levels, links } = await walk(context, roots, direction)
  const lots = [...levels.keys()]
  const figures = await figuresOf(context, lots)
  const sections = {
    reviewsourcelot: withLevels(await sourceLots(context, lots, figures), levels),
    reviewuse: await uses(context, lots, direction === 'asc' ? null : links),
    reviewproductlot: withLevels(await productLots(context, lots, figures), levels),
    // Backwards the question is where the lots asked for went, not every product their parts are in.
    reviewdealer: await dealers(context, direction === 'asc' ? lots : roots),
    reviewstoppable: await stoppable(context, direction === 'asc' ? lots : roots),
    ...(direction === 'asc' ? { reviewbalance: await balance(context, figures) } : {}),
    ...(direction === 'desc'
      ? {
          reviewsibling: await siblings(
            context,
            roots,
            lots.filter(lot => !roots.includes(lot)),
          ),
        }
      : {}),
  }
  return {
    direction,
    asOfSeq,
    asOf: context.now,
    elapsedMs: Math.round((performance.now() - began) * 10) / 10,
    rootLots: await lotNumbers(context, roots),
    counts: {
      lots: lots.length,
      plans: new Set(links.map(link => link.producePlanId)).size,
      productLots: sections.reviewproductlot.length,
      dealers: distinct(sections.reviewdealer, 'dealerId'),
      suppliers: distinct(sections.reviewsourcelot, 'supplierName'),
    },
    sections,
  }
}
