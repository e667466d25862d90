import { defineEntity } from '../schema/entity.ts'
import {
  date,
  defineEnumeration,
  enumeration,
  instant,
  integer,
  quantity,
  rate,
  ref,
  refs,
  text,
} from '../schema/field.ts'
import { produceplanmaterial } from './produceplanmaterial.ts'
import { shift } from './shift.ts'

const unit = { by: ['productId'] } as const

export const planType = defineEnumeration('PlanType', {
  NORMAL: '正常生产',
  REWORK: '返工',
  TRIAL: '试产',
  BLEND: '合批',
})
export const planStatus = defineEnumeration('PlanStatus', {
  DRAFT: '草稿',
  RELEASED: '已下达',
  ISSUING: '领料中',
  PRODUCING: '生产中',
  FINISHED: '已完工',
  CLOSED: '已关闭',
  CANCELLED: '已取消',
})

export const produceplan = defineEntity({
  name: 'produceplan',
  area: 'production',
  label: '生产计划',
  icon: 'calendar-cog',
  document: true,
  fields: {
    docNo: text('计划单号', {
      serverManaged: true,
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
    plannedQty: quantity('计划数量', { unit, required: true, pattern: 'UNUMBER4', positive: true, list: true }),
    plannedPackages: integer('计划件数', { unit: { by: ['productId'], in: 'package' }, pattern: 'UINT' }),
    batchCount: integer('锅数/罐数', { required: true, pattern: 'POSITIVEINTEGER', default: 1 }),
    produceDate: date('生产日期', { required: true, default: 'today', list: true, filter: true }),
    planStart: instant('计划开始', { required: true, default: 'now', list: true }),
    planEnd: instant('计划结束', { required: true, default: 'now' }),
    workshop: text('车间/生产线', { max: 50, list: true, filter: true }),
    shift: enumeration('班次', shift, { default: 'DAY' }),
    leaderId: ref('负责人', 'employee', { required: true, list: true }),
    operatorIds: refs('操作人员', 'employee'),
    equipmentIds: refs('使用设备', 'equipment', { where: () => ({ status: 'NORMAL' }) }),
    lotNo: text('产品批号', { max: 30, unique: 'productId', list: true, filter: true, counts: true }),
    actualStart: instant('实际开始', { serverManaged: true }),
    actualEnd: instant('实际结束', { serverManaged: true }),
    producedQty: quantity('完工数量', { unit, serverManaged: true, pattern: 'UNUMBER4', list: true }),
    yieldRate: rate('得率(%)', { serverManaged: true, pattern: 'UNUMBER', list: true }),
    lossQty: quantity('损耗数量', { unit, serverManaged: true }),
    lossReason: text('损耗说明', { max: 200 }),
    status: enumeration('状态', planStatus, { serverManaged: true, default: 'DRAFT', list: true, filter: true }),
    remark: text('备注', { max: 500, list: true, editableAfterPosting: true }),
  },
  lines: { lines: produceplanmaterial },
  // Formula requirements apply to normal plans only, not to rework.
  linesOptional: row => row.planType !== 'NORMAL',
  laysOutLines: row => Boolean(row.formulaId),
  title: 'docNo',
  subject: 'productId',
  facts: ['plannedQty', 'productSpecId', 'produceDate', 'workshop', 'lotNo', 'leaderId'],
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
    options: 'BasicData/RemoteProducePlanKeyValueList',
  },
  actions: {
    release: {
      label: '下达',
      submits: true,
      on: 'rows',
      from: ['DRAFT'],
      to: 'RELEASED',
      keys: ['mod+enter'],
      confirm: true,
    },
    finish: { label: '完工', on: 'rows', from: ['PRODUCING'], to: 'FINISHED', confirm: true },
    cancel: {
      label: '取消',
      on: 'rows',
      from: ['DRAFT', 'RELEASED', 'ISSUING'],
      to: 'CANCELLED',
      confirm: true,
      risk: 'destructive',
    },
    scrapRest: {
      label: '在制报废',
      on: 'row',
      from: ['ISSUING', 'PRODUCING', 'FINISHED'],
      confirm: true,
      risk: 'destructive',
      arguments: {
        lotId: ref('批次', 'stocklot', { hint: '不填则报废全部在制结存' }),
        qty: quantity('报废数量', {
          unit: { by: ['lotId'] },
          pattern: 'UNUMBER4',
          positive: true,
          hint: '不填则为该批次全部在制结存',
        }),
        reason: text('原因', { required: true, max: 200 }),
      },
    },
    close: {
      label: '关闭',
      on: 'rows',
      from: ['FINISHED'],
      to: 'CLOSED',
      confirm: true,
      arguments: { lossReason: text('损耗说明', { max: 200, hint: '损耗超出配方允许范围时必填' }) },
    },
    reopen: {
      label: '重开',
      on: 'row',
      from: ['CLOSED'],
      to: 'FINISHED',
      confirm: true,
      risk: 'destructive',
      arguments: { reason: text('原因', { required: true, max: 200 }) },
    },
  },
  createsFrom: {
    issue: {
      label: '领料',
      entity: 'getmaterialrecord',
      by: 'producePlanId',
      from: ['RELEASED', 'ISSUING', 'PRODUCING'],
    },
    makeUp: { label: '补料', entity: 'materialmakeup', by: 'producePlanId', from: ['ISSUING', 'PRODUCING'] },
    use: { label: '投料', entity: 'usematerialrecord', by: 'producePlanId', from: ['ISSUING', 'PRODUCING'] },
    receive: { label: '完工入库', entity: 'productstorein', by: 'producePlanId', from: ['PRODUCING', 'FINISHED'] },
  },
  // The formula lays out the lines.
  asLastTime: {
    same: 'productId',
    from: ['RELEASED', 'ISSUING', 'PRODUCING', 'FINISHED', 'CLOSED'],
    fields: ['productSpecId', 'formulaId', 'workshop', 'leaderId', 'operatorIds', 'equipmentIds'],
  },
  nextSteps: [
    { step: 'issue', from: ['RELEASED'] },
    { step: 'use', from: ['ISSUING'] },
    { step: 'receive', from: ['PRODUCING'] },
    { step: 'close', from: ['FINISHED'] },
  ],
  related: [
    { entity: 'getmaterialrecord', by: 'producePlanId' },
    { entity: 'usematerialrecord', by: 'producePlanId' },
    { entity: 'materialmakeup', by: 'producePlanId' },
    { entity: 'productstorein', by: 'producePlanId' },
    { entity: 'importcontrol', by: 'producePlanId' },
  ],
})
