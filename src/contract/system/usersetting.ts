import { defineEntity } from '../schema/entity.ts'
import { json, ref, text } from '../schema/field.ts'

export const usersetting = defineEntity({
  name: 'usersetting',
  area: 'system',
  label: '个人设置',
  icon: 'sliders',
  ownedBy: 'userId',
  fields: {
    userId: ref('用户', 'user', { serverManaged: true }),
    key: text('设置项', { required: true, max: 100, key: true, unique: 'userId' }),
    value: json('值', { required: true }),
  },
  title: 'key',
  order: [['key', 'asc']],
})
