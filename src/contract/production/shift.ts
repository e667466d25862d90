import { defineEnumeration } from '../schema/field.ts'

export const shift = defineEnumeration('Shift', {
  DAY: '白班',
  MIDDLE: '中班',
  NIGHT: '夜班',
})
