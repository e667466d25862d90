/** Label calls: proof, print, file. */
import * as answer from '../schema/answerShape.ts'
import { defineCall, type GivenOf } from '../schema/call.ts'
import { enumeration, flag, integer, json, ref, text } from '../schema/field.ts'
import { labelPurpose } from './labelFields.ts'
import { printStatus, printTarget } from './labelprint.ts'
import { printerDots } from './labelprinter.ts'

/** Labels of one call, copies included. */
export const maxLabels = 1000
/** Labels that a proof draws; the rest is only counted. */
export const maxProofs = 50

/** What is wrong with an element of a label; texts are `label.fault.<code>`. */
const faultCodes = [
  'TEXT_TOO_LONG',
  'CODE_TOO_LARGE',
  'LOT_TOO_LONG',
  'CODE_REFUSED',
  'NO_CODE',
  'NO_LINK',
  'SSCC_THIN',
] as const

/** Faults of labels that can be printed all the same. */
export const labelWarnings: ReadonlySet<string> = new Set<(typeof faultCodes)[number]>(['LOT_TOO_LONG', 'SSCC_THIN'])

const chosen = {
  purpose: enumeration('用途', labelPurpose, { required: true }),
  /** Entity of the records: see `sourcesOfPurpose`. */
  entity: text('记录类别', { max: 30 }),
  templateId: ref('模板', 'labeltemplate'),
  /** One label per package; otherwise one for each record. */
  perPackage: flag('每件一张', { default: false }),
  /** Part of the labels of each record, from 1. */
  from: integer('从第几件', { positive: true }),
  to: integer('到第几件', { positive: true }),
}

/** Records of the entity, with the number of packages where it differs. */
const records = { records: { id: integer('记录', { required: true }), count: integer('件数', { positive: true }) } }

const faultShape = answer.object({
  at: answer.whole,
  code: answer.oneOf(...faultCodes),
  /** In the reader's language, with what does not fit. */
  text: answer.string,
})
export type LabelFaultFound = answer.TypeOf<typeof faultShape>

const labelShape = answer.object({
  /** Record; null for the example. */
  id: answer.orNull(answer.whole),
  title: answer.string,
  number: answer.whole,
  total: answer.whole,
  /** `width` and `height` in mm, `viewBox` likewise. */
  svg: answer.string,
  faults: answer.listOf(faultShape),
})

const pictures = {
  width: answer.whole,
  height: answer.whole,
  labels: answer.listOf(labelShape),
}

const proofShape = answer.object({
  ...pictures,
  /** Number of labels without copies. */
  total: answer.whole,
  templateId: answer.orNull(answer.whole),
  /** Records already printed, whose reprint needs a reason. */
  printed: answer.listOf(answer.object({ id: answer.whole, title: answer.string, at: answer.string })),
})
export type LabelProof = answer.TypeOf<typeof proofShape>

/** Without records: the example values of the purpose. */
export const labelProof = defineCall({
  method: 'POST',
  path: 'Label/Proof',
  permission: { menu: ['labelprint', 'labeltemplate'] },
  purpose:
    'The true labels of records, or of an example, by a template or a draft of one, with what is wrong with them.',
  takes: { ...chosen, layout: json('版面'), width: integer('宽(mm)'), height: integer('高(mm)') },
  rows: records,
  returns: proofShape,
})
export type LabelProofRequest = GivenOf<typeof labelProof>

const printedShape = answer.object({
  ...pictures,
  id: answer.whole,
  docNo: answer.string,
  status: answer.oneOf(...(Object.keys(printStatus.options) as (keyof typeof printStatus.options)[])),
  labelCount: answer.whole,
  copies: answer.whole,
})
export type LabelPrinted = answer.TypeOf<typeof printedShape>

/** Pictures only for the browser, each once: copies are the client's. */
export const labelPrint = defineCall({
  method: 'POST',
  path: 'Label/Print',
  permission: { menu: 'labelprint', button: 'print' },
  purpose: 'Prints labels of records: to a printer by the queue, as pictures for the browser, or for a file.',
  takes: {
    ...chosen,
    target: enumeration('打印到', printTarget, { required: true }),
    printerId: ref('打印机', 'labelprinter', { requiredIf: row => row.target === 'PRINTER' }),
    copies: integer('每张份数', { positive: true, default: 1 }),
    reason: text('补打原因', { max: 200 }),
    reprintOfId: ref('补打自', 'labelprint'),
  },
  rows: records,
  writes: true,
  returns: printedShape,
})
export type LabelPrintRequest = GivenOf<typeof labelPrint>

export const labelFile = defineCall({
  method: 'GET',
  path: 'Label/File',
  permission: { menu: 'labelprint', button: 'print' },
  purpose: 'A print job as ZPL, for printers that the server does not reach.',
  takes: {
    id: ref('打印记录', 'labelprint', { required: true }),
    dots: enumeration('分辨率', printerDots, { default: 'D203' }),
  },
  returns: answer.file,
})
