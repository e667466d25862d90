import { itemType } from '../basic/item.ts'
import { defineEntity } from '../schema/entity.ts'
import { defineEnumeration, enumeration, instant, quantity, rate, ref, text } from '../schema/field.ts'
import { posting } from '../schema/posting.ts'
import { docStatus } from '../stock/docStatus.ts'
import { lotOf, ofMaterial, ofProduct } from './lotOf.ts'

const makeUpReason = defineEnumeration('MakeUpReason', {
  OVER_LOSS: '损耗超标',
  SPILL: '洒漏',
  QC_FAIL: '品质不合格',
  FORMULA_ADJUST: '配方微调',
  SHORT_WEIGHT: '来料短重',
  EQUIPMENT: '设备故障',
  OTHER: '其他',
})

export const materialmakeup = defineEntity({
  name: 'materialmakeup',
  area: 'production',
  label: '补料记录',
  icon: 'package-plus',
  document: true,
  reserves: null,
  fields: {
    docNo: text('补料单号', {
      serverManaged: true,
      numbered: 'MU',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    producePlanId: ref('生产计划', 'produceplan', { required: true, list: true, filter: true }),
    makeUpTime: instant('补料时间', { past: true, required: true, default: 'now', list: true, filter: true }),
    materialId: ref('原料', 'material', { ...ofMaterial, list: true, filter: true }),
    itemType: enumeration('物料类型', itemType, { required: true, default: 'MATERIAL' }),
    semiProductId: ref('半成品', 'product', { ...ofProduct, filter: true }),
    lotId: ref('批次', 'stocklot', { required: true, list: true, filter: true, width: 150, where: lotOf }),
    qty: quantity('补料数量', {
      unit: { by: ['materialId', 'semiProductId', 'lotId', 'unitId'] },
      required: true,
      pattern: 'UNUMBER4',
      positive: true,
      list: true,
    }),
    unitId: ref('单位', 'unit', { serverManaged: true, list: true, hidden: true }),
    overRate: rate('累计超领率(%)', { serverManaged: true, list: true }),
    reasonType: enumeration('补料原因', makeUpReason, { required: true, list: true, filter: true }),
    reason: text('原因说明', { required: true, max: 200 }),
    fefoOverrideReason: text('未按先到期先出原因', { max: 100 }),
    applicantId: ref('申请人', 'employee', { required: true, list: true }),
    approverId: ref('批准人', 'employee', { serverManaged: true, list: true }),
    status: enumeration('状态', docStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    locationId: ref('库位', 'stocklocation'),
    producePlanMaterialId: ref('计划用料行', 'produceplanmaterial', { serverManaged: true }),
  },
  columns: ['docNo', 'materialId', 'qty', 'lotId', 'producePlanId', 'makeUpTime', 'reasonType'],
  title: 'docNo',
  facts: ['producePlanId', 'lotId', 'qty', 'reasonType', 'makeUpTime'],
  order: [['id', 'desc']],
  indexes: [{ on: ['producePlanId'] }],
  calls: { save: 'Produce/ProducePlanMaterialMakeUp' },
  actions: { submit: { ...posting.submit, label: '批准过账', button: 'approve' }, reverse: posting.reverse },
  nextSteps: [{ step: 'use', by: 'producePlanId', from: ['SUBMITTED'] }],
})
