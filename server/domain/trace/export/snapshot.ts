/** Snapshot of a trace, kept as evidence. */
import { sql } from 'kysely'
import type { Fields, Values } from '#contract/schema/field.ts'
import type { ExportRequest } from '#contract/trace/trace.ts'
import { questionFields } from '#contract/trace/trace.ts'
import type { TraceAnswer } from '#contract/trace/traceAnswer.ts'
import type { Context } from '../../../db/connection/context.ts'
import { transact } from '../../../db/connection/open.ts'
import { writeAudit } from '../../basis/audit.ts'
import { nextNumber } from '../../basis/numbering.ts'
import { namesOf } from '../../importExport/names.ts'
import type { Direction } from '../walk/links.ts'

export interface Snapshot {
  /** Preassigned trace number; a new one by default. */
  readonly traceNo?: string
  readonly direction: Direction
  readonly query: Values
  /** Ledger sequence, the latest by default. */
  readonly asOfSeq?: number
  readonly elapsedMs: number
  readonly lotCount: number
  readonly dealerCount: number
  /** Percentage of production with a known location. */
  readonly accountedRate?: string | null
  readonly fileHash?: string
}

/** Query with names as of then: later readers see the same. */
async function named(context: Context, { direction, query }: Snapshot): Promise<Values> {
  const asked: Record<string, unknown> = { ...query }
  const fields: Fields = questionFields[direction]
  for (const [name, { to }] of Object.entries(fields)) {
    const id = asked[name]
    if (!to || typeof id !== 'number') continue
    asked[`${name}$label`] = (await namesOf(context, to, [id])).get(id) ?? `#${id}`
  }
  return asked
}

export async function takeSnapshot(context: Context, taken: Snapshot): Promise<number> {
  const traceNo = taken.traceNo ?? (await nextNumber(context, 'TR'))
  const { rows } = await sql<{ id: number }>`
    insert into tracesnapshot ("customerId", "createdBy", "updatedBy", "traceNo", direction, query, "asOfSeq",
      "startedAt", "elapsedMs", "lotCount", "dealerCount", "accountedRate", "fileHash", "byUserId")
    values (${context.customerId}, ${context.userId}, ${context.userId}, ${traceNo}, ${taken.direction.toUpperCase()},
      ${JSON.stringify(await named(context, taken))}, coalesce(${taken.asOfSeq ?? null}::bigint, (select max(id) from stockledger), 0),
      ${context.now}, ${Math.round(taken.elapsedMs)}, ${taken.lotCount}, ${taken.dealerCount},
      ${taken.accountedRate ?? null}::numeric, ${taken.fileHash ?? null}, ${context.userId})
    returning id`.execute(context.tx)
  return (rows[0] as { id: number }).id
}

interface Evidence {
  readonly answer: TraceAnswer
  readonly traceNo: string
  readonly fileHash?: string | undefined
}

/** Snapshot and audit row of an exported trace, in one transaction. */
export const keepEvidence = (
  context: Context,
  direction: Direction,
  asked: ExportRequest,
  { answer, traceNo, fileHash }: Evidence,
): Promise<void> =>
  transact(context.tx, async tx => {
    const inside = { ...context, tx }
    const { format: _format, ...query } = asked
    await takeSnapshot(inside, {
      ...{ traceNo, direction, query, asOfSeq: answer.asOfSeq, elapsedMs: answer.elapsedMs },
      ...{ lotCount: answer.counts.lots, dealerCount: answer.counts.dealers, accountedRate: answer.accountedRate },
      ...(fileHash === undefined ? {} : { fileHash }),
    })
    await writeAudit(inside, `review${direction}`, traceNo, 'EXPORT', JSON.stringify(asked))
  })
