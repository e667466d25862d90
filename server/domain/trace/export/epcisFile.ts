/** EPCIS 2.0 events of a trace or a period, as zipped JSON-LD. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { ParametersOf } from '#contract/schema/call.ts'
import type { ExportRequest, epcisExport } from '#contract/trace/trace.ts'
import type { Context } from '../../../db/connection/context.ts'
import { transact } from '../../../db/connection/open.ts'
import { readAside } from '../../../db/connection/snapshotRead.ts'
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
import { keepEvidence } from './snapshot.ts'

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
  const { answer, traceNo, title, made } = await readAside(context, async inside => {
    const answer = await trace(inside, direction, { ...question, sections: [] })
    const scope = await scopeOf(inside, direction, { ...question, asOfSeq: answer.asOfSeq })
    const { say } = await wordingUnder(inside, [], [''])
    const traceNo = await nextNumber(context, 'TR')
    const title = `${say(`review${direction}`)}-${traceNo}-EPCIS`
    return { answer, traceNo, title, made: await packed(inside, title, rangeOfTrace(scope)) }
  })
  await keepEvidence(context, direction, asked, { answer, traceNo, fileHash: made.hash })
  return fileOf(title, made)
}

/** @throws AppError invalid for a period that ends before it begins */
export async function exportPeriodEvents(
  context: Context,
  { dateFrom, dateTo }: ParametersOf<typeof epcisExport>,
): Promise<FileAnswer> {
  if (dateTo < dateFrom) throw invalid({ dateTo: 'endBeforeStart' })
  const title = `EPCIS-${dateFrom}-${dateTo}`
  const made = await readAside(context, inside =>
    packed(inside, title, rangeOfDays(inside, dateFrom, dateTo, endOfLedger)),
  )
  const said = JSON.stringify({ dateFrom, dateTo, events: made.events })
  await transact(context.tx, tx => writeAudit({ ...context, tx }, 'stockledger', '', 'EXPORT', said))
  return fileOf(title, made)
}
