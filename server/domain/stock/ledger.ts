/** Only writer of stock: double-entry, append-only ledger (domain.md §0.2, §2.1). */
import { sql } from 'kysely'
import { decimal } from '#contract/schema/decimal.ts'
import { permits } from '#contract/schema/permission.ts'
import { linksByDocument, type MovementCode, movementTypes } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../db/connection/context.ts'
import { anyOf, recordset } from '../../db/query/rowsOf.ts'
import { type RefusedLine, refusalOfLines, type StockedPlace } from '../basis/lineErrors.ts'
import { guardTimes, refuseNegativeLater } from './backdating.ts'
import { refreshDocumentLinks } from './genealogy.ts'
import { type Location, locationsOf } from './locations.ts'
import { heldByPallets } from './pallets/palletStock.ts'
import { addToPlanSums } from './planSums.ts'

/** Transfer of one lot between two locations, in its base unit. */
export interface Movement {
  readonly moveType: MovementCode
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
  /** Type of the reversed row. */
  readonly reversedType?: MovementCode
  readonly reason?: string | null
}

/** Fields shared by the movements of one document. */
export interface PostingHead
  extends Pick<
    Movement,
    'moveType' | 'bizTime' | 'docType' | 'producePlanId' | 'batchSeq' | 'supplyId' | 'dealerId' | 'reason'
  > {
  readonly docNo: string | null
}

/** Movement of a line; its fields precede those of the head. */
export interface PostingLine
  extends Pick<Movement, 'lotId' | 'fromLocationId' | 'toLocationId' | 'docLineNo'>,
    Partial<Pick<Movement, 'moveType' | 'reason'>> {
  readonly quantity: string | null
}

export const movementsOf = ({ docNo, ...head }: PostingHead, lines: readonly PostingLine[]): Movement[] =>
  lines.map(({ quantity, ...line }) => ({ ...head, docNo: docNo ?? '', ...line, quantity: quantity ?? '0' }))

/** Balance change of a lot, per plan (WIP) or dealer. */
interface Change {
  readonly lotId: number
  readonly locationId: number
  readonly producePlanId: number | null
  readonly dealerId: number | null
  readonly quantity: string
}

/** Locations with tracked balances; the others are virtual counterparts. */
const balanceTracked = new Set(['STORAGE', 'WIP', 'SAMPLE', 'DEALER'])

const isDecrease = (change: Change): boolean => decimal(change.quantity).lt(0)

const balanceKey = (change: Omit<Change, 'quantity'>) =>
  [change.lotId, change.locationId, change.producePlanId ?? 0, change.dealerId ?? 0].join(':')

/** Balance changes, summed per balance; negative ones decrease. */
function changesOf(movements: readonly Movement[], at: ReadonlyMap<number, Location>): Change[] {
  const sums = new Map<string, Change>()
  const add = (movement: Movement, locationId: number, sign: 1 | -1) => {
    const type = at.get(locationId)?.type ?? ''
    if (!balanceTracked.has(type)) return
    const where = {
      lotId: movement.lotId,
      locationId,
      producePlanId: type === 'WIP' ? (movement.producePlanId ?? null) : null,
      dealerId: type === 'DEALER' ? (movement.dealerId ?? null) : null,
    }
    const sum = decimal(sums.get(balanceKey(where))?.quantity).plus(decimal(movement.quantity).times(sign))
    sums.set(balanceKey(where), { ...where, quantity: sum.toFixed(4) })
  }
  for (const movement of movements) {
    add(movement, movement.fromLocationId, -1)
    add(movement, movement.toLocationId, 1)
  }
  return [...sums.values()].sort((left, right) => left.lotId - right.lotId)
}

const asTable = (changes: readonly (Change & { readonly isStored?: boolean })[]) =>
  recordset(
    changes,
    sql`"lotId" bigint, "locationId" bigint, "producePlanId" bigint, "dealerId" bigint, quantity numeric, "isStored" boolean`,
  )

interface ShortLine {
  readonly place: number
  readonly lotNo: string
  readonly needed: string
  readonly available: string
  readonly unit: string
  readonly elsewhere: readonly StockedPlace[] | null
}

/** Other storage of the lot: another warehouse or bin. */
function storedElsewhere({ grants }: Context) {
  if (!permits(grants, { menu: 'stocklot' })) return sql`select null::jsonb as elsewhere`
  return sql`
    select jsonb_agg(jsonb_build_object('place', p.name, 'quantity', p.quantity) order by p.quantity desc) as elsewhere
    from (
      select case when bin."warehouseId" = here."warehouseId" then bin.name else house.name end as name,
        sum(o.quantity)::numeric(18,4)::text as quantity
      from stocklocation here
      join stockbalance o on o."lotId" = c."lotId" and o."locationId" <> here.id and o.quantity > 0
      join stocklocation bin on bin.id = o."locationId" and bin."locationType" = 'STORAGE'
      join warehouse house on house.id = bin."warehouseId"
      where here.id = c."locationId" and here."locationType" = 'STORAGE'
      group by 1) p`
}

async function refuseShort(
  context: Context,
  movements: readonly Movement[],
  decreases: readonly Change[],
  done: ReadonlySet<string>,
): Promise<never> {
  const short = decreases.filter(change => !done.has(balanceKey(change)))
  const { rows } = await sql<ShortLine>`
    select c.place::int as place, l."lotNo", (-c.quantity)::numeric(18,4) as needed,
      coalesce(b.quantity, 0)::numeric(18,4) as available, coalesce(u.name, '') as unit, far.elsewhere
    from (select *, row_number() over () as place from (${asTable(short)}) c) c
    join stocklot l on l.id = c."lotId" left join unit u on u.id = l."unitId"
    cross join lateral (${storedElsewhere(context)}) far
    left join stockbalance b on b."lotId" = c."lotId" and b."locationId" = c."locationId"
      and b."producePlanId" is not distinct from c."producePlanId" and b."dealerId" is not distinct from c."dealerId"
    order by c.place`.execute(context.tx)
  const refused = rows.map(({ place, elsewhere, ...figures }): RefusedLine => {
    const data = elsewhere ? { ...figures, elsewhere } : figures
    const { lotId, locationId } = short[place - 1] as Change
    const at = movements.findIndex(movement => movement.lotId === lotId && movement.fromLocationId === locationId)
    return { line: movements[at]?.docLineNo || at + 1, refusal: 'shortOfStock', data }
  })
  throw refusalOfLines(refused.sort((one, other) => one.line - other.line))
}

function rowsOf(context: Context, movements: readonly Movement[]) {
  const rows = recordset(
    movements.map((movement, position) => ({ ...movement, position })),
    sql`position int, "moveType" text, "lotId" bigint, "fromLocationId" bigint, "toLocationId" bigint, quantity numeric,
      "bizTime" timestamptz, "docType" text, "docNo" text, "docLineNo" int, "producePlanId" bigint, "batchSeq" int,
      "supplyId" bigint, "dealerId" bigint, "reversalOfSeq" bigint, reason text`,
  )
  return sql`
    select ${context.customerId}::bigint, ${context.userId}::bigint, ${context.userId}::bigint, m."bizTime",
      ${context.now}::timestamptz, m."moveType", m."lotId", m."fromLocationId", m."toLocationId", m.quantity, l."unitId",
      m."producePlanId", m."batchSeq", m."supplyId", m."dealerId", m."docType", m."docNo", m."docLineNo",
      m."reversalOfSeq", ${context.userId}::bigint, m.reason
    from (${rows}) m join stocklot l on l.id = m."lotId"`
}

/** Result of a posting: sequences, or sufficient balances on failure. */
interface Written {
  readonly sequences: readonly number[]
  readonly done: readonly Omit<Change, 'quantity'>[]
}

/** Balances, totals and ledger in one atomic statement, checked on update. */
async function write(
  context: Context,
  movements: readonly Movement[],
  changes: readonly Change[],
  at: ReadonlyMap<number, Location>,
): Promise<Written> {
  const marked = changes.map(change => ({ ...change, isStored: at.get(change.locationId)?.type === 'STORAGE' }))
  const { rows } = await sql<Written>`
    with change as (${asTable(marked)}), taken as (
      update stockbalance b set quantity = b.quantity + c.quantity, "updatedAt" = ${context.now}
      from change c
      where c.quantity < 0 and b."lotId" = c."lotId" and b."locationId" = c."locationId"
        and b."producePlanId" is not distinct from c."producePlanId"
        and b."dealerId" is not distinct from c."dealerId"
        and b.quantity + c.quantity >= 0
      returning b."lotId", b."locationId", b."producePlanId", b."dealerId"
    ), enough as (
      select from taken having count(*) = ${changes.filter(isDecrease).length}::int
    ), put as (
      insert into stockbalance ("customerId", "lotId", "locationId", "producePlanId", "dealerId", quantity, "unitId")
      select ${context.customerId}::bigint, c."lotId", c."locationId", c."producePlanId", c."dealerId", c.quantity, l."unitId"
      from change c join stocklot l on l.id = c."lotId" cross join enough where c.quantity > 0
      on conflict ("customerId", "lotId", "locationId", "producePlanId", "dealerId")
      do update set quantity = stockbalance.quantity + excluded.quantity, "updatedAt" = ${context.now}
    ), projected as (
      update stocklot l set "onHandQty" = coalesce(l."onHandQty", 0) + c.quantity,
        "firstInAt" = coalesce(l."firstInAt", ${context.now}::timestamptz), "updatedAt" = ${context.now}
      from (select "lotId", sum(quantity) as quantity from change where "isStored" group by "lotId") c cross join enough
      where l.id = c."lotId"
    ), written as (
      insert into stockledger ("customerId", "createdBy", "updatedBy", "bizTime", "postedAt", "moveType", "lotId",
        "fromLocationId", "toLocationId", quantity, "unitId", "producePlanId", "batchSeq", "supplyId", "dealerId",
        "docType", "docNo", "docLineNo", "reversalOfSeq", "byUserId", reason)
      ${rowsOf(context, movements)} cross join enough order by m.position
      returning id
    )
    select array(select id from written order by id) as sequences,
      coalesce((select json_agg(taken) from taken), '[]'::json) as done`.execute(context.tx)
  return rows[0] ?? { sequences: [], done: [] }
}

/**
 * Requires an unblocked bin for issues and sales.
 * @throws AppError lotQuarantined
 */
async function guardQuarantine(
  context: Context,
  movements: readonly Movement[],
  at: ReadonlyMap<number, Location>,
): Promise<void> {
  const shut = ({ moveType, fromLocationId }: Movement) =>
    movementTypes[moveType].blockedInQuarantine && at.get(fromLocationId)?.isQuarantine
  const lots = movements.filter(shut).map(movement => movement.lotId)
  if (lots.length === 0) return
  const rows = await context.tx.selectFrom('stocklot').select(['id', 'lotNo']).where('id', '=', anyOf(lots)).execute()
  const numbers = new Map(rows.map(row => [row.id, row.lotNo]))
  const refused = movements.flatMap((movement, index): RefusedLine[] => {
    const data = { lotNo: numbers.get(movement.lotId) ?? '' }
    return shut(movement) ? [{ line: movement.docLineNo || index + 1, refusal: 'lotQuarantined', data }] : []
  })
  throw refusalOfLines(refused)
}

/** @throws AppError onPallet */
async function refuseFromPallets(
  context: Context,
  movements: readonly Movement[],
  decreases: readonly Change[],
  at: ReadonlyMap<number, Location>,
): Promise<void> {
  const stored = decreases.filter(change => at.get(change.locationId)?.type === 'STORAGE')
  const refused = await heldByPallets(context, stored, ({ lotId, locationId }) => {
    const index = movements.findIndex(each => each.lotId === lotId && each.fromLocationId === locationId)
    return movements[index]?.docLineNo || index + 1
  })
  if (refused.length > 0) throw refusalOfLines(refused)
}

/**
 * Posts movements: balances, ledger, lot totals and plan sums, within the caller's transaction. The caller locks the
 * plan, then lots in ascending order (`lockLots`), against deadlocks.
 * @returns sequence numbers in movement order
 * @throws AppError shortOfStock, onPallet; linesRefused for several lots; lotQuarantined; backdatedTooFar, periodClosed; for
 * back-dated rows lotNotUsable and balanceLater
 */
export async function post(context: Context, movements: readonly Movement[]): Promise<number[]> {
  if (movements.length === 0) return []
  await guardTimes(context, movements)
  const at = await locationsOf(
    context,
    movements.flatMap(movement => [movement.fromLocationId, movement.toLocationId]),
  )
  await guardQuarantine(context, movements, at)
  // Net sums: a posting may take what it puts in.
  const changes = changesOf(movements, at)
  const decreases = changes.filter(isDecrease)
  const { sequences, done } = await write(context, movements, changes, at)
  if (done.length < decreases.length) await refuseShort(context, movements, decreases, new Set(done.map(balanceKey)))
  await refuseFromPallets(context, movements, decreases, at)
  await refuseNegativeLater(context, decreases, movements.map(movement => movement.bizTime).sort()[0] ?? '')
  if (movements.some(movement => movement.producePlanId)) await addToPlanSums(context, sequences)
  const linked = movements.filter(({ moveType, reversedType }) => linksByDocument(reversedType ?? moveType))
  if (linked.length > 0) await refreshDocumentLinks(context, [...new Set(linked.map(({ docNo }) => docNo))])
  return [...sequences]
}

/**
 * Posts the lines of a document, all or none. Locks as for `post`.
 * @throws AppError as `post`
 */
export const postLines = (context: Context, head: PostingHead, lines: readonly PostingLine[]): Promise<number[]> =>
  post(context, movementsOf(head, lines))
