/** Options of a trace: snapshot, plan precision, depth, exclusions. */
import { sql } from 'kysely'
import { isEmpty } from '#contract/schema/field.ts'
import type { TraceCriteria } from '#contract/trace/trace.ts'
import type { Context } from '../../../db/connection/context.ts'
import { endOfLedger } from './figures.ts'
import { leftOutOf } from './lotLookup.ts'

export interface TraceOptions {
  /** Ledger sequence of the snapshot, inclusive; 0 before the first row. */
  readonly asOfSeq: number
  /** Cutoff for data outside the ledger: requested, the row's, or now. */
  readonly asOf: string
  /** Historical snapshot; drafts and responsible persons are known for the present only. */
  readonly isHistorical: boolean
  readonly lastSeq: number
  /** Plan precision: every link counts for the whole plan. */
  readonly planPrecision: boolean
  readonly withPackaging: boolean
  readonly depth: number
  /** Excluded lots, together with everything reachable only through them. */
  readonly excludedLots: readonly number[]
  /** Excluded plan batches (`batchKey`): their output does not inherit the scope. */
  readonly excludedBatches: ReadonlySet<string>
}

/** Defaults: latest, most precise, unlimited. */
export const defaultOptions: TraceOptions = {
  asOfSeq: endOfLedger,
  asOf: '',
  isHistorical: false,
  lastSeq: endOfLedger,
  planPrecision: false,
  withPackaging: true,
  depth: Number.POSITIVE_INFINITY,
  excludedLots: [],
  excludedBatches: new Set(),
}

/** Rows were posted since; otherwise current links and balances are valid. */
export const hasMovedOn = ({ asOfSeq, lastSeq }: TraceOptions): boolean => asOfSeq < lastSeq

interface Moment {
  readonly seq: number
  readonly postedAt: string
}

const beginning: Moment = { seq: 0, postedAt: new Date(0).toISOString() }

/** Last ledger row at or before a sequence. */
async function rowUpTo(context: Context, seq: number): Promise<Moment> {
  const { rows } = await sql<Moment>`
    select id as seq, "postedAt" from stockledger where "customerId" = ${context.customerId} and id <= ${seq}
    order by id desc limit 1`.execute(context.tx)
  return rows[0] ?? beginning
}

async function rowBy(context: Context, time: string): Promise<Moment> {
  const { rows } = await sql<Moment>`
    select id as seq, "postedAt" from stockledger where "customerId" = ${context.customerId} and "postedAt" <= ${time}
    order by "postedAt" desc, id desc limit 1`.execute(context.tx)
  return rows[0] ?? beginning
}

/** Time of a requested row; follow-up pages carry the answer's. */
const answerTime = ({ now }: Context, { postedAt }: Moment, { answeredAt }: TraceCriteria): string =>
  isEmpty(answeredAt) || Date.parse(answeredAt) > Date.parse(now) ? postedAt : answeredAt

/**
 * Parses the options of a query (`traceOptions`).
 * @throws AppError lotUnknown, tooManyToTrace for exclusions
 */
export async function traceOptionsOf(context: Context, asked: TraceCriteria): Promise<TraceOptions> {
  const last = await rowUpTo(context, endOfLedger)
  const time = !isEmpty(asked.asOf) && Date.parse(asked.asOf) < Date.parse(context.now) ? asked.asOf : null
  // Earlier of both limits: follow-up pages send the answer's own row.
  const rows = [
    ...(isEmpty(asked.asOfSeq) ? [] : [await rowUpTo(context, asked.asOfSeq)]),
    ...(time === null ? [] : [await rowBy(context, time)]),
  ]
  const at = rows.reduce((first, row) => (row.seq < first.seq ? row : first), last)
  const left = await leftOutOf(context, asked.without || [])
  const isHistorical = time !== null || at.seq < last.seq
  return {
    asOfSeq: at.seq,
    asOf: isHistorical ? (time ?? answerTime(context, at, asked)) : context.now,
    isHistorical,
    lastSeq: last.seq,
    planPrecision: asked.precision === 'PLAN',
    withPackaging: asked.includePackaging !== false,
    depth: isEmpty(asked.depth) ? defaultOptions.depth : asked.depth,
    excludedLots: left.lots,
    excludedBatches: left.batches,
  }
}
