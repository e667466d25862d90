/** Call for the history of one record, as the audit trail has it. */
import * as answer from '../schema/answerShape.ts'

/** Audit actions that change a record; views and exports do not. */
export const historyActions = [
  'CREATE',
  'UPDATE',
  'DELETE',
  'SUBMIT',
  'REVERSE',
  'STATUS',
  'PASSWORD',
  'PRINT',
] as const

const linkShape = answer.object({ id: answer.whole, label: answer.string })

const changeShape = answer.object({
  field: answer.string,
  lines: answer.optional(answer.string),
  lineId: answer.optional(answer.string),
  before: answer.json<unknown>(),
  after: answer.json<unknown>(),
  /** Both values where they cannot be told apart. */
  text: answer.optional(answer.string),
  /** Labels of references, by id. */
  labels: answer.optional(answer.byName(answer.string)),
  /** Document the new state follows from. */
  cause: answer.optional(answer.object({ id: answer.optional(answer.whole), label: answer.string })),
  /** Personal: values are never in the trail. */
  hidden: answer.optional(answer.boolean),
})

export const recordHistory = {
  verb: 'history',
  method: 'GET',
  returns: answer.object({
    rows: answer.listOf(
      answer.object({
        id: answer.whole,
        at: answer.string,
        action: answer.oneOf(...historyActions),
        /** Null for the system itself. */
        by: answer.orNull(linkShape),
        reason: answer.orNull(answer.string),
        changes: answer.listOf(changeShape),
        /** Stored text of a print: its job or paper. */
        printed: answer.optional(answer.string),
      }),
    ),
    /** Older entries exist. */
    more: answer.boolean,
  }),
} as const

export type RecordHistory = answer.TypeOf<typeof recordHistory.returns>
export type HistoryEntry = RecordHistory['rows'][number]
export type HistoryChange = HistoryEntry['changes'][number]
