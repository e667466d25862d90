import { itemType } from '../basic/item.ts'
import { defineEntity } from '../schema/entity.ts'
import { enumeration, instant, integer, isEmpty, quantity, rate, ref, text, type Values } from '../schema/field.ts'
import { posting } from '../schema/posting.ts'
import { docStatus } from '../stock/docStatus.ts'
import { ofMaterial, ofProduct } from './lotOf.ts'

const isCorrection = ({ correctionOfId }: Values) => !isEmpty(correctionOfId)

const unit = { by: ['materialId', 'semiProductId', 'lotId', 'unitId'] } as const

export const usematerialrecord = defineEntity({
  name: 'usematerialrecord',
  area: 'production',
  label: '投料记录',
  keywords: ['投料单'],
  icon: 'cooking-pot',
  fields: {
    docNo: text('投料单号', {
      serverManaged: true,
      numbered: 'UM',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    producePlanId: ref('生产计划', 'produceplan', { required: true, list: true, filter: true }),
    batchSeq: integer('锅次/罐次', { required: true, pattern: 'POSITIVEINTEGER', default: 1, list: true }),
    useTime: instant('投料时间', { past: true, required: true, default: 'now', list: true, filter: true }),
    techStepNo: integer('投料工序', { pattern: 'POSITIVEINTEGER' }),
    equipmentId: ref('设备/罐号', 'equipment', { list: true }),
    materialId: ref('原料', 'material', { ...ofMaterial, list: true, filter: true }),
    itemType: enumeration('物料类型', itemType, { required: true, default: 'MATERIAL' }),
    semiProductId: ref('半成品', 'product', { ...ofProduct, list: true, filter: true }),
    lotId: ref('批次', 'stocklot', { width: 150, required: true, list: true, filter: true }),
    planAmount: quantity('应投数量', { unit, serverManaged: true, list: true }),
    factAmount: quantity('实投数量', { unit, required: true, pattern: 'UNUMBER4', positive: true, list: true }),
    deviationRate: rate('偏差率(%)', { serverManaged: true, list: true }),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true, hidden: true }),
    operatorId: ref('投料人', 'employee', { required: true, list: true }),
    reviewerId: ref('复核人', 'employee', { serverManaged: true, list: true }),
    correctionOfId: ref('更正来源', 'usematerialrecord', { serverManaged: true, shownIf: isCorrection }),
    correctionReason: text('更正原因', { serverManaged: true, max: 200, shownIf: isCorrection }),
    status: enumeration('状态', docStatus, { serverManaged: true, default: 'SUBMITTED', list: true, filter: true }),
    producePlanMaterialId: ref('计划用料行', 'produceplanmaterial'),
  },
  paper: { item: ['materialId', 'semiProductId'] },
  columns: ['docNo', 'producePlanId', 'materialId', 'lotId', 'factAmount', 'planAmount', 'useTime', 'semiProductId'],
  title: 'docNo',
  subject: 'materialId',
  facts: ['producePlanId', 'lotId', 'factAmount', 'planAmount', 'useTime'],
  // Posts on save; corrected by a separate record, or reversed.
  editableIn: [],
  order: [['id', 'desc']],
  indexes: [{ on: ['producePlanId'] }, { on: ['correctionOfId'] }],
  actions: {
    check: { label: '复核', on: 'rows', from: ['SUBMITTED'], confirm: true, keywords: ['添加剂复核'] },
    correct: {
      label: '更正实投',
      on: 'row',
      from: ['SUBMITTED'],
      arguments: {
        factAmount: quantity('实投数量', { unit, required: true, pattern: 'UNUMBER4' }),
        reason: text('更正原因', { required: true, max: 200 }),
      },
      keywords: ['更正', '实投'],
    },
    reverse: posting.reverse,
  },
  nextSteps: [{ step: 'receive', by: 'producePlanId', from: ['SUBMITTED'] }],
})
