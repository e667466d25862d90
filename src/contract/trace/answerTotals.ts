/** Trace sections beside the answer: other candidate lots, and existing cases. */
import { lotQuality } from '../enumerations.ts'
import { defineEntity } from '../schema/entity.ts'
import { date, enumeration, quantity, text } from '../schema/field.ts'
import { caseKind, caseStatus } from './enumerations.ts'

const shown = { byServer: true, list: true } as const

export const reviewsibling = defineEntity({
  name: 'reviewsibling',
  area: 'review',
  label: '同源批次',
  line: true,
  fields: {
    lotNo: text('批号', shown),
    productName: text('产品名称', shown),
    produceDate: date('生产日期', shown),
    sharedLotNo: text('共用批号', shown),
    sharedItemName: text('共用物料', shown),
    onHandQty: quantity('库存数量', shown),
    soldQty: quantity('净售数量', shown),
    unitName: text('单位', shown),
    qualityStatus: enumeration('质量状态', lotQuality, shown),
  },
})

/** Retained samples, complaints and recalls: avoids duplicate cases. */
export const reviewcase = defineEntity({
  name: 'reviewcase',
  area: 'review',
  label: '相关事项',
  line: true,
  fields: {
    kind: enumeration('类别', caseKind, shown),
    docNo: text('单号', shown),
    status: enumeration('状态', caseStatus, shown),
    lotNo: text('批号', shown),
    itemName: text('名称', shown),
    day: date('日期', shown),
    qty: quantity('数量', shown),
    unitName: text('单位', shown),
    partyName: text('相关方/位置', shown),
  },
})
