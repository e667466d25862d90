import { planStatus, planType, shift } from '../enumerations.ts'
import { defineEntity } from '../schema/entity.ts'
import { date, enumeration, instant, integer, quantity, rate, ref, refs, text } from '../schema/field.ts'
import { produceplanmaterial } from './produceplanmaterial.ts'

export const produceplan = defineEntity({
  name: 'produceplan',
  area: 'production',
  label: '生产计划',
  icon: 'calendar-cog',
  document: true,
  fields: {
    docNo: text('计划单号', {
      byServer: true,
      numbered: 'PP',
      max: 30,
      unique: true,
      key: true,
      list: true,
      filter: true,
    }),
    productId: ref('产品', 'product', { required: true, list: true, filter: true }),
    productSpecId: ref('规格', 'productspec', {
      required: true,
      list: true,
      where: row => ({ productId: row.productId }),
    }),
    formulaId: ref('配方版本', 'productformula', {
      list: true,
      requiredIf: row => row.planType === 'NORMAL',
      where: row => ({ productId: row.productId, status: 'APPROVED' }),
    }),
    planType: enumeration('计划类型', planType, { required: true, default: 'NORMAL', filter: true }),
    plannedQty: quantity('计划数量', { required: true, pattern: 'UNUMBER4', positive: true, list: true }),
    plannedPackages: integer('计划件数', { pattern: 'UINT' }),
    batchCount: integer('锅次/罐次', { required: true, pattern: 'POSITIVEINTEGER', default: 1 }),
    produceDate: date('生产日期', { required: true, default: 'today', list: true, filter: true }),
    planStart: instant('计划开始', { required: true, default: 'now', list: true }),
    planEnd: instant('计划结束', { required: true, default: 'now' }),
    workshop: text('车间/生产线', { max: 50, list: true, filter: true }),
    shift: enumeration('班次', shift, { default: 'DAY' }),
    leaderId: ref('负责人', 'employee', { required: true, list: true }),
    operatorIds: refs('操作人员', 'employee'),
    equipmentIds: refs('使用设备', 'equipment', { where: () => ({ status: 'NORMAL' }) }),
    lotNo: text('产品批号', { max: 30, unique: 'productId', list: true, filter: true }),
    actualStart: instant('实际开始', { byServer: true }),
    actualEnd: instant('实际结束', { byServer: true }),
    producedQty: quantity('完工数量', { byServer: true, pattern: 'UNUMBER4', list: true }),
    yieldRate: rate('得率(%)', { byServer: true, pattern: 'UNUMBER', list: true }),
    lossQty: quantity('损耗数量', { byServer: true }),
    lossReason: text('损耗说明', { max: 200 }),
    status: enumeration('状态', planStatus, { byServer: true, default: 'DRAFT', list: true, filter: true }),
    remark: text('备注', { max: 500 }),
  },
  lines: { lines: produceplanmaterial },
  title: 'docNo',
  search: ['lotNo'],
  order: [['id', 'desc']],
  checks: [
    {
      at: 'planEnd',
      ok: row => !row.planEnd || !row.planStart || String(row.planEnd) >= String(row.planStart),
      message: 'endBeforeStart',
    },
  ],
  calls: {
    load: 'Produce/GetProducePlanById',
    save: 'Produce/ProducePlanSave',
    remove: 'Produce/ProducePlanDel',
    options: ['Produce/GetProducePlanLabelValueList', 'BasicData/RemoteProducePlanKeyValueList'],
  },
  actions: {
    release: { label: '下达', on: 'rows', from: ['DRAFT'], to: 'RELEASED', keys: ['mod+enter'], confirm: true },
    finish: { label: '完工', on: 'rows', from: ['PRODUCING'], to: 'FINISHED', confirm: true },
    cancel: {
      label: '取消',
      on: 'rows',
      from: ['DRAFT', 'RELEASED', 'ISSUING'],
      to: 'CANCELLED',
      confirm: true,
      risk: 'destructive',
    },
  },
  begins: {
    issue: {
      label: '领料',
      entity: 'getmaterialrecord',
      by: 'producePlanId',
      from: ['RELEASED', 'ISSUING', 'PRODUCING'],
    },
    use: { label: '投料', entity: 'usematerialrecord', by: 'producePlanId', from: ['ISSUING', 'PRODUCING'] },
    receive: { label: '完工入库', entity: 'productstorein', by: 'producePlanId', from: ['PRODUCING', 'FINISHED'] },
  },
})
