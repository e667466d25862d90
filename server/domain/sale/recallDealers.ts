/** Whom a recall calls: listed when it starts, kept up to what the ledger says (domain.md §2.3, §3.6). */
import { sql } from 'kysely'
import { dealerStatusOf } from '../../../src/contract/sale/dealerStatus.ts'
import type { Values } from '../../../src/contract/schema/field.ts'
import type { Context } from '../../db/context.ts'
import { dealersHolding, type Held } from './recallFigures.ts'

/** Who is to be called, with the contact of this moment: one row a dealer and lot. What is there already stays. */
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

interface Listed extends Values {
  readonly id: number
  readonly dealerId: number
  readonly lotId: number
  readonly status: string | null
  readonly soldQty: string | null
  readonly returnedQty: string | null
  readonly lastShippedAt: string | null
}

const keyOf = ({ dealerId, lotId }: Pick<Held, 'dealerId' | 'lotId'>) => `${dealerId}/${lotId}`

/** Brings the dealers' rows up to the ledger: what was sold, what has come back since, and how far each is with it. */
export async function refreshDealers(context: Context, callbackId: number, lots: readonly number[]): Promise<void> {
  const held = new Map((await dealersHolding(context, lots, callbackId)).map(row => [keyOf(row), row]))
  const { rows } = await sql<Listed>`
    select id, "dealerId", "lotId", status, "soldQty", "returnedQty", "lastShippedAt", "stockQty", "onwardQty", "ackTime", "notifyTime"
    from callbackdealer where "callbackId" = ${callbackId} order by id`.execute(context.tx)
  const changed = rows.flatMap(row => {
    const now = held.get(keyOf(row))
    if (!now) return []
    const next = { soldQty: now.sold, returnedQty: now.returned }
    const status = dealerStatusOf({ ...row, ...next })
    const isSame =
      status === row.status &&
      now.lastShippedAt === row.lastShippedAt &&
      Number(now.sold) === Number(row.soldQty) &&
      Number(now.returned) === Number(row.returnedQty)
    return isSame ? [] : [{ id: row.id, ...next, status, lastShippedAt: now.lastShippedAt }]
  })
  if (changed.length === 0) return
  await sql`
    update callbackdealer r set "soldQty" = h.sold, "returnedQty" = h.returned, status = h.status,
      "lastShippedAt" = h."lastShippedAt"
    from unnest(${changed.map(row => row.id)}::bigint[], ${changed.map(row => row.soldQty)}::numeric[],
      ${changed.map(row => row.returnedQty)}::numeric[], ${changed.map(row => row.status)}::text[],
      ${changed.map(row => row.lastShippedAt)}::timestamptz[])
      as h(id, sold, returned, status, "lastShippedAt") where r.id = h.id`.execute(context.tx)
}
