/** Dealer status of a recalled lot. Pure; the server stores the result. */
import { decimal } from '../schema/decimal.ts'
import { defineEnumeration, isEmpty } from '../schema/field.ts'

/** Progress of a dealer with a recalled lot (domain.md §3.6). */
export const dealerStatus = defineEnumeration('DealerStatus', {
  NOT_NOTIFIED: '未通知',
  NOTIFIED: '已通知',
  ACKNOWLEDGED: '已确认',
  STOCK_REPORTED: '已报库存',
  SOLD_ONWARD: '已售出',
  RETURNED: '已退回',
})

export type DealerStatus = keyof (typeof dealerStatus)['options']

interface DealerLot {
  readonly soldQty?: unknown
  readonly onwardQty?: unknown
  readonly returnedQty?: unknown
  readonly stockQty?: unknown
  readonly lastShippedAt?: unknown
  readonly ackTime?: unknown
  readonly notifyTime?: unknown
}

/** Latest known step. Partial returns stay pending; unsupplied dealers are called. */
export function dealerStatusOf(row: DealerLot): DealerStatus {
  const [sold, onward, returned] = [decimal(row.soldQty), decimal(row.onwardQty), decimal(row.returnedQty)]
  const awaited = isEmpty(row.stockQty) ? sold.minus(onward) : decimal(row.stockQty)
  if (returned.gt(0) && returned.gte(awaited)) return 'RETURNED'
  if (onward.gt(0)) return 'SOLD_ONWARD'
  if (!isEmpty(row.stockQty)) return 'STOCK_REPORTED'
  if (sold.lte(0) && !isEmpty(row.lastShippedAt)) return 'RETURNED'
  if (!isEmpty(row.ackTime)) return 'ACKNOWLEDGED'
  return isEmpty(row.notifyTime) ? 'NOT_NOTIFIED' : 'NOTIFIED'
}

/** True once the dealer reported his stock; until then he is called. */
export const isSettled = (status: unknown): boolean =>
  status === 'STOCK_REPORTED' || status === 'SOLD_ONWARD' || status === 'RETURNED'
