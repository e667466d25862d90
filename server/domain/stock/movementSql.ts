/** Movement types in SQL: lists of codes, derived from their definition; effective rows. */
import { type RawBuilder, sql } from 'kysely'
import {
  dealings,
  documentLinks,
  linkEnds,
  type MovementCode,
  movementCodes,
  ofPlanSum,
  type PlanSum,
  reversal,
} from '#contract/stock/movementTypes.ts'

/** Quoted codes, for `in (…)` of a statement written as text. */
export const quoted = (codes: readonly MovementCode[]): string => codes.map(code => `'${code}'`).join(', ')

/** Quoted codes, for `in (…)`; literals keep a statement prepared once. */
export const codes = (...named: readonly MovementCode[]): RawBuilder<unknown> => sql.raw(quoted(named))

export const sumCodes = (sum: PlanSum): string => quoted(ofPlanSum(sum))

export const moves = {
  /** Inputs and outputs of links of any kind. */
  used: codes(...linkEnds('IN')),
  made: codes(...linkEnds('OUT')),
  charged: codes(...linkEnds('IN', 'PLAN')),
  output: codes(...linkEnds('OUT', 'PLAN')),
  documentIn: codes(...documentLinks.flatMap(kind => linkEnds('IN', kind))),
  documentOut: codes(...documentLinks.flatMap(kind => linkEnds('OUT', kind))),
  sold: codes(...dealings.sold),
  dealerReturned: codes(...dealings.dealerReturned),
  received: codes(...dealings.received),
  reversal: codes(reversal),
  ofPlans: codes(
    ...movementCodes.filter(code => [...linkEnds('IN', 'PLAN'), ...linkEnds('OUT', 'PLAN')].includes(code)),
  ),
} as const

/** Ledger row `g` is neither reversal nor reversed (domain.md §3.3, Q0). */
export const isEffective = sql`(g."reversalOfSeq" is null and not exists (
  select from stockledger r where r."docNo" = g."docNo" and r."reversalOfSeq" = g.id))`
