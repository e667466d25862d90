import { defineEntity } from '../schema/entity.ts'
import { enumeration, text } from '../schema/field.ts'
import { lang } from './lang.ts'

export const uistring = defineEntity({
  name: 'uistring',
  area: 'system',
  label: '界面文案',
  icon: 'languages',
  global: true,
  fields: {
    key: text('键名', { required: true, max: 100, unique: 'lang', key: true, list: true, filter: true }),
    lang: enumeration('语言', lang, { required: true, key: true, list: true, filter: true }),
    value: text('文案', { required: true, max: 1000, list: true, filter: true }),
    module: text('模块', { max: 30, list: true, filter: true }),
  },
  title: 'key',
  order: [
    ['key', 'asc'],
    ['lang', 'asc'],
  ],
})
