/** Product receipts: production, dealer return, recall, opening stock. */
import { productstorein } from '#contract/production/productstorein.ts'
import { invalid } from '#contract/schema/answer.ts'
import { decimal, product } from '#contract/schema/decimal.ts'
import { isEmpty } from '#contract/schema/validate.ts'
import type { Context } from '../../db/connection/context.ts'
import { expiryOf } from '../basis/dates.ts'
import type { Draft, EntityHooksWithActions } from '../basis/hooks.ts'
import { holdRecall, refreshRecall } from '../recall/recallRefresh.ts'
import { settingOf } from '../settings/settings.ts'
import { approve, clearApproval } from '../stock/approval.ts'
import { guardBusinessTime } from '../stock/backdating.ts'
import { reverseDocument } from '../stock/reversal.ts'
import { receiveFromPlan, reverseFromPlan } from './planReceipt.ts'
import { prepare } from './prepareReceipt.ts'
import { receiveFromDealer, receiveOpening } from './productReturn.ts'
import { lotNamed, type Receipt, receiptLineFacts } from './receipt.ts'

/** Handler by kind; count surplus is posted by the count (domain.md §0.5.10). */
const receive = {
  PRODUCTION: receiveFromPlan,
  DEALER_RETURN: receiveFromDealer,
  RECALL_RETURN: receiveFromDealer,
  OPENING: receiveOpening,
  ADJUST_IN: async () => {
    throw invalid({ storeInType: 'byStockCount' })
  },
} as const satisfies Record<Receipt['storeInType'], (context: Context, receipt: Receipt) => Promise<Draft>>

/** Derives quantity from packing; dates from the lot, or shelf life for new lots. */
async function fill(context: Context, row: Draft): Promise<void> {
  const facts = await receiptLineFacts(context, row.productId, row.productSpecId)
  if (!facts) return
  if (facts.factor === null && !isEmpty(row.productSpecId)) throw invalid({ productSpecId: 'reference' })
  const packed = decimal(product(row.packageQty, facts.factor, 4))
  row.baseQty = packed.plus(decimal(row.looseQty)).toFixed(4)
  const known = row.storeInType === 'PRODUCTION' ? undefined : await lotNamed(context, row.productId, row.lotNo)
  if (known) {
    row.produceDate = known.produceDate
    row.expiryDate = known.expiryDate
  } else if (!isEmpty(row.produceDate)) {
    const rule = await settingOf(context, 'expiryRule')
    row.expiryDate = expiryOf(String(row.produceDate), facts.shelfLifeValue, facts.shelfLifeUnit, rule)
  }
}

export const productstoreinRules: EntityHooksWithActions<typeof productstorein> = {
  prepare,
  async beforeSave(context, row, before) {
    await fill(context, row)
    clearApproval(productstorein, row, before)
  },
  actions: {
    async submit(context, receipt) {
      if (decimal(receipt.baseQty).lte(0)) throw invalid({ packageQty: 'positive' })
      guardBusinessTime(context, receipt.storeInTime)
      return receive[receipt.storeInType](context, receipt)
    },
    approve: (context, receipt) => approve(context, 'productstorein', receipt),
    async reverse(context, receipt, given) {
      const reason = String(given.reason)
      if (receipt.callbackId !== null) await holdRecall(context, receipt.callbackId)
      if (receipt.storeInType === 'PRODUCTION') await reverseFromPlan(context, receipt, reason)
      // Used lots must keep their origin; returned goods must only be in place.
      else
        await reverseDocument(context, 'productstorein', receipt.docNo ?? '', reason, receipt.storeInType === 'OPENING')
      if (receipt.callbackId !== null) await refreshRecall(context, receipt.callbackId)
      return undefined
    },
  },
}
