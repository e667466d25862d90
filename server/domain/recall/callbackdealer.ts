/** Dealer rows, saved apart: callers never block each other (domain.md §0.5.11). */
import { sql, type Updateable } from 'kysely'
import { format } from '#contract/messages/index.ts'
import { callback } from '#contract/recall/callback.ts'
import { callbackdealer } from '#contract/recall/callbackdealer.ts'
import { runningStates } from '#contract/recall/recall.ts'
import { dealerStatusOf } from '#contract/sale/dealerStatus.ts'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { isEmpty } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'
import type { Tables } from '../../db/connection/tables.ts'
import { rowsOf, touched } from '../../db/query/rowsOf.ts'
import { load } from '../../db/records/store.ts'
import { changesOf, writeAudit } from '../basis/audit.ts'
import type { ArgumentsOf, EntityHooksWithActions } from '../basis/hooks.ts'
import { ownEmployee } from '../basis/people.ts'
import { logNotice, queueNotices, withdrawNotices } from './notices.ts'
import { dealersHolding, notifiedPercent } from './recallFigures.ts'
import { holdRecall } from './recallRefresh.ts'

type Call = RowOf<typeof callbackdealer>
type CallDraft = DraftOf<typeof callbackdealer>
type CallArguments = ArgumentsOf<typeof callbackdealer, 'called'>

/** @throws AppError recallOver before the start or after closing */
async function guardOpen(context: Context, callbackId: number | null | undefined): Promise<void> {
  const recall = await rowsOf(context, 'callback')
    .select(['docNo', 'status'])
    .where('id', '=', callbackId ?? 0)
    .executeTakeFirst()
  if (!recall) throw invalid({ callbackId: 'missing' })
  if (!runningStates.includes(recall.status ?? ''))
    throw new AppError('recallOver', {
      docNo: recall.docNo,
      status: format(context.locale, `CallbackStatus.${recall.status}`),
    })
}

type LotOfDealer = Pick<Call, 'callbackId' | 'dealerId' | 'lotId'>

async function guardLot(context: Context, { callbackId, lotId }: LotOfDealer): Promise<void> {
  const lots = context.tx.selectFrom('callbacklot').where('parentId', '=', callbackId).where('lotId', '=', lotId)
  if (!(await lots.select('id').executeTakeFirst())) throw invalid({ lotId: 'missing' })
}

/** Manual entries are secondary dealers, without own sales. */
async function fill(context: Context, row: CallDraft, { callbackId, dealerId, lotId }: LotOfDealer): Promise<void> {
  const held = await dealersHolding(context, [lotId], callbackId)
  const own = held.find(each => each.dealerId === dealerId)
  row.soldQty = own?.sold ?? '0'
  row.returnedQty = own?.returned ?? '0'
  // The recall's contact wins over master data: it was corrected.
  const { rows } = await sql<{ name: string; phone: string; email: string | null }>`
    select "recallContactName" as name, "recallPhone" as phone, coalesce((select max(r.email) from callbackdealer r
      where r."callbackId" = ${callbackId} and r."dealerId" = dealer.id), email) as email
    from dealer where id = ${dealerId} and "customerId" = ${context.customerId}`.execute(context.tx)
  row.email ||= rows[0]?.email ?? null
  if (row.contactName || row.phone) return
  row.contactName = rows[0]?.name ?? null
  row.phone = rows[0]?.phone ?? null
}

function guardQuantities(row: Pick<CallDraft, 'soldQty' | 'stockQty' | 'onwardQty'>): void {
  const sold = decimal(row.soldQty)
  // Secondary dealers bought nothing from us: no upper bound applies.
  if (sold.eq(0)) return
  for (const name of ['stockQty', 'onwardQty'] as const)
    if (decimal(row[name]).gt(sold)) throw invalid({ [name]: 'moreThanSold' })
  if (decimal(row.stockQty).plus(decimal(row.onwardQty)).gt(sold)) throw invalid({ onwardQty: 'moreThanSold' })
}

/** Updates the notified share. Locks first: concurrent callers count each other. */
export async function notifyShare(context: Context, callbackId: number): Promise<void> {
  await holdRecall(context, callbackId)
  const share = { notifiedPercent: await notifiedPercent(context, callbackId) }
  await context.tx.updateTable('callback').set(share).where('id', '=', callbackId).execute()
}

/** Row before share: the generic path writes later. */
async function noteTime(context: Context, { id, callbackId }: Call, notifyTime: string | null): Promise<void> {
  await context.tx.updateTable('callbackdealer').set({ notifyTime }).where('id', '=', id).execute()
  await notifyShare(context, callbackId)
}

async function notified(context: Context, row: Call, given: ArgumentsOf<typeof callbackdealer, 'notified'>) {
  await guardOpen(context, row.callbackId)
  // First notification counts; errors are corrected in the row itself.
  if (row.notifyTime !== null) throw new AppError('wrongState', row)
  const own = await ownEmployee(context)
  await noteTime(context, row, context.now)
  const notice = { notifyTime: context.now, notifiedBy: own?.id ?? null, notifyMethod: given.notifyMethod }
  return { ...notice, status: dealerStatusOf({ ...row, ...notice }) }
}

/** Effects of a call on all lots of the dealer. */
function heardOf(
  { now }: Context,
  { outcome, notifyMethod }: CallArguments,
  own: number | null,
  person: string | null,
) {
  if (outcome === 'DEAD_PHONE') return { phoneDead: true }
  if (outcome === 'NO_ANSWER') return {}
  const notice = { notifyTime: now, notifiedBy: own, notifyMethod }
  if (outcome === 'LEFT_MESSAGE') return { notice }
  return { notice, acknowledgement: { ackTime: now, ackPerson: person }, phoneDead: false }
}

/** New facts only; the first time counts. */
const unknownOf = (row: Call, { notice, acknowledgement, phoneDead }: ReturnType<typeof heardOf>) => ({
  ...(row.notifyTime === null && notice),
  ...(row.ackTime === null && acknowledgement),
  ...(phoneDead !== undefined && phoneDead !== (row.phoneDead ?? false) && { phoneDead }),
})

const othersOf = (context: Context, call: Call): Promise<readonly Call[]> =>
  context.tx
    .selectFrom('callbackdealer')
    .selectAll()
    .where('callbackId', '=', call.callbackId)
    .where('dealerId', '=', call.dealerId)
    .where('id', '<>', call.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

async function updateOther(
  context: Context,
  before: Call,
  changes: Updateable<Tables['callbackdealer']>,
): Promise<void> {
  await context.tx
    .updateTable('callbackdealer')
    .set({ ...changes, ...touched(context) })
    .where('id', '=', before.id)
    .execute()
  const said = changesOf(callbackdealer, { ...before }, { ...before, ...changes })
  await writeAudit(context, 'callbackdealer', String(before.id), 'UPDATE', said)
}

/** Applies a call to the dealer's other lots: one call covers all. */
async function notifyOthers(context: Context, call: Call, heard: ReturnType<typeof heardOf>): Promise<void> {
  for (const row of await othersOf(context, call)) {
    const known = unknownOf(row, heard)
    if (Object.keys(known).length === 0) continue
    await updateOther(context, row, { ...known, status: dealerStatusOf({ ...row, ...known }) })
  }
}

async function called(context: Context, row: Call, given: CallArguments) {
  await guardOpen(context, row.callbackId)
  const { outcome, notifyMethod, stockQty, onwardQty } = given
  const own = (await ownEmployee(context))?.id ?? null
  const person = given.ackPerson || row.contactName
  const heard = heardOf(context, given, own, person)
  const reply = given.reply || null
  const said = {
    ...unknownOf(row, heard),
    ...(reply !== null && { reply }),
    ...(outcome === 'REACHED' && stockQty && { stockQty }),
    ...(outcome === 'REACHED' && onwardQty && { onwardQty }),
  }
  const next = { ...row, ...said }
  guardQuantities(next)
  await logNotice(context, {
    callbackId: row.callbackId,
    dealerId: row.dealerId,
    notifyMethod,
    outcome,
    address: row.phone,
    person,
    said: reply,
    byId: own,
  })
  await notifyOthers(context, row, heard)
  await noteTime(context, row, next.notifyTime)
  return { ...said, status: dealerStatusOf(next) }
}

/** Applies a corrected address to the dealer's lots and queued notices. */
async function readdress(context: Context, row: Call): Promise<void> {
  const { callbackId, dealerId, email } = row
  for (const other of await othersOf(context, row))
    if (other.email !== email) await updateOther(context, other, { email })
  await withdrawNotices(context, callbackId, dealerId, email)
  const recall = await load(context, callback, callbackId)
  if (recall.noticeTime !== null) await queueNotices(context, recall, { dealerId, again: true })
}

export const callbackdealerRules: EntityHooksWithActions<typeof callbackdealer> = {
  async beforeSave(context, row, before) {
    await guardOpen(context, before?.callbackId ?? row.callbackId)
    const { callbackId, dealerId, lotId } = row
    if (!before && callbackId && dealerId && lotId) {
      await guardLot(context, { callbackId, dealerId, lotId })
      await fill(context, row, { callbackId, dealerId, lotId })
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
