import * as answer from '../schema/answerShape.ts'
import { type AnswerOf, defineCall, type Given } from '../schema/call.ts'
import { enumeration, integer, text } from '../schema/field.ts'
import { lang } from '../system/lang.ts'
import type { PaperModel } from './model.ts'

const said = answer.object({ title: answer.string, text: answer.string })
const modelShape: answer.Shape<PaperModel> = {
  schema: answer.object({
    paper: answer.string,
    entity: answer.string,
    id: answer.whole,
    locale: answer.string,
    title: answer.string,
    number: answer.string,
    company: answer.string,
    contact: answer.listOf(answer.string),
    partner: answer.optional(
      answer.object({ title: answer.string, name: answer.string, lines: answer.listOf(answer.string) }),
    ),
    sections: answer.listOf(
      answer.object({
        kind: answer.oneOf('values', 'table', 'text'),
        title: answer.optional(answer.string),
        values: answer.optional(answer.listOf(said)),
        columns: answer.optional(
          answer.listOf(answer.object({ title: answer.string, isNumeric: answer.optional(answer.boolean) })),
        ),
        rows: answer.optional(answer.listOf(answer.listOf(answer.string))),
        totals: answer.optional(answer.listOf(said)),
        note: answer.optional(answer.string),
        text: answer.optional(answer.string),
      }),
    ),
    signatures: answer.listOf(answer.string),
    seq: answer.whole,
    hash: answer.string,
    foot: answer.string,
  }).schema,
}

/** Rights are those to the page of the record. */
const asked = {
  entity: text('单据类型', { max: 40, required: true }),
  id: integer('记录', { required: true, positive: true }),
  paper: text('纸面', { max: 40 }),
  locale: enumeration('语言', lang),
}

export const paperPdf = defineCall({
  method: 'POST',
  path: 'Paper/Pdf',
  permission: 'session',
  purpose:
    'A paper of a record as PDF, in the language asked for or that of its partner; adds an audit row. Needs the page of the record.',
  takes: asked,
  returns: answer.file,
})

export const paperText = defineCall({
  method: 'POST',
  path: 'Paper/Text',
  permission: 'session',
  purpose: 'The content of a paper with its hash and ledger sequence, as the print view draws it.',
  takes: asked,
  returns: modelShape,
})

export const paperLogo = defineCall({
  method: 'GET',
  path: 'Paper/Logo',
  permission: 'session',
  purpose: "The logo of the person's organisation as a picture in a data URL, for the head of printed papers.",
  returns: answer.object({ logo: answer.orNull(answer.string) }),
})

export const paperCheck = defineCall({
  method: 'POST',
  path: 'Paper/Check',
  permission: 'session',
  purpose: 'Whether a printed hash belongs to the record of that number: as it is now, as issued before, or never.',
  takes: {
    number: text('单号', { max: 60, required: true }),
    hash: text('校验码', { max: 64, required: true, hint: '纸面页脚 SHA-256 后的字符，至少前 8 位' }),
  },
  returns: answer.object({
    outcome: answer.oneOf('current', 'superseded', 'unknown'),
    entity: answer.string,
    id: answer.whole,
    number: answer.string,
    title: answer.optional(answer.string),
    issued: answer.listOf(
      answer.object({ at: answer.string, by: answer.orNull(answer.string), seq: answer.whole, locale: answer.string }),
    ),
  }),
})

export type PaperCheckAnswer = AnswerOf<typeof paperCheck>
export type PaperRequest = Given<typeof asked>
