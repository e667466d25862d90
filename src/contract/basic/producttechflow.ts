import { defineEntity } from '../schema/entity.ts'
import { decimal, flag, integer, ref, text } from '../schema/field.ts'
import { limitsInOrder } from './limits.ts'

export const producttechflow = defineEntity({
  name: 'producttechflow',
  shared: true,
  area: 'basic',
  label: '产品工艺',
  icon: 'list-ordered',
  fields: {
    productId: ref('产品', 'product', { required: true, list: true }),
    stepNo: integer('工序号', {
      required: true,
      pattern: 'POSITIVEINTEGER',
      unique: 'productId',
      key: true,
      list: true,
    }),
    techFlowId: ref('工艺工序', 'techflow', { required: true, list: true, where: () => ({ status: 'APPROVED' }) }),
    equipmentId: ref('设备', 'equipment', { list: true }),
    standardMinutes: integer('标准工时(分钟)', { unit: '分钟', pattern: 'UINT', list: true }),
    isKeyControl: flag('是否关键控制点', { serverManaged: true, list: true }),
    targetValue: decimal('目标值', { pattern: 'NUMBER' }),
    limitMin: decimal('关键限值下限', { pattern: 'NUMBER', list: true }),
    limitMax: decimal('关键限值上限', { pattern: 'NUMBER', list: true }),
    limitUnit: text('限值单位', { max: 20 }),
    monitorIntervalMin: integer('监控间隔(分钟)', { unit: '分钟', pattern: 'POSITIVEINTEGER', list: true }),
    remark: text('备注', { max: 500 }),
  },
  title: 'techFlowId',
  order: [
    ['productId', 'asc'],
    ['stepNo', 'asc'],
  ],
  checks: [{ at: 'limitMax', ok: limitsInOrder, message: 'maxBelowMin' }],
  calls: {
    list: 'BasicData/GetProductTechFlowList',
    save: 'BasicData/ProductTechFlowSave',
    remove: 'BasicData/ProductTechFlowDel',
  },
})
