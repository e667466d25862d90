import { defineEnumeration } from '../schema/field.ts'

export const docStatus = defineEnumeration('DocStatus', {
  DRAFT: '草稿',
  SUBMITTED: '已过账',
  REVERSED: '已冲销',
})
