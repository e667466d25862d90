/** Dealer list of a recall, synchronised with the ledger (domain.md §2.3, §3.6). */
import { sql } from 'kysely'
import { dealerStatusOf } from '#contract/sale/dealerStatus.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { Context } from '../../db/connection/context.ts'
import { dealersHolding, dealersSent, type Held } from './recallFigures.ts'

export async function listDealers(context: Context, callbackId: number, lots: readonly number[]): Promise<number> {
  const held = await dealersHolding(context, lots, callbackId)
  await sql`
    insert into callbackdealer ("customerId", "createdAt", "createdBy", "updatedAt", "updatedBy", "callbackId",
      "dealerId", "lotId", "soldQty", "returnedQty", "lastShippedAt", "contactName", phone, email, "phoneDead", status)
    select ${context.customerId}, ${context.now}, ${context.userId}, ${context.now}, ${context.userId}, ${callbackId},
      d.id, h."lotId", h.sold, h.returned, h."lastShippedAt", d."recallContactName", d."recallPhone",
      coalesce((select max(r.email) from callbackdealer r where r."callbackId" = ${callbackId} and r."dealerId" = d.id),
        d.email), false, 'NOT_NOTIFIED'
    from unnest(${held.map(row => row.dealerId)}::bigint[], ${held.map(row => row.lotId)}::bigint[],
      ${held.map(row => row.sold)}::numeric[], ${held.map(row => row.returned)}::numeric[],
      ${held.map(row => row.lastShippedAt)}::timestamptz[])
      with ordinality as h("dealerId", "lotId", sold, returned, "lastShippedAt", place)
    join dealer d on d.id = h."dealerId" order by h.place
    on conflict do nothing`.execute(context.tx)
  return new Set(held.map(row => row.dealerId)).size
}

const dealerLotKey = ({ dealerId, lotId }: Pick<Held, 'dealerId' | 'lotId'>) => `${dealerId}/${lotId}`

interface Now extends Held {
  readonly id: number
  readonly status: string
}

/** Dealer rows outdated by the ledger. Shipping dates mark reversed sales. */
export async function dealersNow(
  context: Context,
  callbackId: number,
  lots: readonly number[],
): Promise<readonly Now[]> {
  const sent = new Map((await dealersSent(context, lots, callbackId)).map(row => [dealerLotKey(row), row]))
  const rows = await context.tx
    .selectFrom('callbackdealer')
    .select(['id', 'dealerId', 'lotId', 'status', 'soldQty', 'returnedQty', 'lastShippedAt'])
    .select(['stockQty', 'onwardQty', 'ackTime', 'notifyTime'])
    .where('callbackId', '=', callbackId)
    .orderBy('id')
    .execute()
  return rows.flatMap(row => {
    const { id, dealerId, lotId } = row
    const got = sent.get(dealerLotKey(row)) ?? { sold: '0', returned: '0', lastShippedAt: null }
    const lastShippedAt = decimal(got.sold).gt(0) ? got.lastShippedAt : row.lastShippedAt
    const status = dealerStatusOf({ ...row, soldQty: got.sold, returnedQty: got.returned, lastShippedAt })
    const isSame =
      status === row.status &&
      lastShippedAt === row.lastShippedAt &&
      decimal(got.sold).eq(decimal(row.soldQty)) &&
      decimal(got.returned).eq(decimal(row.returnedQty))
    return isSame ? [] : [{ ...got, id, dealerId, lotId, status, lastShippedAt }]
  })
}

export async function refreshDealers(context: Context, callbackId: number, lots: readonly number[]): Promise<void> {
  const changed = await dealersNow(context, callbackId, lots)
  if (changed.length === 0) return
  await sql`
    update callbackdealer r set "soldQty" = h.sold, "returnedQty" = h.returned, status = h.status,
      "lastShippedAt" = h."lastShippedAt"
    from unnest(${changed.map(row => row.id)}::bigint[], ${changed.map(row => row.sold)}::numeric[],
      ${changed.map(row => row.returned)}::numeric[], ${changed.map(row => row.status)}::text[],
      ${changed.map(row => row.lastShippedAt)}::timestamptz[])
      as h(id, sold, returned, status, "lastShippedAt") where r.id = h.id`.execute(context.tx)
}
