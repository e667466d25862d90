/** Whom a recall calls: each row saved on its own, so that several callers do not block each other (domain.md §0.5.11). */
import { sql } from 'kysely'
import { format } from '../../../src/contract/messages/index.ts'
import type { callbackdealer } from '../../../src/contract/sale/callbackdealer.ts'
import { AppError, invalid } from '../../../src/contract/schema/answer.ts'
import { decimal } from '../../../src/contract/schema/decimal.ts'
import type { RowOf } from '../../../src/contract/schema/entity.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'
import type { Context } from '../../db/context.ts'
import { ownEmployee } from '../people.ts'
import type { Draft, RulesWithActions } from '../rule.ts'
import { dealersHolding, notifiedPercent } from './recallFigures.ts'
import { holdRecall, runningStates } from './recallRefresh.ts'

type Call = RowOf<typeof callbackdealer>

/** @throws AppError recallOver: nothing is recorded before a recall starts or after it is closed */
async function guardOpen(context: Context, callbackId: unknown): Promise<void> {
  const { rows } = await sql<{ docNo: string; status: string }>`
    select "docNo", status from callback
    where id = ${callbackId ?? null}::bigint and "customerId" = ${context.customerId}`.execute(context.tx)
  const [recall] = rows
  if (!recall) throw invalid({ callbackId: 'missing' })
  if (!runningStates.includes(recall.status))
    throw new AppError('recallOver', {
      docNo: recall.docNo,
      status: format(context.locale, `CallbackStatus.${recall.status}`),
    })
}

async function guardLot(context: Context, row: Draft): Promise<void> {
  const { rows } = await sql`
    select 1 from callbacklot where "parentId" = ${row.callbackId} and "lotId" = ${row.lotId ?? null}::bigint`.execute(
    context.tx,
  )
  if (rows.length === 0) throw invalid({ lotId: 'missing' })
}

/** A dealer who got a lot from another dealer is entered by hand, with nothing sold to him by us. */
async function fill(context: Context, row: Draft): Promise<void> {
  const held = await dealersHolding(context, [Number(row.lotId)], Number(row.callbackId))
  const own = held.find(each => each.dealerId === row.dealerId)
  row.soldQty = own?.sold ?? '0'
  row.returnedQty = own?.returned ?? '0'
  if (!isEmpty(row.contactName) || !isEmpty(row.phone)) return
  const { rows } = await sql<{ name: string; phone: string }>`
    select "recallContactName" as name, "recallPhone" as phone from dealer
    where id = ${row.dealerId ?? null}::bigint and "customerId" = ${context.customerId}`.execute(context.tx)
  row.contactName = rows[0]?.name ?? null
  row.phone = rows[0]?.phone ?? null
}

function guardQuantities(row: Draft): void {
  const sold = decimal(row.soldQty)
  // Who got it from another dealer has bought nothing from us: there is no figure to hold him to.
  if (sold.isZero()) return
  for (const name of ['stockQty', 'onwardQty'])
    if (decimal(row[name]).gt(sold)) throw invalid({ [name]: 'moreThanSold' })
  if (decimal(row.stockQty).plus(decimal(row.onwardQty)).gt(sold)) throw invalid({ onwardQty: 'moreThanSold' })
}

/**
 * The share of the dealers who know is the recall's own figure; it is written without touching the recall's version. Held
 * first and counted then, so that of two callers at once the later one counts the other too.
 */
async function tell(context: Context, callbackId: number): Promise<void> {
  await holdRecall(context, callbackId)
  const share = await notifiedPercent(context, callbackId)
  await sql`update callback set "notifiedPercent" = ${share}::numeric where id = ${callbackId}`.execute(context.tx)
}

async function notified(context: Context, row: Call, given: Draft) {
  await guardOpen(context, row.callbackId)
  // The first time counts: what was noted wrongly is corrected in the row itself.
  if (row.notifyTime !== null) throw new AppError('wrongState', row)
  const own = await ownEmployee(context)
  // Through the recall's figure only after the row is written: the generic path writes it behind this.
  await sql`update callbackdealer set "notifyTime" = ${context.now} where id = ${row.id}`.execute(context.tx)
  await tell(context, row.callbackId)
  return { notifyTime: context.now, notifiedBy: own?.id ?? null, notifyMethod: given.notifyMethod }
}

export const callbackdealerRules: RulesWithActions<typeof callbackdealer> = {
  async beforeSave(context, row, before) {
    await guardOpen(context, before?.callbackId ?? row.callbackId)
    if (!before && !isEmpty(row.lotId) && !isEmpty(row.dealerId)) {
      await guardLot(context, row)
      await fill(context, row)
    }
    guardQuantities(row)
    if (!isEmpty(row.notifyTime) && isEmpty(before?.notifyTime))
      row.notifiedBy = (await ownEmployee(context))?.id ?? null
  },
  async afterSave(context, row) {
    await tell(context, row.callbackId)
  },
  actions: {
    notified,
    async acknowledged(context, row, given) {
      await guardOpen(context, row.callbackId)
      if (row.ackTime !== null) throw new AppError('wrongState', row)
      if (row.notifyTime === null) throw invalid({ notifyTime: 'required' })
      return { ackTime: context.now, ackPerson: given.ackPerson ?? row.contactName }
    },
  },
}
