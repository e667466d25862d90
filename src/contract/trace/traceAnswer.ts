/** Answer of a trace, and a page of one of its sections. */
import * as answer from '../schema/answerShape.ts'

export const sectionRowsShape = answer.object({
  total: answer.whole,
  /** Distinct dealers over all rows, in sections of dealers. */
  dealers: answer.optional(answer.whole),
  /** Rows linked by `lotId`, `dealerId` or document; empty when only counted. */
  rows: answer.listOf(answer.values),
})
export type SectionRows = answer.TypeOf<typeof sectionRowsShape>
export type SectionRow = SectionRows['rows'][number]

export const traceAnswerShape = answer.object({
  direction: answer.oneOf('asc', 'desc'),
  /** Ledger horizon of the answer: last sequence number and its time. */
  asOfSeq: answer.whole,
  asOf: answer.string,
  elapsedMs: answer.fraction,
  rootLots: answer.listOf(answer.string),
  counts: answer.object({
    lots: answer.whole,
    plans: answer.whole,
    productLots: answer.whole,
    dealers: answer.whole,
    suppliers: answer.whole,
  }),
  /** Accounted share in percent by the ledger: 100.00, else a software defect. */
  accountedRate: answer.orNull(answer.string),
  sections: answer.byName(sectionRowsShape),
})
export type TraceAnswer = answer.TypeOf<typeof traceAnswerShape>
