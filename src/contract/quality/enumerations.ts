/** Enumerations of this area; zh-TW and en-US texts are in messages. */
import { defineEnumeration } from '../schema/field.ts'

export const equipStatus = defineEnumeration('EquipStatus', {
  NORMAL: '正常',
  REPAIRING: '维修中',
  STOPPED: '停用',
  SCRAPPED: '报废',
})
export const repairType = defineEnumeration('RepairType', {
  REPAIR: '维修',
  MAINTAIN: '保养',
  CLEAN: '清洗消毒',
})
export const repairResult = defineEnumeration('RepairResult', {
  FIXED: '已完成',
  TEMPORARY: '临时修复',
  SCRAP: '报废',
})
export const calibType = defineEnumeration('CalibType', {
  VERIFY: '检定',
  CALIBRATE: '校准',
  INTERNAL: '内部核查',
})
export const instrStatus = defineEnumeration('InstrStatus', {
  QUALIFIED: '合格',
  LIMITED: '限用',
  OVERDUE: '超期',
  STOPPED: '停用',
  SCRAPPED: '报废',
})
export const instrRecordType = defineEnumeration('InstrRecordType', {
  VERIFY: '检定',
  CALIBRATE: '校准',
  CHECK: '期间核查',
  USE: '使用',
  MAINTAIN: '维护',
  FAULT: '故障',
})
export const healthRecordType = defineEnumeration('HealthRecordType', {
  ANNUAL: '年度体检',
  DAILY: '晨检',
  RETURN: '返岗检查',
})
export const disease = defineEnumeration('Disease', {
  CHOLERA: '霍乱',
  DYSENTERY: '痢疾',
  TYPHOID: '伤寒副伤寒',
  HEPATITIS: '病毒性肝炎(甲型、戊型)',
  TB: '活动性肺结核',
  SKIN: '化脓性或渗出性皮肤病',
})
export const healthResult = defineEnumeration('HealthResult', {
  QUALIFIED: '合格',
  UNQUALIFIED: '不合格',
})
export const healthHandling = defineEnumeration('HealthHandling', {
  NORMAL: '正常上岗',
  TRANSFER: '调离岗位',
  SUSPEND: '停岗',
})
export const ncSource = defineEnumeration('NcSource', {
  INCOMING: '来料检验',
  PROCESS: '过程检验',
  FINISHED: '出厂检验',
  STOCK: '库存',
  RETURN: '退货',
  RECALL: '召回',
  EXPIRED: '过期',
})
export const ncDisposition = defineEnumeration('NcDisposition', {
  SUPPLIER_RETURN: '退货',
  REWORK: '返工',
  DOWNGRADE: '降级',
  CONCESSION: '让步接收',
  SCRAP: '报废',
  DESTROY: '销毁',
})
export const ncStatus = defineEnumeration('NcStatus', {
  OPEN: '待评审',
  DECIDED: '已判定',
  CLOSED: '已关闭',
})
export const consumablesDirection = defineEnumeration('ConsumablesDirection', {
  IN: '入库',
  OUT: '领用',
  COUNT: '盘点',
})
export const causeCategory = defineEnumeration('CauseCategory', {
  PEOPLE: '人',
  MACHINE: '机',
  MATERIAL: '料',
  METHOD: '法',
  ENVIRONMENT: '环',
  MEASURE: '测',
})
export const analyseConclusion = defineEnumeration('AnalyseConclusion', {
  RECALL: '实施召回',
  HOLD: '暂停销售',
  NO_ACTION: '无需措施',
  OBSERVE: '继续监测',
})
export const analyseStatus = defineEnumeration('AnalyseStatus', {
  DRAFT: '草稿',
  ANALYSING: '分析中',
  CONCLUDED: '已出结论',
})
export const recallPlanStatus = defineEnumeration('RecallPlanStatus', {
  DRAFT: '草稿',
  APPROVED: '已批准',
  REPORTED: '已报告',
  EXECUTING: '执行中',
  CLOSED: '已结案',
})
export const accidentLevel = defineEnumeration('AccidentLevel', {
  I: '特别重大',
  II: '重大',
  III: '较大',
  IV: '一般',
})
export const accidentStatus = defineEnumeration('AccidentStatus', {
  REPORTED: '已报告',
  INVESTIGATING: '调查中',
  HANDLED: '已处置',
  CLOSED: '已结案',
})
export const inspectType = defineEnumeration('InspectType', {
  IQC: '来料检验',
  IPQC: '过程检验',
  FQC: '出厂检验',
  RETEST: '复检',
})
export const inspectStatus = defineEnumeration('InspectStatus', {
  PENDING: '待检',
  TESTING: '检验中',
  JUDGED: '已判定',
  RELEASED: '已放行',
  CLOSED: '已关闭',
})
