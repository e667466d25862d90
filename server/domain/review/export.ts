/** Exports a trace: the workbook, the snapshot that proves it, and the audit row. */
import { sql } from 'kysely'
import { format } from '../../../src/contract/messages/index.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Context } from '../../db/context.ts'
import { writeAudit } from '../audit.ts'
import { FileAnswer } from '../fileAnswer.ts'
import { nextNumber } from '../numbering.ts'
import { review } from './review.ts'
import type { Direction } from './scope.ts'
import { takeSnapshot } from './snapshot.ts'
import { hashOf, workbookOf } from './workbook.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export async function exportReview(context: Context, direction: Direction, asked: Values): Promise<FileAnswer> {
  const answer = await review(context, direction, asked)
  const traceNo = await nextNumber(context, 'TR')
  const { rows } = await sql<{ name: string }>`select name from "user" where id = ${context.userId}`.execute(context.tx)
  const bytes = await workbookOf(
    { locale: context.locale, timeZone: context.timeZone },
    answer,
    rows[0]?.name ?? '',
    traceNo,
  )
  await takeSnapshot(context, {
    traceNo,
    direction,
    query: asked,
    asOfSeq: answer.asOfSeq,
    elapsedMs: answer.elapsedMs,
    lotCount: answer.counts.lots,
    dealerCount: answer.counts.dealers,
    fileHash: hashOf(answer),
  })
  await writeAudit(context, `review${direction}`, traceNo, 'EXPORT', JSON.stringify(asked))
  const title = format(context.locale, `review${direction}`)
  return new FileAnswer(`${title}-${traceNo}.xlsx`, xlsx, bytes)
}
