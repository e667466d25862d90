/** The two traces: what they are asked, and the shape of what they answer (domain.md §3). */
import { defineCall } from '../schema/call.ts'
import { date, ref, text, texts } from '../schema/field.ts'

/** What a forward trace may be asked by; at least one of the lot, supplier or document fields. */
export const reviewascFields = {
  lotNos: texts('批号', { max: 30, hint: '可填多个，用空格或逗号分开' }),
  supplierLotNo: text('供应商批号', { max: 50 }),
  supplyId: ref('供应商', 'supply'),
  materialId: ref('原料', 'material'),
  storeInDocNo: text('入库单号', { max: 30 }),
  productLotNo: text('产品批号', { max: 30 }),
  dateFrom: date('入库日期起'),
  dateTo: date('入库日期止'),
}

/** What a backward trace may be asked by. */
export const reviewdescFields = {
  productLotNos: texts('产品批号', { max: 30, hint: '可填多个，用空格或逗号分开' }),
  productId: ref('产品', 'product'),
  produceDate: date('生产日期'),
  saleOutNo: text('销售单号', { max: 30 }),
  dealerId: ref('经销商', 'dealer'),
  dateFrom: date('销售日期起'),
  dateTo: date('销售日期止'),
}

export const reviewAsc = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewAsc',
  permission: { menu: 'reviewasc' },
  purpose: 'Forward trace: from material lots to product lots and the dealers that hold them.',
  takes: reviewascFields,
})

export const reviewAscExport = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewAscDataExport',
  permission: { menu: 'reviewasc', button: 'export' },
  purpose: 'The forward trace as an xlsx workbook; writes a trace snapshot.',
  takes: reviewascFields,
  writes: true,
})

export const reviewDesc = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewDesc',
  permission: { menu: 'reviewdesc' },
  purpose: 'Backward trace: from product lots or sales to material lots and their suppliers.',
  takes: reviewdescFields,
})

export const reviewDescExport = defineCall({
  method: 'POST',
  path: 'SafetyReview/ReviewDescDataExport',
  permission: { menu: 'reviewdesc', button: 'export' },
  purpose: 'The backward trace as an xlsx workbook; writes a trace snapshot.',
  takes: reviewdescFields,
  writes: true,
})
