/** How far a dealer is with a recalled lot. Pure; the server writes what follows from the row. */
import { decimal } from '../schema/decimal.ts'
import type { Values } from '../schema/field.ts'
import { isEmpty } from '../schema/validate.ts'
import type { dealerStatus } from './enumerations.ts'

export type DealerStatus = keyof (typeof dealerStatus)['options']

/**
 * The last step that is known: goods are back when all is back that he said he has, or all that was sold to him and not
 * onward; what came back in part is still awaited. Who was sent of it and has no more, whichever way it came back, owes
 * nothing, unless he says that he has some; who was never sent of it has it from another dealer, and is called.
 */
export function dealerStatusOf(row: Values): DealerStatus {
  const [sold, onward, returned] = [decimal(row.soldQty), decimal(row.onwardQty), decimal(row.returnedQty)]
  const awaited = isEmpty(row.stockQty) ? sold.minus(onward) : decimal(row.stockQty)
  if (returned.gt(0) && returned.gte(awaited)) return 'RETURNED'
  if (onward.gt(0)) return 'SOLD_ONWARD'
  if (!isEmpty(row.stockQty)) return 'STOCK_REPORTED'
  if (sold.lte(0) && !isEmpty(row.lastShippedAt)) return 'RETURNED'
  if (!isEmpty(row.ackTime)) return 'ACKNOWLEDGED'
  return isEmpty(row.notifyTime) ? 'NOT_NOTIFIED' : 'NOTIFIED'
}

/** Has he said what he has of it? Until then he is called. */
export const isSettled = (status: unknown): boolean =>
  status === 'STOCK_REPORTED' || status === 'SOLD_ONWARD' || status === 'RETURNED'
