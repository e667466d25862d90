import { defineEnumeration } from '../schema/field.ts'

export const lotQuality = defineEnumeration('LotQuality', {
  PENDING: '待检',
  RELEASED: '合格放行',
  HOLD: '冻结',
  REJECTED: '不合格',
  RECALLED: '召回',
})
