/** EPCIS 2.0 events of a trace or a period, as zipped JSON-LD. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { ParametersOf } from '#contract/schema/call.ts'
import type { ExportRequest, epcisExport } from '#contract/trace/trace.ts'
import type { Context } from '../../../db/connection/context.ts'
import { writeAudit } from '../../basis/audit.ts'
import { FileAnswer } from '../../basis/fileAnswer.ts'
import { nextNumber } from '../../basis/numbering.ts'
import { wordingUnder } from '../../importExport/titles.ts'
import { zipOf } from '../../importExport/zip.ts'
import { documentOf } from '../epcis/document.ts'
import { type EventRange, rangeOfDays, rangeOfTrace } from '../epcis/ledgerEvents.ts'
import { trace } from '../sections/trace.ts'
import { endOfLedger } from '../walk/figures.ts'
import type { Direction } from '../walk/links.ts'
import { scopeOf } from '../walk/traceScope.ts'
import { takeSnapshot } from './snapshot.ts'

interface Packed {
  readonly bytes: Buffer
  readonly events: number
  /** SHA-256 of the unpacked document. */
  readonly hash: string
}

async function packed(context: Context, title: string, range: EventRange): Promise<Packed> {
  // Larger work_mem: sorts of tens of thousands would spill.
  await sql`set local work_mem = '32MB'`.execute(context.tx)
  const hash = createHash('sha256')
  const counted = { events: 0 }
  async function* hashed() {
    for await (const piece of documentOf(context, range, counted)) {
      hash.update(piece)
      yield piece
    }
  }
  const bytes = await zipOf([{ name: `${title}.jsonld`, content: hashed() }])
  return { bytes, events: counted.events, hash: hash.digest('hex') }
}

const fileOf = (title: string, { bytes }: Packed) => new FileAnswer(`${title}.zip`, 'application/zip', bytes)

/** @throws AppError as `trace` */
export async function exportTraceEvents(
  context: Context,
  direction: Direction,
  asked: ExportRequest,
): Promise<FileAnswer> {
  const { format: _format, ...question } = asked
  const answer = await trace(context, direction, { ...question, sections: [] })
  const scope = await scopeOf(context, direction, { ...question, asOfSeq: answer.asOfSeq })
  const { say } = await wordingUnder(context, [], [''])
  const traceNo = await nextNumber(context, 'TR')
  const title = `${say(`review${direction}`)}-${traceNo}-EPCIS`
  const made = await packed(context, title, rangeOfTrace(scope))
  await takeSnapshot(context, {
    traceNo,
    direction,
    query: question,
    asOfSeq: answer.asOfSeq,
    elapsedMs: answer.elapsedMs,
    lotCount: answer.counts.lots,
    dealerCount: answer.counts.dealers,
    accountedRate: answer.accountedRate,
    fileHash: made.hash,
  })
  await writeAudit(context, `review${direction}`, traceNo, 'EXPORT', JSON.stringify(asked))
  return fileOf(title, made)
}

/** @throws AppError invalid for a period that ends before it begins */
export async function exportPeriodEvents(
  context: Context,
  { dateFrom, dateTo }: ParametersOf<typeof epcisExport>,
): Promise<FileAnswer> {
  if (dateTo < dateFrom) throw invalid({ dateTo: 'endBeforeStart' })
  const title = `EPCIS-${dateFrom}-${dateTo}`
  const made = await packed(context, title, rangeOfDays(context, dateFrom, dateTo, endOfLedger))
  await writeAudit(context, 'stockledger', '', 'EXPORT', JSON.stringify({ dateFrom, dateTo, events: made.events }))
  return fileOf(title, made)
}
