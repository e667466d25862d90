/** Enumerations of traces, with zh-CN texts; zh-TW and en-US are in messages. */
import { inspectType } from '../quality/enumerations.ts'
import { callbackStatus, sampleStatus } from '../sale/enumerations.ts'
import { defineEnumeration } from '../schema/field.ts'
import { qaStatus } from '../system/enumerations.ts'

/**
 * Validity of a certificate, licence or calibration on the day. Unrecorded never counts as valid; water, not tracked by
 * lot, has no record.
 */
export const validityStatus = defineEnumeration('ValidityStatus', {
  VALID: '有效',
  INVALID: '失效',
  UNKNOWN: '未登记',
  UNTRACKED: '不按批次管理',
})
export const recordedVerdict = defineEnumeration('RecordedVerdict', {
  PASS: '合格',
  FAIL: '不合格',
  NA: '不适用',
  UNKNOWN: '未登记',
  UNTRACKED: '不按批次管理',
})
/** Critical control point result, or its absence. */
export const readingStatus = defineEnumeration('ReadingStatus', {
  PASS: '受控',
  DEVIATION: '偏离',
  UNKNOWN: '未登记',
})
export const evidenceType = defineEnumeration('EvidenceType', {
  ...inspectType.options,
  THIRD_PARTY: '第三方检验',
})
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
export const lineMatch = defineEnumeration('LineMatch', {
  LINE: '本生产线',
  UNKNOWN: '未指明生产线',
})

export const tracePrecision = defineEnumeration('TracePrecision', {
  BATCH: '按锅次（已知最细）',
  PLAN: '按计划（最宽）',
})

export const stoppableKind = defineEnumeration('StoppableKind', {
  STOCK: '库存',
  WIP: '在制',
  PROCESS: '已投料未入库',
  DRAFT_SALE: '销售草稿',
  DRAFT_ISSUE: '领料草稿',
})

export const caseKind = defineEnumeration('CaseKind', {
  RECALL: '召回',
  DRILL: '召回演练',
  COMPLAINT: '投诉',
  SAMPLE: '留样',
})
/** Case states of complaints, retained samples and recalls, merged. */
export const caseStatus = defineEnumeration('CaseStatus', {
  ...qaStatus.options,
  ...sampleStatus.options,
  ...callbackStatus.options,
})

/** Deviation of stock counts from the balance; the plant sets the tolerance. */
export const balanceStatus = defineEnumeration('BalanceStatus', {
  PASS: '相符',
  LIMITED: '有偏差',
  FAIL: '不符',
})

export const balanceScope = defineEnumeration('BalanceScope', {
  LOT: '批次',
  PLAN: '生产计划',
})
