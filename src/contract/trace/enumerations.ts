/** Codes of the fields of traces; codes are answered, texts shown. zh-TW and en-US stand in messages. */
import { inspectType } from '../quality/enumerations.ts'
import { callbackStatus, sampleStatus } from '../sale/enumerations.ts'
import { defineEnumeration } from '../schema/field.ts'
import { qaStatus } from '../system/enumerations.ts'

/**
 * Did a certificate, a licence or a calibration hold on the day? What is not recorded is said so, and is never valid; what is
 * not tracked by lot (water) has nothing that could be recorded.
 */
export const validityStatus = defineEnumeration('ValidityStatus', {
  VALID: '有效',
  INVALID: '失效',
  UNKNOWN: '未登记',
  UNTRACKED: '不按批次管理',
})
/** What an inspection found, or that nothing is recorded of one. */
export const recordedVerdict = defineEnumeration('RecordedVerdict', {
  PASS: '合格',
  FAIL: '不合格',
  NA: '不适用',
  UNKNOWN: '未登记',
  UNTRACKED: '不按批次管理',
})
/** How a critical control point was found, or that nobody recorded it. */
export const readingStatus = defineEnumeration('ReadingStatus', {
  PASS: '受控',
  DEVIATION: '偏离',
  UNKNOWN: '未登记',
})
export const evidenceType = defineEnumeration('EvidenceType', {
  ...inspectType.options,
  THIRD_PARTY: '第三方检验',
})
/** What a person did for a lot, in the order in which it is done. */
export const productionRole = defineEnumeration('ProductionRole', {
  LEADER: '负责人',
  OPERATOR: '操作人员',
  CHECKER: '复核人',
  MONITOR: '监控人',
  VERIFIER: '验证人',
  INSPECTOR: '检验员',
  REVIEWER: '审核人',
  RELEASER: '放行人',
})
/** Is it recorded that a consumable was issued to the line? */
export const lineMatch = defineEnumeration('LineMatch', {
  LINE: '本生产线',
  UNKNOWN: '未指明生产线',
})

/** How finely a trace follows what went into what. */
export const tracePrecision = defineEnumeration('TracePrecision', {
  BATCH: '按锅次（已知最细）',
  PLAN: '按计划（最宽）',
})

/** Where something that can still be stopped is. */
export const stoppableKind = defineEnumeration('StoppableKind', {
  STOCK: '库存',
  WIP: '在制',
  PROCESS: '已投料未入库',
  DRAFT_SALE: '销售草稿',
  DRAFT_ISSUE: '领料草稿',
})

/** What else there is about a lot; what was only practised is told apart. */
export const caseKind = defineEnumeration('CaseKind', {
  RECALL: '召回',
  DRILL: '召回演练',
  COMPLAINT: '投诉',
  SAMPLE: '留样',
})
/** How far it is: the states of complaints, retained samples and recalls, of which the first and the last share one. */
export const caseStatus = defineEnumeration('CaseStatus', {
  ...qaStatus.options,
  ...sampleStatus.options,
  ...callbackStatus.options,
})

/** How near what stock counts found of a lot is to what should be there: the plant sets what it takes for near. */
export const balanceStatus = defineEnumeration('BalanceStatus', {
  PASS: '相符',
  LIMITED: '有偏差',
  FAIL: '不符',
})

/** What a row of the balance is of. */
export const balanceScope = defineEnumeration('BalanceScope', {
  LOT: '批次',
  PLAN: '生产计划',
})
