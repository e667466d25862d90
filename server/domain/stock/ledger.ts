/** The only writer of stock: a double-entry, append-only ledger and the balances folded from it (domain.md §0.2, §2.1). */
import { sql } from 'kysely'
import { AppError } from '../../../src/contract/schema/answer.ts'
import { decimal } from '../../../src/contract/schema/decimal.ts'
import type { Context } from '../../db/context.ts'
import { refuseNegativeLater } from './backdating.ts'

/** One row of the ledger: a quantity of one lot goes from one location to another. Quantities in the lot's base unit. */
export interface Movement {
  readonly moveType: string
  readonly lotId: number
  readonly fromLocationId: number
  readonly toLocationId: number
  readonly quantity: string
  readonly bizTime: string
  readonly docType: string
  readonly docNo: string
  readonly docLineNo?: number
  readonly producePlanId?: number | null
  readonly batchSeq?: number | null
  readonly supplyId?: number | null
  readonly dealerId?: number | null
  readonly reversalOfSeq?: number | null
  readonly reason?: string | null
}

/** A change of one balance: lot at location, in work in progress per plan, at dealers per dealer. */
interface Change {
  readonly lotId: number
  readonly locationId: number
  readonly producePlanId: number | null
  readonly dealerId: number | null
  readonly quantity: string
}

/** Locations whose stock is kept: the others only stand for where it came from or went. */
const kept = new Set(['STORAGE', 'WIP', 'SAMPLE', 'DEALER'])

interface Place {
  readonly id: number
  readonly type: string
}

async function places(context: Context, movements: readonly Movement[]): Promise<Map<number, Place>> {
  const ids = [...new Set(movements.flatMap(movement => [movement.fromLocationId, movement.toLocationId]))]
  const { rows } = await sql<Place>`
    select id, "locationType" as type from stocklocation
    where id = any(${ids}) and "customerId" = ${context.customerId}`.execute(context.tx)
  return new Map(rows.map(row => [row.id, row]))
}

const keyOf = (change: Omit<Change, 'quantity'>) =>
  [change.lotId, change.locationId, change.producePlanId ?? 0, change.dealerId ?? 0].join(':')

/** Balance changes of the movements, summed per balance; negative ones take out. */
function changesOf(movements: readonly Movement[], at: ReadonlyMap<number, Place>): Change[] {
  const sums = new Map<string, Change>()
  const add = (movement: Movement, locationId: number, sign: 1 | -1) => {
    const type = at.get(locationId)?.type ?? ''
    if (!kept.has(type)) return
    const where = {
      lotId: movement.lotId,
      locationId,
      producePlanId: type === 'WIP' ? (movement.producePlanId ?? null) : null,
      dealerId: type === 'DEALER' ? (movement.dealerId ?? null) : null,
    }
    const sum = decimal(sums.get(keyOf(where))?.quantity).plus(decimal(movement.quantity).times(sign))
    sums.set(keyOf(where), { ...where, quantity: sum.toFixed(4) })
  }
  for (const movement of movements) {
    add(movement, movement.fromLocationId, -1)
    add(movement, movement.toLocationId, 1)
  }
  return [...sums.values()].sort((left, right) => left.lotId - right.lotId)
}

const column = (changes: readonly Change[], name: keyof Change) => changes.map(change => change[name])

/** Names the lot that is short, with what was needed and what is there. */
async function refuseShort(context: Context, taken: readonly Change[], done: ReadonlySet<string>): Promise<never> {
  const short = taken.find(change => !done.has(keyOf(change))) as Change
  const { rows } = await sql<{ lotNo: string; available: string; unit: string | null }>`
    select l."lotNo", coalesce(b.quantity, 0)::text as available, u.name as unit
    from stocklot l
    left join unit u on u.id = l."unitId"
    left join stockbalance b on b."lotId" = l.id and b."locationId" = ${short.locationId}
      and b."producePlanId" is not distinct from ${short.producePlanId}::bigint
      and b."dealerId" is not distinct from ${short.dealerId}::bigint
    where l.id = ${short.lotId}`.execute(context.tx)
  const row = rows[0]
  throw new AppError('shortOfStock', {
    lotNo: row?.lotNo ?? '',
    needed: decimal(short.quantity).negated().toFixed(4),
    available: decimal(row?.available).toFixed(4),
    unit: row?.unit ?? '',
  })
}

/** Takes out: one conditional statement, so that no two postings can take the same stock. */
async function takeOut(context: Context, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const { rows } = await sql<Omit<Change, 'quantity'>>`
    update stockbalance b set quantity = b.quantity + c.quantity, "updatedAt" = now()
    from unnest(${column(changes, 'lotId')}::bigint[], ${column(changes, 'locationId')}::bigint[],
      ${column(changes, 'producePlanId')}::bigint[], ${column(changes, 'dealerId')}::bigint[],
      ${column(changes, 'quantity')}::numeric[]) as c("lotId", "locationId", "producePlanId", "dealerId", quantity)
    where b."lotId" = c."lotId" and b."locationId" = c."locationId"
      and b."producePlanId" is not distinct from c."producePlanId"
      and b."dealerId" is not distinct from c."dealerId"
      and b.quantity + c.quantity >= 0
    returning b."lotId", b."locationId", b."producePlanId", b."dealerId"`.execute(context.tx)
  if (rows.length < changes.length) await refuseShort(context, changes, new Set(rows.map(keyOf)))
}

async function putIn(context: Context, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into stockbalance ("customerId", "lotId", "locationId", "producePlanId", "dealerId", quantity, "unitId")
    select ${context.customerId}, c.*, l."unitId"
    from unnest(${column(changes, 'lotId')}::bigint[], ${column(changes, 'locationId')}::bigint[],
      ${column(changes, 'producePlanId')}::bigint[], ${column(changes, 'dealerId')}::bigint[],
      ${column(changes, 'quantity')}::numeric[]) as c("lotId", "locationId", "producePlanId", "dealerId", quantity)
    join stocklot l on l.id = c."lotId"
    on conflict ("customerId", "lotId", "locationId", "producePlanId", "dealerId")
    do update set quantity = stockbalance.quantity + excluded.quantity, "updatedAt" = now()`.execute(context.tx)
}

/** Writes the ledger rows; answers their sequence numbers in the order of the movements. */
async function append(context: Context, movements: readonly Movement[]): Promise<number[]> {
  const of = <K extends keyof Movement>(name: K) => movements.map(movement => movement[name] ?? null)
  const { rows } = await sql<{ id: number }>`
    insert into stockledger ("customerId", "createdBy", "updatedBy", "bizTime", "postedAt", "moveType", "lotId",
      "fromLocationId", "toLocationId", quantity, "unitId", "producePlanId", "batchSeq", "supplyId", "dealerId",
      "docType", "docNo", "docLineNo", "reversalOfSeq", "byUserId", reason)
    select ${context.customerId}, ${context.userId}, ${context.userId}, m."bizTime", ${context.now}, m."moveType",
      m."lotId", m."from", m."to", m.quantity, l."unitId", m."planId", m."batchSeq", m."supplyId", m."dealerId",
      m."docType", m."docNo", m."docLineNo", m."reversalOfSeq", ${context.userId}, m.reason
    from unnest(${of('moveType')}::text[], ${of('lotId')}::bigint[], ${of('fromLocationId')}::bigint[],
      ${of('toLocationId')}::bigint[], ${of('quantity')}::numeric[], ${of('bizTime')}::timestamptz[],
      ${of('docType')}::text[], ${of('docNo')}::text[], ${of('docLineNo')}::int[], ${of('producePlanId')}::bigint[],
      ${of('batchSeq')}::int[], ${of('supplyId')}::bigint[], ${of('dealerId')}::bigint[],
      ${of('reversalOfSeq')}::bigint[], ${of('reason')}::text[]) with ordinality
      as m("moveType", "lotId", "from", "to", quantity, "bizTime", "docType", "docNo", "docLineNo", "planId",
        "batchSeq", "supplyId", "dealerId", "reversalOfSeq", reason, position)
    join stocklot l on l.id = m."lotId"
    order by m.position
    returning id`.execute(context.tx)
  return rows.map(row => row.id)
}

/** Keeps the lots' own figure of what lies in storage, from the very changes that were made. */
async function project(context: Context, changes: readonly Change[], at: ReadonlyMap<number, Place>): Promise<void> {
  const stored = changes.filter(change => at.get(change.locationId)?.type === 'STORAGE')
  if (stored.length === 0) return
  await sql`
    update stocklot l set "onHandQty" = coalesce(l."onHandQty", 0) + c.quantity,
      "firstInAt" = coalesce(l."firstInAt", ${context.now}), "updatedAt" = now()
    from (select "lotId", sum(quantity) as quantity
      from unnest(${column(stored, 'lotId')}::bigint[], ${column(stored, 'quantity')}::numeric[]) as u("lotId", quantity)
      group by "lotId") c
    where l.id = c."lotId"`.execute(context.tx)
}

/**
 * Posts movements: balances, ledger and the lots' projection in the caller's transaction. The caller has locked the
 * lots in ascending order (`lockLots`), so that two postings never wait for each other in a circle.
 * @throws AppError shortOfStock with lot, needed and available; balanceLater for back-dated rows
 */
export async function post(context: Context, movements: readonly Movement[]): Promise<number[]> {
  if (movements.length === 0) return []
  const at = await places(context, movements)
  const changes = changesOf(movements, at)
  const taken = changes.filter(change => decimal(change.quantity).lt(0))
  // What a posting itself puts in may be taken out by it (a standing lot of water), so only the sums count.
  await takeOut(context, taken)
  await putIn(
    context,
    changes.filter(change => decimal(change.quantity).gt(0)),
  )
  await project(context, changes, at)
  const sequences = await append(context, movements)
  await refuseNegativeLater(context, taken, earliest(movements))
  return sequences
}

const earliest = (movements: readonly Movement[]) => movements.map(movement => movement.bizTime).sort()[0] ?? ''
