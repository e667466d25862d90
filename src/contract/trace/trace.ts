/** Trace calls in both directions: parameters and answer shape (domain.md §3). */

import * as answer from '../schema/answerShape.ts'
import { defineCall, type Given } from '../schema/call.ts'
import { date, defineEnumeration, enumeration, flag, instant, integer, ref, text, texts } from '../schema/field.ts'
import { maxLotNameLength } from './lotName.ts'
import { sectionRowsShape, traceAnswerShape } from './traceAnswer.ts'

const tracePrecision = defineEnumeration('TracePrecision', {
  BATCH: '按锅次（已知最细）',
  PLAN: '按计划（最宽）',
})

export const traceOptions = {
  /** 0 precedes the first row; its answer and pages carry it. */
  asOfSeq: integer('截至流水号'),
  asOf: instant('截至时间'),
  precision: enumeration('追溯精度', tracePrecision, { default: 'BATCH' }),
  includePackaging: flag('含包装材料', { default: true }),
  depth: integer('最大层级', { positive: true }),
  without: texts('排除批次', { max: maxLotNameLength, hint: '假设这些批次不相关时的范围' }),
}

/** Forward trace criteria, at least one. Lot criteria are united, others narrow. */
export const reviewascFields = {
  lotNos: texts('批号', { max: maxLotNameLength, hint: '可填多个，用空格或逗号分开' }),
  supplierLotNo: text('供应商批号', { max: 50 }),
  supplyId: ref('供应商', 'supply'),
  materialId: ref('原料', 'material'),
  storeInDocNo: text('入库单号', { max: 30 }),
  productLotNo: text('产品批号', { max: 30 }),
  dateFrom: date('入库日期起'),
  dateTo: date('入库日期止'),
  ...traceOptions,
}

/** Backward trace criteria, with the same logic. */
export const reviewdescFields = {
  productLotNos: texts('产品批号', { max: maxLotNameLength, hint: '可填多个，用空格或逗号分开' }),
  productId: ref('产品', 'product'),
  produceDate: date('生产日期'),
  saleOutNo: text('销售单号', { max: 30 }),
  dealerId: ref('经销商', 'dealer'),
  dateFrom: date('销售日期起'),
  dateTo: date('销售日期止'),
  complaintNo: text('投诉单号', { max: 30 }),
  gs1: text('GS1 条码', { max: 100 }),
  ...traceOptions,
}

export const questionFields = { asc: reviewascFields, desc: reviewdescFields } as const

/** Criteria of a trace, of either direction, with labels as entered. */
export type TraceQuestion = Given<typeof reviewascFields & typeof reviewdescFields> & {
  readonly [label: `${string}$${string}`]: unknown
}

const answerFields = {
  /** Sections to load with the answer, default all; the rest only count. */
  sections: texts('结果页', { max: 30 }),
}

/** Time of the answer, with `asOfSeq`, for data outside the ledger. */
const answered = { answeredAt: instant('答复时间') }

export type TraceCriteria = Given<typeof reviewascFields & typeof reviewdescFields & typeof answered>
export type TraceRequest = TraceCriteria & Given<typeof answerFields>

const pageFields = {
  ...answered,
  section: text('结果页', { max: 30, required: true }),
  page: integer('页', { positive: true }),
  size: integer('每页行数', { positive: true }),
  /** Sort fields, at most three, `-` for descending: `['-netQty', 'dealerName']`. */
  sort: texts('排序', { max: 40 }),
}

export type SectionRequest = TraceCriteria & Given<typeof pageFields>

const exportFormat = defineEnumeration('ExportFormat', {
  XLSX: 'Excel 工作簿',
  CSV: 'CSV 压缩包',
  EPCIS: 'EPCIS 2.0 事件',
})

export const exportFields = {
  format: enumeration('文件格式', exportFormat, { default: 'XLSX' }),
}

/** Days on the plant's calendar, both included. */
export const epcisFields = {
  dateFrom: date('日期起', { required: true }),
  dateTo: date('日期止', { required: true }),
}

export type ExportRequest = TraceCriteria & Given<typeof exportFields>

export const reviewAsc = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewAsc',
  permission: { menu: 'reviewasc' },
  purpose: 'Forward trace: from material lots to product lots and the dealers that hold them.',
  takes: { ...reviewascFields, ...answerFields },
  returns: traceAnswerShape,
})

export const reviewAscRows = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewAscRows',
  permission: { menu: 'reviewasc' },
  purpose: 'A page of a section of the forward trace; asked with the asOfSeq of its answer it belongs to that answer.',
  takes: { ...reviewascFields, ...pageFields },
  returns: sectionRowsShape,
})

export const reviewAscExport = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewAscDataExport',
  permission: { menu: 'reviewasc', button: 'export' },
  purpose: 'The forward trace with all its records as an xlsx workbook or a zip of csv; writes a trace snapshot.',
  takes: { ...reviewascFields, ...answered, ...exportFields },
  writes: true,
  returns: answer.file,
})

export const epcisExport = defineCall({
  method: 'POST',
  path: 'SafetyReview/EpcisExport',
  permission: { menu: 'stockledger', button: 'export' },
  purpose: 'All movements of a period as EPCIS 2.0 events: a zip with one JSON-LD document; audited.',
  takes: epcisFields,
  writes: true,
  returns: answer.file,
})

export const reviewDesc = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewDesc',
  permission: { menu: 'reviewdesc' },
  purpose: 'Backward trace: from product lots or sales to material lots and their suppliers.',
  takes: { ...reviewdescFields, ...answerFields },
  returns: traceAnswerShape,
})

export const reviewDescRows = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewDescRows',
  permission: { menu: 'reviewdesc' },
  purpose: 'A page of a section of the backward trace; asked with the asOfSeq of its answer it belongs to that answer.',
  takes: { ...reviewdescFields, ...pageFields },
  returns: sectionRowsShape,
})

export const reviewDescExport = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewDescDataExport',
  permission: { menu: 'reviewdesc', button: 'export' },
  purpose: 'The backward trace with all its records as an xlsx workbook or a zip of csv; writes a trace snapshot.',
  takes: { ...reviewdescFields, ...answered, ...exportFields },
  writes: true,
  returns: answer.file,
})
