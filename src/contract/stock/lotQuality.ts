import { defineEnumeration, type Field, isEmpty, type Values } from '../schema/field.ts'

export const lotQuality = defineEnumeration('LotQuality', {
  PENDING: '待检',
  RELEASED: '合格放行',
  HOLD: '冻结',
  REJECTED: '不合格',
  RECALLED: '召回',
})

/** Whether a released lot is past its expiry. */
export function hasLapsed({ lapses }: Pick<Field, 'lapses'>, row: Values, code: unknown, today: string): boolean {
  const day = lapses === undefined ? null : row[lapses]
  return code === 'RELEASED' && !isEmpty(day) && String(day) < today
}
