/** Evidence of a backward trace: the day's records, and their validity. */
import { consumableType } from '../basic/consumables.ts'
import { ccpDisposition } from '../production/importcontrol.ts'
import { planType } from '../production/produceplan.ts'
import { shift } from '../production/shift.ts'
import { inspectType } from '../quality/qualityinspection.ts'
import { defineEntity } from '../schema/entity.ts'
import {
  date,
  decimal,
  defineEnumeration,
  enumeration,
  flag,
  instant,
  integer,
  longText,
  quantity,
  text,
} from '../schema/field.ts'
import { postType } from '../staff/employee.ts'
import { lotQuality } from '../stock/lotQuality.ts'

/** Validity on the day. Unrecorded is never valid; water is exempt. */
const validityStatus = defineEnumeration('ValidityStatus', {
  VALID: '有效',
  INVALID: '失效',
  UNKNOWN: '未登记',
  UNTRACKED: '不按批次管理',
})
const recordedVerdict = defineEnumeration('RecordedVerdict', {
  PASS: '合格',
  FAIL: '不合格',
  NA: '不适用',
  UNKNOWN: '未登记',
  UNTRACKED: '不按批次管理',
})
/** Critical control point result, or its absence. */
const readingStatus = defineEnumeration('ReadingStatus', {
  PASS: '受控',
  DEVIATION: '偏离',
  UNKNOWN: '未登记',
})
const evidenceType = defineEnumeration('EvidenceType', {
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
const lineMatch = defineEnumeration('LineMatch', {
  LINE: '本生产线',
  UNKNOWN: '未指明生产线',
})

const shown = { serverManaged: true, list: true } as const

export const reviewproduct = defineEntity({
  name: 'reviewproduct',
  area: 'review',
  label: '产品',
  line: true,
  subject: 'productName',
  facts: ['producedQty', 'lotNo', 'planNo', 'produceDate'],
  fields: {
    lotNo: text('批号', shown),
    productName: text('产品名称', shown),
    brandName: text('品牌', shown),
    specName: text('规格', shown),
    gtin: text('商品条码', shown),
    produceDate: date('生产日期', shown),
    expiryDate: date('到期日期', shown),
    planNo: text('计划单号', shown),
    planType: enumeration('计划类型', planType, shown),
    formulaName: text('配方名称', shown),
    formulaVersion: text('配方版本', shown),
    workshop: text('车间/生产线', shown),
    shift: enumeration('班次', shift, shown),
    batches: text('锅次/罐次', shown),
    leaderName: text('负责人', shown),
    actualStart: instant('实际开始', shown),
    actualEnd: instant('实际结束', shown),
    producedQty: quantity('生产数量', shown),
    unitName: text('单位', { ...shown, format: 'unit' }),
    certificateNo: text('检验合格证号', shown),
    qualityStatus: enumeration('质量状态', lotQuality, shown),
    ingredientList: longText('配料表', shown),
    storageCondition: text('贮存条件', shown),
    standardNo: text('执行标准号', shown),
    licenceNo: text('生产许可证编号', shown),
  },
})

export const reviewmaterial = defineEntity({
  name: 'reviewmaterial',
  area: 'review',
  label: '原料',
  line: true,
  subject: 'materialName',
  facts: ['usedQty', 'supplierName', 'lotNo', 'supplierLotNo'],
  state: 'iqcVerdict',
  fields: {
    level: integer('层级', shown),
    materialName: text('原料名称', shown),
    lotNo: text('内部批号', shown),
    supplierLotNo: text('供应商批号', shown),
    usedQty: quantity('投入本批次数量', shown),
    unitName: text('单位', { ...shown, format: 'unit' }),
    supplierName: text('供应商', shown),
    licenceNo: text('供应商许可证编号', shown),
    licenceValid: enumeration('收货日许可证', validityStatus, shown),
    licenceExpireDate: date('许可证有效期至', shown),
    storeInDocNo: text('入库单号', shown),
    storeInDate: date('入库日期', shown),
    iqcNo: text('来料检验单号', shown),
    iqcVerdict: enumeration('来料检验结论', recordedVerdict, shown),
    certificateNo: text('合格证明编号', shown),
    manufacturerName: text('生产商', shown),
    produceDate: date('生产日期', shown),
    expiryDate: date('到期日期', shown),
    receivedQty: quantity('收货数量', shown),
    onHandQty: quantity('库存数量', shown),
    qualityStatus: enumeration('质量状态', lotQuality, shown),
  },
})

export const reviewinspection = defineEntity({
  name: 'reviewinspection',
  area: 'review',
  label: '检验',
  line: true,
  subject: 'itemName',
  facts: ['productName', 'lotNo', 'evidenceType', 'docNo'],
  state: 'itemVerdict',
  fields: {
    level: integer('层级', shown),
    lotNo: text('批号', shown),
    productName: text('产品名称', shown),
    evidenceType: enumeration('检验类型', evidenceType, shown),
    docNo: text('检验单/报告编号', shown),
    itemName: text('检验项目', shown),
    isSafetyItem: flag('安全指标', shown),
    limitMin: decimal('下限', shown),
    limitMax: decimal('上限', shown),
    limitText: text('标准要求', shown),
    resultValue: decimal('实测值', shown),
    resultText: text('文字结果', shown),
    itemUnit: text('单位', shown),
    itemVerdict: enumeration('单项判定', recordedVerdict, shown),
    verdict: enumeration('检验结论', recordedVerdict, shown),
    testDay: date('抽样/签发日期', shown),
    instrumentName: text('检测设备', shown),
    calibrationValid: enumeration('检测日检定/校准', validityStatus, shown),
    inspectorName: text('检验员', shown),
    reviewerName: text('审核人', shown),
    releaserName: text('放行人', shown),
    releaseTime: instant('放行时间', shown),
    certificateNo: text('检验合格证号', shown),
    standardNo: text('检验依据', shown),
    agencyName: text('检验机构', shown),
    reportValid: enumeration('生产日报告', validityStatus, shown),
    reportValidUntil: date('报告有效期至', shown),
  },
})

export const reviewprocess = defineEntity({
  name: 'reviewprocess',
  area: 'review',
  label: '过程',
  line: true,
  subject: 'stepName',
  facts: ['controlItem', 'measuredText', 'planNo', 'monitorTime'],
  state: 'result',
  fields: {
    level: integer('层级', shown),
    planNo: text('计划单号', shown),
    outLotNo: text('产出批号', shown),
    stepNo: integer('工序号', shown),
    stepName: text('工序', shown),
    ccpNo: text('CCP编号', shown),
    batchSeq: integer('锅次/罐次', shown),
    monitorTime: instant('监控时间', shown),
    controlItem: text('监控项目', shown),
    limitMin: decimal('关键限值下限', shown),
    limitMax: decimal('关键限值上限', shown),
    limitUnit: text('限值单位', shown),
    measuredValue: decimal('实测值', shown),
    measuredText: text('观察结果', shown),
    result: enumeration('监控结果', readingStatus, shown),
    correctiveAction: longText('纠偏措施', shown),
    affectedQty: quantity('受影响数量', shown),
    disposition: enumeration('处置方式', ccpDisposition, shown),
    monitorName: text('监控人', shown),
    verifierName: text('验证人', shown),
    equipmentName: text('设备', shown),
    repairs: text('当日维修保养', shown),
    instrumentName: text('监控仪器', shown),
    calibrationValid: enumeration('当日检定/校准', validityStatus, shown),
    calibrationNo: text('检定/校准证书编号', shown),
    calibratedUntil: date('检定/校准有效期至', shown),
  },
})

export const reviewpeople = defineEntity({
  name: 'reviewpeople',
  area: 'review',
  label: '人员',
  line: true,
  subject: 'employeeName',
  facts: ['productionRole', 'department', 'planNo'],
  state: 'healthValid',
  fields: {
    level: integer('层级', shown),
    planNo: text('计划单号', shown),
    outLotNo: text('产出批号', shown),
    productionRole: enumeration('职责', productionRole, shown),
    employeeName: text('姓名', shown),
    healthValid: enumeration('当日健康证', validityStatus, shown),
    jobNo: text('工号', shown),
    department: text('部门', shown),
    postType: enumeration('接触类别', postType, shown),
    workDay: date('作业日期', shown),
    healthCertNo: text('健康证编号', shown),
    healthValidUntil: date('健康证有效期至', shown),
  },
})

export const reviewenvironment = defineEntity({
  name: 'reviewenvironment',
  area: 'review',
  label: '环境',
  line: true,
  subject: 'consumablesName',
  facts: ['qty', 'purpose', 'employeeName', 'planNo'],
  state: 'lineMatch',
  fields: {
    level: integer('层级', shown),
    planNo: text('计划单号', shown),
    outLotNo: text('产出批号', shown),
    workshop: text('车间/生产线', shown),
    outDate: date('领用日期', shown),
    consumablesName: text('耗材', shown),
    consumableType: enumeration('耗材类别', consumableType, shown),
    lotNo: text('耗材批号', shown),
    qty: quantity('领用数量', shown),
    unitName: text('单位', { ...shown, format: 'unit' }),
    isFoodContact: flag('可接触食品', shown),
    lineMatch: enumeration('用于', lineMatch, shown),
    area: text('使用区域', shown),
    department: text('领用部门', shown),
    employeeName: text('领用人', shown),
    purpose: text('用途', shown),
    docNo: text('领用单号', shown),
  },
})

export const proofs = {
  reviewmaterial,
  reviewproduct,
  reviewinspection,
  reviewprocess,
  reviewpeople,
  reviewenvironment,
}
