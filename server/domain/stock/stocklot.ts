import { format } from '../../../src/contract/messages/index.ts'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { stocklot } from '../../../src/contract/stock/stocklot.ts'
import type { Context } from '../../db/context.ts'
import { nextNumber } from '../numbering.ts'
import type { RulesWithActions } from '../rule.ts'
import { changeStatus, type Lot } from './lots.ts'

async function release(context: Context, lot: Lot, given: Readonly<Record<string, unknown>>): Promise<undefined> {
  if (lot.qualityStatus === 'HOLD' && !given.reason) throw new AppError('invalid', { reason: 'required' })
  // A product leaves the plant with its release certificate (Food Safety Law art. 52); a material has its supplier's.
  const certificate =
    (given.certificateNo as string | null | undefined) ||
    lot.certificateNo ||
    (lot.itemType === 'PRODUCT' ? await nextNumber(context, 'HG') : null)
  const reason = (given.reason as string | undefined) || format(context.locale, 'stocklot.release')
  await changeStatus(context, lot, 'RELEASED', reason, certificate)
}

const change =
  (to: string) =>
  async (context: Context, lot: Lot, given: Readonly<Record<string, unknown>>): Promise<undefined> =>
    void (await changeStatus(context, lot, to, String(given.reason)))

export const stocklotRules: RulesWithActions<typeof stocklot> = {
  actions: { release, hold: change('HOLD'), reject: change('REJECTED') },
}
