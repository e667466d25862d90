import { enableStatus } from '../basic/masterStatus.ts'
import { defineEntity } from '../schema/entity.ts'
import { enumeration, flag, integer, isEmpty, json, text } from '../schema/field.ts'
import { type LabelPurpose, labelPurpose } from './labelFields.ts'
import { isLayout, isWithin, labelSides } from './layout.ts'

const isSide = (value: unknown) =>
  isEmpty(value) || (Number(value) >= labelSides.least && Number(value) <= labelSides.most)

export const labeltemplate = defineEntity({
  name: 'labeltemplate',
  area: 'system',
  label: '标签模板',
  keywords: ['标签', '条码'],
  icon: 'ruler',
  softDelete: true,
  shared: true,
  fields: {
    name: text('模板名称', { required: true, max: 50, unique: true, key: true, list: true, filter: true }),
    purpose: enumeration('用途', labelPurpose, {
      required: true,
      fixed: true,
      default: 'MATERIAL_LOT',
      list: true,
      filter: true,
    }),
    width: integer('宽(mm)', { required: true, unit: 'mm', pattern: 'POSITIVEINTEGER', default: 100, list: true }),
    height: integer('高(mm)', { required: true, unit: 'mm', pattern: 'POSITIVEINTEGER', default: 60, list: true }),
    isDefault: flag('默认模板', { default: false, list: true, hint: '打印此用途的标签时先选它' }),
    status: enumeration('状态', enableStatus, { required: true, default: 'ENABLED', list: true, filter: true }),
    remark: text('备注', { max: 200, list: true }),
    layout: json('版面', { format: 'labelLayout' }),
  },
  title: 'name',
  facts: ['purpose', 'width', 'height', 'isDefault'],
  choiceFields: ['purpose', 'width', 'height', 'isDefault', 'status'],
  order: [
    ['purpose', 'asc'],
    ['name', 'asc'],
  ],
  checks: [
    { at: 'width', ok: ({ width }) => isSide(width), message: 'labelSide' },
    { at: 'height', ok: ({ height }) => isSide(height), message: 'labelSide' },
    {
      at: 'layout',
      ok: ({ layout, purpose }) => isEmpty(layout) || isLayout(layout, purpose as LabelPurpose),
      message: 'labelLayout',
    },
    {
      at: 'layout',
      ok: ({ layout, width, height }) => !isLayout(layout) || isWithin(layout, Number(width), Number(height)),
      message: 'labelOutside',
    },
  ],
})
