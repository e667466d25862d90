import { limitsInOrder } from '../basic/limits.ts'
import { verdict } from '../basic/verdict.ts'
import { defineEntity } from '../schema/entity.ts'
import { decimal, enumeration, flag, integer, ref, text } from '../schema/field.ts'

export const qualityitem = defineEntity({
  name: 'qualityitem',
  area: 'other',
  label: '检验明细',
  line: true,
  fields: {
    lineNo: integer('行号', { serverManaged: true }),
    itemName: text('检验项目', { required: true, max: 50, key: true, list: true }),
    method: text('检验方法', { max: 50, list: true }),
    limitMin: decimal('下限', { pattern: 'NUMBER', list: true }),
    limitMax: decimal('上限', { pattern: 'NUMBER', list: true }),
    limitText: text('标准要求', { max: 50, list: true }),
    resultValue: decimal('实测值', { pattern: 'NUMBER', list: true }),
    resultText: text('文字结果', { max: 50 }),
    unitName: text('单位', { max: 20, list: true }),
    detecEquipmentId: ref('检测设备', 'detecequipment', { list: true }),
    isSafetyItem: flag('安全指标', { default: false, list: true }),
    verdict: enumeration('单项判定', verdict, { list: true }),
  },
  checks: [{ at: 'limitMax', ok: limitsInOrder, message: 'maxBelowMin' }],
})
