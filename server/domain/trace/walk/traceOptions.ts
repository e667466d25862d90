/** How a trace looks at the plant: at which moment, how finely, how far, and what it leaves out. */
import { sql } from 'kysely'
import type { Values } from '../../../../src/contract/schema/field.ts'
import { isEmpty } from '../../../../src/contract/schema/validate.ts'
import type { Context } from '../../../db/connection/context.ts'
import { endOfLedger } from './figures.ts'
import { leftOutOf } from './lotLookup.ts'

export interface View {
  /** The ledger row after which the answer holds; 0 before the first. */
  readonly asOfSeq: number
  /** Until when what the ledger does not hold is told: the time that was asked for, otherwise that of the row, or now. */
  readonly asOf: string
  /** Is it not of now? Drafts and who is in charge are known of now only. */
  readonly isPast: boolean
  /** The last row there is. */
  readonly lastSeq: number
  /** Takes every link for one of the whole plan. */
  readonly asPlans: boolean
  readonly withPackaging: boolean
  /** Most steps from a root. */
  readonly depth: number
  /** Lots that are taken not to matter: neither they nor what only they lead to is in scope. */
  readonly without: readonly number[]
  /** Batches of plans (`batchKey`) that are taken not to matter: what was made in them of something in scope is not for that. */
  readonly withoutBatches: ReadonlySet<string>
}

/** The latest, the finest, all of it. */
export const present: View = {
  asOfSeq: endOfLedger,
  asOf: '',
  isPast: false,
  lastSeq: endOfLedger,
  asPlans: false,
  withPackaging: true,
  depth: Number.POSITIVE_INFINITY,
  without: [],
  withoutBatches: new Set(),
}

/** Have rows been posted since? Otherwise links and balances are those of now, whatever the time that was asked for. */
export const hasMovedOn = ({ asOfSeq, lastSeq }: View): boolean => asOfSeq < lastSeq

interface Moment {
  readonly seq: number
  readonly postedAt: string
}

/** Before anything was posted. */
const beginning: Moment = { seq: 0, postedAt: new Date(0).toISOString() }

/** The last row of the ledger up to a row. */
async function rowUpTo(context: Context, seq: unknown): Promise<Moment> {
  const { rows } = await sql<Moment>`
    select id as seq, "postedAt" from stockledger where "customerId" = ${context.customerId} and id <= ${seq}
    order by id desc limit 1`.execute(context.tx)
  return rows[0] ?? beginning
}

/** The last row of the ledger that was posted by a time. */
async function rowBy(context: Context, time: unknown): Promise<Moment> {
  const { rows } = await sql<Moment>`
    select id as seq, "postedAt" from stockledger where "customerId" = ${context.customerId} and "postedAt" <= ${time}
    order by "postedAt" desc, id desc limit 1`.execute(context.tx)
  return rows[0] ?? beginning
}

/** The time of a row that is asked for: with more of an answer that of the answer, which was given later. */
const stoodAt = ({ now }: Context, { postedAt }: Moment, { answeredAt }: Values): string =>
  isEmpty(answeredAt) || Date.parse(String(answeredAt)) > Date.parse(now) ? postedAt : String(answeredAt)

/**
 * Reads the options of a question (`reviewOptions`).
 * @throws AppError lotUnknown, tooManyToTrace for what is to be left out
 */
export async function viewOf(context: Context, asked: Values): Promise<View> {
  const last = await rowUpTo(context, endOfLedger)
  const time = !isEmpty(asked.asOf) && Date.parse(String(asked.asOf)) < Date.parse(context.now) ? asked.asOf : null
  // Of two moments the earlier one holds: a page of an answer is asked for with the answer's own row.
  const rows = [
    ...(isEmpty(asked.asOfSeq) ? [] : [await rowUpTo(context, asked.asOfSeq)]),
    ...(time === null ? [] : [await rowBy(context, time)]),
  ]
  const at = rows.reduce((first, row) => (row.seq < first.seq ? row : first), last)
  const left = await leftOutOf(context, (asked.without as readonly string[] | null) ?? [])
  const isPast = time !== null || at.seq < last.seq
  return {
    asOfSeq: at.seq,
    asOf: isPast ? String(time ?? stoodAt(context, at, asked)) : context.now,
    isPast,
    lastSeq: last.seq,
    asPlans: asked.precision === 'PLAN',
    withPackaging: asked.includePackaging !== false,
    depth: isEmpty(asked.depth) ? present.depth : Number(asked.depth),
    without: left.lots,
    withoutBatches: left.batches,
  }
}
