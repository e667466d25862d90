/** Export of a trace: file, evidence snapshot, audit row. */
import { sql } from 'kysely'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../../db/connection/context.ts'
import { writeAudit } from '../../basis/audit.ts'
import { FileAnswer } from '../../basis/fileAnswer.ts'
import { nextNumber } from '../../basis/numbering.ts'
import type { Writing } from '../../importExport/cells.ts'
import { clockIn } from '../../importExport/moments.ts'
import { wordingUnder } from '../../importExport/titles.ts'
import { xlsxType } from '../../importExport/workbook.ts'
import { review } from '../sections/trace.ts'
import { type Direction, scopeOf } from '../walk/traceScope.ts'
import { readAhead } from './readAhead.ts'
import type { TraceSheet } from './sheetColumns.ts'
import { sheetsOf } from './sheets.ts'
import { takeSnapshot } from './snapshot.ts'
import { summarySheet } from './summarySheet.ts'
import { contentOf, fileOf, sheetRows, type Written } from './workbook.ts'

/** About 16,000 rows: sorts the next sheet while the last is written. */
const batchesAhead = 32

/**
 * Returns a trace as a file (`format` XLSX or CSV).
 * Bytes are sent after commit, so no file exists without its snapshot; only packed bytes are buffered.
 * @throws AppError as `review`
 */
export async function exportReview(context: Context, direction: Direction, asked: Values): Promise<FileAnswer> {
  const { format: wanted, ...question } = asked
  const format = wanted === 'CSV' ? 'CSV' : 'XLSX'
  // Larger work_mem: sorts and joins of tens of thousands of rows would spill to disk.
  await sql`set local work_mem = '32MB'`.execute(context.tx)
  const answer = await review(context, direction, { ...question, sections: [] })
  const scope = await scopeOf(context, direction, { ...question, asOfSeq: answer.asOfSeq })
  // All messages: sections bring codes of their own.
  const wording = await wordingUnder(context, [], [''])
  const writing: Writing = { wording, clock: clockIn(context.timeZone), name: (_to, id) => `#${id}` }
  const sheets: readonly TraceSheet[] = await sheetsOf(context, scope, wording)
  let traceNo = ''
  let done: Written | undefined
  const told = {
    answer,
    asked: question,
    sheets,
    async traceNo() {
      traceNo = await nextNumber(context, 'TR')
      return traceNo
    },
  }
  const reading = readAhead(sheets, sheet => sheetRows(context, scope, sheet), batchesAhead)
  const contents = reading.outputs.map(([sheet, rows]) => contentOf(sheet, rows, writing))
  const bytes = await fileOf(format, contents, written => {
    done = written
    return summarySheet(context, told, writing, written)
  }).finally(reading.stop)
  await takeSnapshot(context, {
    traceNo,
    direction,
    query: question,
    asOfSeq: answer.asOfSeq,
    elapsedMs: answer.elapsedMs,
    lotCount: answer.counts.lots,
    dealerCount: answer.counts.dealers,
    accountedRate: answer.accountedRate,
    ...(done ? { fileHash: done.hash() } : {}),
  })
  await writeAudit(context, `review${direction}`, traceNo, 'EXPORT', JSON.stringify(asked))
  const title = `${wording.say(`review${direction}`)}-${traceNo}`
  return format === 'XLSX'
    ? new FileAnswer(`${title}.xlsx`, xlsxType, bytes)
    : new FileAnswer(`${title}.zip`, 'application/zip', bytes)
}
