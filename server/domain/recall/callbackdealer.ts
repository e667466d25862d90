/** Dealer rows, saved apart: callers never block each other (domain.md §0.5.11). */
import { sql } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { callback } from '#contract/recall/callback.ts'
import { callbackdealer } from '#contract/recall/callbackdealer.ts'
import { runningStates } from '#contract/recall/recall.ts'
import { dealerStatusOf } from '#contract/sale/dealerStatus.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { RowOf } from '#contract/schema/entity.ts'
import { isEmpty, type Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import { load } from '../../db/records/store.ts'
import { changesOf, writeAudit } from '../basis/audit.ts'
import type { ArgumentsOf, Draft, EntityHooksWithActions } from '../basis/hooks.ts'
import { ownEmployee } from '../basis/people.ts'
import { logNotice, queueNotices, withdrawNotices } from './notices.ts'
import { dealersHolding, notifiedPercent } from './recallFigures.ts'
import { holdRecall } from './recallRefresh.ts'
import type { Recall } from './recallStart.ts'

type Call = RowOf<typeof callbackdealer>

/** @throws AppError recallOver before the start or after closing */
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

/** Manual entries are secondary dealers, without own sales. */
async function fill(context: Context, row: Draft): Promise<void> {
  const held = await dealersHolding(context, [Number(row.lotId)], Number(row.callbackId))
  const own = held.find(each => each.dealerId === row.dealerId)
  row.soldQty = own?.sold ?? '0'
  row.returnedQty = own?.returned ?? '0'
  // The recall's contact wins over master data: it was corrected.
  const { rows } = await sql<{ name: string; phone: string; email: string | null }>`
    select "recallContactName" as name, "recallPhone" as phone, coalesce((select max(r.email) from callbackdealer r
      where r."callbackId" = ${row.callbackId ?? null}::bigint and r."dealerId" = dealer.id), email) as email
    from dealer where id = ${row.dealerId ?? null}::bigint and "customerId" = ${context.customerId}`.execute(context.tx)
  if (isEmpty(row.email)) row.email = rows[0]?.email ?? null
  if (!isEmpty(row.contactName) || !isEmpty(row.phone)) return
  row.contactName = rows[0]?.name ?? null
  row.phone = rows[0]?.phone ?? null
}

function guardQuantities(row: Draft): void {
  const sold = decimal(row.soldQty)
  // Secondary dealers bought nothing from us: no upper bound applies.
  if (sold.eq(0)) return
  for (const name of ['stockQty', 'onwardQty'])
    if (decimal(row[name]).gt(sold)) throw invalid({ [name]: 'moreThanSold' })
  if (decimal(row.stockQty).plus(decimal(row.onwardQty)).gt(sold)) throw invalid({ onwardQty: 'moreThanSold' })
}

/** Updates the notified share. Locks first: concurrent callers count each other. */
export async function notifyShare(context: Context, callbackId: number): Promise<void> {
  await holdRecall(context, callbackId)
  const share = await notifiedPercent(context, callbackId)
  await sql`update callback set "notifiedPercent" = ${share}::numeric where id = ${callbackId}`.execute(context.tx)
}

async function notified(context: Context, row: Call, given: ArgumentsOf<typeof callbackdealer, 'notified'>) {
  await guardOpen(context, row.callbackId)
  // First notification counts; errors are corrected in the row itself.
  if (row.notifyTime !== null) throw new AppError('wrongState', row)
  const own = await ownEmployee(context)
  // Row before share: the generic path writes later.
  await sql`update callbackdealer set "notifyTime" = ${context.now} where id = ${row.id}`.execute(context.tx)
  await notifyShare(context, row.callbackId)
  const notice = { notifyTime: context.now, notifiedBy: own?.id ?? null, notifyMethod: given.notifyMethod }
  return { ...notice, status: dealerStatusOf({ ...row, ...notice }) }
}

/** Effects of a call on all lots of the dealer. */
function heardOf(context: Context, outcome: unknown, own: number | null, given: Draft): Draft {
  if (outcome === 'DEAD_PHONE') return { phoneDead: true }
  if (outcome === 'NO_ANSWER') return {}
  const notice = { notifyTime: context.now, notifiedBy: own, notifyMethod: given.notifyMethod }
  if (outcome === 'LEFT_MESSAGE') return notice
  return { ...notice, ackTime: context.now, ackPerson: given.ackPerson, phoneDead: false }
}

/** New facts only; the first time counts. */
const unknownOf = (row: Pick<Call, 'ackTime' | 'notifyTime' | 'phoneDead'>, heard: Draft): Draft =>
  Object.fromEntries(
    Object.entries(heard).filter(([name]) => {
      if (name === 'phoneDead') return heard.phoneDead !== (row.phoneDead ?? false)
      return isEmpty(name.startsWith('ack') ? row.ackTime : row.notifyTime)
    }),
  )

async function othersOf(context: Context, call: Call): Promise<readonly Call[]> {
  const { rows } = await sql<Call>`
    select * from callbackdealer where "callbackId" = ${call.callbackId} and "dealerId" = ${call.dealerId}
      and id <> ${call.id} order by id for no key update`.execute(context.tx)
  return rows
}

const auditChange = (context: Context, before: Call, after: Values) =>
  writeAudit(context, 'callbackdealer', String(before.id), 'UPDATE', changesOf(callbackdealer, { ...before }, after))

/** Applies a call to the dealer's other lots: one call covers all. */
async function notifyOthers(context: Context, call: Call, heard: Draft): Promise<void> {
  for (const row of await othersOf(context, call)) {
    const known = unknownOf(row, heard)
    if (Object.keys(known).length === 0) continue
    const next = { ...row, ...known }
    const status = dealerStatusOf(next)
    await sql`
      update callbackdealer set "notifyTime" = ${next.notifyTime}, "notifiedBy" = ${next.notifiedBy},
        "notifyMethod" = ${next.notifyMethod}, "ackTime" = ${next.ackTime}, "ackPerson" = ${next.ackPerson},
        "phoneDead" = ${next.phoneDead ?? false}, status = ${status}, "updatedAt" = ${context.now},
        "updatedBy" = ${context.userId}, "rowVersion" = "rowVersion" + 1
      where id = ${row.id}`.execute(context.tx)
    await auditChange(context, row, { ...next, status })
  }
}

async function called(context: Context, row: Call, given: Draft) {
  await guardOpen(context, row.callbackId)
  const { outcome } = given
  const own = (await ownEmployee(context))?.id ?? null
  const person = isEmpty(given.ackPerson) ? row.contactName : String(given.ackPerson)
  const heard = heardOf(context, outcome, own, { ...given, ackPerson: person })
  const reply = isEmpty(given.reply) ? null : String(given.reply)
  const said: Draft = { ...unknownOf(row, heard), ...(reply === null ? {} : { reply }) }
  if (outcome === 'REACHED')
    for (const name of ['stockQty', 'onwardQty']) if (!isEmpty(given[name])) said[name] = given[name]
  const next = { ...row, ...said }
  guardQuantities(next)
  await logNotice(context, {
    callbackId: row.callbackId,
    dealerId: row.dealerId,
    notifyMethod: String(given.notifyMethod),
    outcome: String(outcome),
    address: row.phone,
    person,
    said: reply,
    byId: own,
  })
  await notifyOthers(context, row, heard)
  // Row before share: the generic path writes later.
  await sql`
    update callbackdealer set "notifyTime" = ${next.notifyTime} where id = ${row.id}`.execute(context.tx)
  await notifyShare(context, row.callbackId)
  return { ...said, status: dealerStatusOf(next) }
}

/** Applies a corrected address to the dealer's lots and queued notices. */
async function readdress(context: Context, row: Call): Promise<void> {
  const { callbackId, dealerId, email } = row
  for (const other of await othersOf(context, row)) {
    if (other.email === email) continue
    await sql`
      update callbackdealer set email = ${email}, "updatedAt" = ${context.now}, "updatedBy" = ${context.userId},
        "rowVersion" = "rowVersion" + 1 where id = ${other.id}`.execute(context.tx)
    await auditChange(context, other, { ...other, email })
  }
  await withdrawNotices(context, callbackId, dealerId, email)
  const recall = (await load(context, callback, callbackId)) as unknown as Recall
  if (recall.noticeTime !== null) await queueNotices(context, recall, { dealerId, again: true })
}

export const callbackdealerRules: EntityHooksWithActions<typeof callbackdealer> = {
  async beforeSave(context, row, before) {
    await guardOpen(context, before?.callbackId ?? row.callbackId)
    if (!before && !isEmpty(row.lotId) && !isEmpty(row.dealerId)) {
      await guardLot(context, row)
      await fill(context, row)
    }
    guardQuantities(row)
    // New number, not called yet.
    if (before && row.phone !== before.phone) row.phoneDead = false
    if (!isEmpty(row.notifyTime) && isEmpty(before?.notifyTime))
      row.notifiedBy = (await ownEmployee(context))?.id ?? null
  },
  async afterSave(context, row, before) {
    // Lock order: other rows before the recall, as everywhere.
    if (row.email !== (before?.email ?? null)) await readdress(context, row)
    await notifyShare(context, row.callbackId)
  },
  actions: {
    called,
    notified,
    async acknowledged(context, row, given) {
      await guardOpen(context, row.callbackId)
      if (row.ackTime !== null) throw new AppError('wrongState', row)
      if (row.notifyTime === null) throw invalid({ notifyTime: 'required' })
      const said = { ackTime: context.now, ackPerson: given.ackPerson ?? row.contactName }
      return { ...said, status: dealerStatusOf({ ...row, ...said }) }
    },
  },
}
