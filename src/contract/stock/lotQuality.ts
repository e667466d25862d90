import { defineEnumeration, type Field, isEmpty, type Values } from '../schema/field.ts'

export const lotQuality = defineEnumeration('LotQuality', {
  PENDING: '待检',
  RELEASED: '合格放行',
  HOLD: '冻结',
  REJECTED: '不合格',
  RECALLED: '召回',
})

/** Whether a released lot is past its expiry. */
export function isExpired({ expiresBy }: Pick<Field, 'expiresBy'>, row: Values, code: unknown, today: string): boolean {
  const day = expiresBy === undefined ? null : row[expiresBy]
  return code === 'RELEASED' && !isEmpty(day) && String(day) < today
}
