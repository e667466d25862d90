/** Recall screen: contacts, open work and notices beside the record. */
import { sql } from 'kysely'
import { callback } from '#contract/recall/callback.ts'
import { callbackdrill } from '#contract/recall/callbackdrill.ts'
import { type ExpectedContact, type RecallContact, type RecallState, runningStates } from '#contract/recall/recall.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Context } from '../../db/connection/context.ts'
import { list } from '../../db/query/list.ts'
import { load } from '../../db/records/store.ts'
import { mailSettings } from '../basis/mail.ts'
import { unaccountedOf, undisposedOf } from './recallClose.ts'
import { dealersNow } from './recallDealers.ts'
import { dealersHolding, recallFigures } from './recallFigures.ts'
import type { Recall } from './recallStart.ts'

/** Contacts by dealer, largest holding, then latest shipment (domain.md §3.6). */
async function contactsOf(context: Context, callbackId: number): Promise<readonly RecallContact[]> {
  const { rows } = await sql<RecallContact>`
    select r.id, r."dealerId", d.name as "dealerName", r."lotId", l."lotNo", coalesce(u.name, '') as "unitName",
      (coalesce(r."soldQty", 0) - coalesce(r."returnedQty", 0))::numeric(18, 4) as "netQty", r."lastShippedAt",
      r."contactName", r.phone, nullif(d."recallPhone", r.phone) as "phoneNow",
      coalesce(r."phoneDead", false) as "phoneDead", r.email, r.status, r.reply, r."stockQty", r."onwardQty",
      last.outcome, last.at as "outcomeAt"
    from callbackdealer r
    join dealer d on d.id = r."dealerId"
    join stocklot l on l.id = r."lotId"
    left join unit u on u.id = l."unitId"
    left join lateral (
      select n.outcome, n.at from callbacknotice n
      where n."callbackId" = r."callbackId" and n."dealerId" = r."dealerId" order by n.id desc limit 1) last on true
    where r."callbackId" = ${callbackId}
    window dealer as (partition by r."dealerId")
    order by sum(coalesce(r."soldQty", 0) - coalesce(r."returnedQty", 0)) over dealer desc,
      max(r."lastShippedAt") over dealer desc nulls last, r."dealerId", r."soldQty" desc nulls last, r.id`.execute(
    context.tx,
  )
  return rows
}

async function expectedOf(context: Context, lots: readonly number[]): Promise<readonly ExpectedContact[]> {
  const held = await dealersHolding(context, lots, null)
  const { rows } = await sql<ExpectedContact>`
    select h."dealerId", d.name as "dealerName", h."lotId", l."lotNo", coalesce(u.name, '') as "unitName",
      h.sold as "netQty", h."lastShippedAt", d."recallContactName" as "contactName", d."recallPhone" as phone
    from unnest(${held.map(row => row.dealerId)}::bigint[], ${held.map(row => row.lotId)}::bigint[],
      ${held.map(row => row.sold)}::numeric(18, 4)[], ${held.map(row => row.lastShippedAt)}::timestamptz[])
      as h("dealerId", "lotId", sold, "lastShippedAt")
    join dealer d on d.id = h."dealerId"
    join stocklot l on l.id = h."lotId"
    left join unit u on u.id = l."unitId"
    window dealer as (partition by h."dealerId")
    order by sum(h.sold) over dealer desc, max(h."lastShippedAt") over dealer desc nulls last, h."dealerId",
      h.sold desc, h."lotId"`.execute(context.tx)
  return rows
}

async function outcomesOf(context: Context, callbackId: number): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ outcome: string; count: number }>`
    select outcome, count(*)::int as count from callbacknotice
    where "callbackId" = ${callbackId} and "notifyMethod" = 'EMAIL' group by 1 order by 1`.execute(context.tx)
  return Object.fromEntries(rows.map(row => [row.outcome, row.count]))
}

/** Live contacts from the ledger: goods also return outside a running recall. */
async function contactsNow(
  context: Context,
  recall: Pick<Recall, 'id' | 'status'>,
  lots: readonly number[],
): Promise<readonly RecallContact[]> {
  const contacts = await contactsOf(context, recall.id)
  if (!runningStates.includes(recall.status ?? '')) return contacts
  const now = new Map((await dealersNow(context, recall.id, lots)).map(row => [row.id, row]))
  return contacts.map(contact => {
    const row = now.get(contact.id)
    if (!row) return contact
    const { sold, returned, status, lastShippedAt } = row
    return { ...contact, netQty: decimal(sold).minus(returned).toFixed(4), status, lastShippedAt }
  })
}

function dealersWhere(contacts: readonly RecallContact[], holds: (contact: RecallContact) => boolean): number {
  return [...Map.groupBy(contacts, contact => contact.dealerId).values()].filter(lots => lots.every(holds)).length
}

/** @throws AppError notFound */
export async function recallStateOf(context: Context, id: number): Promise<RecallState> {
  const recall = await load(context, callback, id)
  const { lots } = await recallFigures(context, recall.lots, id)
  const lotIds = lots.map(line => line.lotId)
  const contacts = await contactsNow(context, recall, lotIds)
  const { rows } = await list(context, callbackdrill, { where: [{ field: 'callbackId', op: 'eq', value: id }] })
  const isDrill = recall.callbackType === 'DRILL'
  return {
    serverTime: context.now,
    contacts,
    expected: recall.status === 'DRAFT' ? await expectedOf(context, lotIds) : [],
    dealers: {
      all: dealersWhere(contacts, () => true),
      notified: dealersWhere(contacts, contact => contact.status !== 'NOT_NOTIFIED'),
      acknowledged: dealersWhere(contacts, contact => !['NOT_NOTIFIED', 'NOTIFIED'].includes(contact.status)),
    },
    mail: { isConfigured: mailSettings() !== null, outcomes: await outcomesOf(context, id) },
    unaccounted: isDrill ? [] : await unaccountedOf(context, lots),
    undisposed: await undisposedOf(context, recall, lots),
    drill: rows[0] ?? null,
  }
}
