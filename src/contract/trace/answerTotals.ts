/** Trace sections beside the answer: other candidates, existing cases. */

import { callbackStatus } from '../recall/callback.ts'
import { sampleStatus } from '../sale/retainsample.ts'
import { defineEntity } from '../schema/entity.ts'
import { date, defineEnumeration, enumeration, quantity, text } from '../schema/field.ts'
import { lotQuality } from '../stock/lotQuality.ts'
import { qaStatus } from '../system/questionanswer.ts'

const caseKind = defineEnumeration('CaseKind', {
  RECALL: '召回',
  DRILL: '召回演练',
  COMPLAINT: '投诉',
  SAMPLE: '留样',
})
/** Case states of complaints, retained samples and recalls, merged. */
const caseStatus = defineEnumeration('CaseStatus', {
  ...qaStatus.options,
  ...sampleStatus.options,
  ...callbackStatus.options,
})

const shown = { serverManaged: true, list: true } as const

export const reviewsibling = defineEntity({
  name: 'reviewsibling',
  area: 'review',
  label: '同源批次',
  line: true,
  subject: 'productName',
  facts: ['soldQty', 'onHandQty', 'lotNo', 'produceDate'],
  state: 'qualityStatus',
  fields: {
    lotNo: text('批号', shown),
    productName: text('产品名称', shown),
    produceDate: date('生产日期', shown),
    sharedLotNo: text('共用批号', shown),
    sharedItemName: text('共用物料', shown),
    onHandQty: quantity('库存数量', shown),
    soldQty: quantity('净售数量', shown),
    unitName: text('单位', { ...shown, format: 'unit' }),
    qualityStatus: enumeration('质量状态', lotQuality, shown),
  },
})

/** Retained samples, complaints and recalls: avoids duplicate cases. */
export const reviewcase = defineEntity({
  name: 'reviewcase',
  area: 'review',
  label: '相关事项',
  line: true,
  subject: 'itemName',
  facts: ['kind', 'qty', 'docNo', 'partyName'],
  fields: {
    kind: enumeration('类别', caseKind, shown),
    docNo: text('单号', shown),
    status: enumeration('状态', caseStatus, shown),
    lotNo: text('批号', shown),
    itemName: text('名称', shown),
    day: date('日期', shown),
    qty: quantity('数量', shown),
    unitName: text('单位', { ...shown, format: 'unit' }),
    partyName: text('相关方/位置', shown),
  },
})
