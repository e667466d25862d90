import { defineEntity } from '../schema/entity.ts'
import { text } from '../schema/field.ts'

export const setting = defineEntity({
  name: 'setting',
  shared: true,
  area: 'system',
  label: '系统参数',
  icon: 'sliders',
  operations: ['list', 'load', 'save'],
  seeded: true,
  asForm: true,
  fields: {
    key: text('参数', {
      required: true,
      max: 60,
      width: 330,
      unique: true,
      key: true,
      list: true,
      filter: true,
      fixed: true,
      messageKeyPrefix: 'setting.named',
    }),
    value: text('值', { max: 200, list: true }),
    remark: text('备注', { max: 500, list: true }),
  },
  title: 'key',
  order: [['key', 'asc']],
})
