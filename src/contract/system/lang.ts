/** Languages of the console, apart from entities: needed before sign-in. */
import { defineEnumeration } from '../schema/field.ts'

export const lang = defineEnumeration('Lang', {
  'zh-CN': '简体中文',
  'zh-TW': '繁体中文',
  'en-US': '英文',
})
