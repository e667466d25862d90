import { jurisdiction } from '../basic/callbackgrade.ts'
import { defineEntity } from '../schema/entity.ts'
import { date, enumeration, flag, text } from '../schema/field.ts'

export const holiday = defineEntity({
  name: 'holiday',
  shared: true,
  area: 'system',
  label: '工作日历',
  icon: 'calendar-days',
  fields: {
    jurisdiction: enumeration('适用法域', jurisdiction, { required: true, key: true, list: true, filter: true }),
    day: date('日期', { required: true, key: true, list: true, filter: true }),
    isWorkday: flag('是否工作日', { required: true, list: true }),
    name: text('名称', { max: 50, list: true }),
  },
  title: 'name',
  order: [
    ['jurisdiction', 'asc'],
    ['day', 'desc'],
  ],
  uniqueTogether: [['jurisdiction', 'day']],
})
