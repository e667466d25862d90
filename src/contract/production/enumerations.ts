/** Enumerations of this area; zh-TW and en-US texts are in messages. */
import { defineEnumeration } from '../schema/field.ts'

export const makeUpReason = defineEnumeration('MakeUpReason', {
  OVER_LOSS: '损耗超标',
  SPILL: '洒漏',
  QC_FAIL: '品质不合格',
  FORMULA_ADJUST: '配方微调',
  SHORT_WEIGHT: '来料短重',
  EQUIPMENT: '设备故障',
  OTHER: '其他',
})
export const productOutType = defineEnumeration('ProductOutType', {
  RETAIN_SAMPLE: '留样',
  TEST_SAMPLE: '检验抽样',
  OFFICIAL_SAMPLE: '监督抽检',
  SCRAP: '报废销毁',
  REWORK: '返工领用',
  TRANSFER_OUT: '调拨出库',
  SALE: '销售出库',
})
/** Stock-out types except sale, a document of its own. */
const { SALE: _, ...notSold } = productOutType.options
export const productStoreOutType = defineEnumeration('ProductOutType', notSold)
export const ccpResult = defineEnumeration('CcpResult', {
  PASS: '受控',
  DEVIATION: '偏离',
})
export const ccpDisposition = defineEnumeration('CcpDisposition', {
  RELEASE: '评估后放行',
  REPROCESS: '返工',
  HOLD: '隔离冻结',
  SCRAP: '报废',
})
