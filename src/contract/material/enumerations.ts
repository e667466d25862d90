/** Enumerations of this area; zh-TW and en-US texts are in messages. */
import { defineEnumeration } from '../schema/field.ts'

export const materialOutType = defineEnumeration('MaterialOutType', {
  SUPPLIER_RETURN: '退供应商',
  SCRAP: '报废销毁',
  SAMPLE: '检验抽样',
  TRANSFER_OUT: '调拨出库',
})
