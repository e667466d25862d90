import { defineEnumeration } from '../schema/field.ts'

export const verdict = defineEnumeration('Verdict', {
  PASS: '合格',
  FAIL: '不合格',
  NA: '不适用',
})
