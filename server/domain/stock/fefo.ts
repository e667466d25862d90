/** First expired, first out: allocation and skipped lots (domain.md §2.7). */
import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { AppError } from '#contract/schema/answer.ts'
import { type Decimal, decimal } from '#contract/schema/decimal.ts'
import type { Context } from '../../db/connection/context.ts'
import { reservations } from './reservations.ts'

export interface Candidate {
  readonly lotId: number
  readonly lotNo: string
  readonly locationId: number
  readonly warehouseId: number
  readonly expiryDate: string | null
  readonly produceDate: string
  /** Available quantity, net of `reserved` by other drafts. */
  readonly quantity: string
  readonly reserved?: string
  /** On closed pallets that no other draft ships; none unless `Wanted.pallets`. */
  readonly palletQuantity?: string
  readonly sscc?: string | null
  readonly unitId: number
  readonly supplierLotNo: string | null
  readonly supplyId: number | null
}

export interface AllocationItem {
  readonly materialId?: number | null
  readonly productId?: number | null
}

interface Wanted {
  readonly remainingDays?: number
  readonly warehouseId?: number | null
  readonly certificate?: boolean
  /** Exclusive upper bound on expiry, to find skipped lots. */
  readonly expiringBefore?: string | null
  /** Newest first, as some dealers require. */
  readonly newestFirst?: boolean
  /** Whole pallets may be taken as well. */
  readonly pallets?: boolean
}

export type LotQuery = AllocationItem & Wanted

type Found = Candidate & { readonly position: number; readonly reserved: string }

async function find(context: Context, key: 'materialId' | 'productId', wants: readonly LotQuery[]): Promise<Found[]> {
  if (wants.length === 0) return []
  const of = <T>(value: (want: LotQuery) => T) => wants.map(value)
  const direction = wants[0]?.newestFirst ? sql`desc` : sql`asc`
  const order = (lot: string) =>
    sql`${sql.ref(`${lot}.expiryDate`)} ${direction} nulls last, ${sql.ref(`${lot}.produceDate`)} ${direction}, ${sql.ref(`${lot}.lotNo`)}`
  const { rows } = await sql<Found>`
    with promised as materialized (
      select x."palletId", x."lotId", x."baseQty" from productsaleout d join productsaleoutline x on x."parentId" = d.id
      where d."customerId" = ${context.customerId} and d.status = 'DRAFT' and x."palletId" is not null
        and d.id <> ${context.acting?.entity === 'productsaleout' ? context.acting.id : 0}
    ), reserved as materialized (
      select r."lotId", sum(r.quantity) as quantity from (${reservations(context)}
        union all select "lotId", -"baseQty" from promised) r group by 1
    )
    select w.position::int as position, c.*, coalesce(reserved.quantity, 0)::numeric(18,4) as reserved
    from unnest(${of(want => want[key])}::bigint[],
      ${of(want => addDays(context.today, want.remainingDays ?? 0))}::date[],
      ${of(want => want.expiringBefore ?? null)}::date[], ${of(want => want.warehouseId ?? null)}::bigint[],
      ${of(want => want.certificate ?? false)}::boolean[])
      with ordinality as w("itemId", "from", before, "warehouseId", certificate, position)
    cross join lateral (
      select l.id as "lotId", l."lotNo", b."locationId", b."warehouseId", l."expiryDate", l."produceDate",
        greatest(b.quantity - coalesce(packed.held, 0), 0)::numeric(18,4) as quantity,
        coalesce(packed.free, 0)::numeric(18,4) as "palletQuantity", packed.sscc, l."unitId", l."supplierLotNo", l."supplyId"
      from stocklot l
      -- of a lot that was sold to many dealers only the stock in the bins is looked at
      cross join lateral (
        select b."locationId", p."warehouseId", b.quantity
        from stockbalance b join stocklocation p on p.id = b."locationId"
        where b."customerId" = ${context.customerId} and b."lotId" = l.id and b."producePlanId" is null
          and b."dealerId" is null and b.quantity > 0 and p."locationType" = 'STORAGE' and not p."isQuarantine"
          and (w."warehouseId" is null or p."warehouseId" = w."warehouseId")
        offset 0) b
      -- loose goods are what no closed pallet holds
      left join lateral (
        select sum(x."baseQty") as held, sum(x."baseQty") filter (where free.is) as free,
          string_agg(distinct q.sscc, ', ') filter (where free.is) as sscc
        from palletline x join pallet q on q.id = x."parentId" and q.status = 'CLOSED'
        cross join lateral (select not exists (select from promised where promised."palletId" = q.id) as is) free
        where x."lotId" = l.id and q."locationId" = b."locationId") packed on ${key === 'productId'}
      -- the lot's own figure of what lies in storage: without it every balance of every lot ever sold out is looked at
      where l."customerId" = ${context.customerId} and ${sql.ref(`l.${key}`)} = w."itemId"
        and l."qualityStatus" = 'RELEASED' and l."onHandQty" > 0
        and (l."expiryDate" is null or l."expiryDate" >= w."from") and (w.before is null or l."expiryDate" < w.before)
        and (not w.certificate or l."certificateNo" is not null)
      order by ${order('l')}, b."locationId"
      limit 200
    ) c
    left join reserved on reserved."lotId" = c."lotId"
    order by w.position, ${order('c')}, c."locationId"`.execute(context.tx)
  return rows
}

export async function candidatesOf(context: Context, wants: readonly LotQuery[]): Promise<Candidate[][]> {
  const found: Candidate[][] = wants.map(() => [])
  for (const key of ['materialId', 'productId'] as const) {
    const asked = [...wants.entries()].filter(([, want]) => want[key])
    const rows = await find(
      context,
      key,
      asked.map(([, want]) => want),
    )
    for (const [place, [index, { pallets = false }]] of asked.entries())
      found[index] = minusReserved(
        rows.filter(({ position }) => position === place + 1),
        pallets,
      )
  }
  return found
}

/** Subtracts reservations; drops bins with nothing left, loose or on pallets. */
function minusReserved(rows: readonly Found[], withPallets: boolean): Candidate[] {
  const left = new Map(rows.map(row => [row.lotId, decimal(row.reserved)]))
  const bins = rows.map(({ position: _, palletQuantity = '0', sscc, ...loose }): Candidate => {
    const row = { ...loose, ...(withPallets && decimal(palletQuantity).gt(0) ? { palletQuantity, sscc } : {}) }
    if (decimal(row.reserved).eq(0)) return row
    const [held, open] = [decimal(row.quantity), left.get(row.lotId) ?? decimal(0)]
    const reserved = open.lt(held) ? open : held
    left.set(row.lotId, open.minus(reserved))
    return { ...row, quantity: held.minus(reserved).toFixed(4), reserved: reserved.toFixed(4) }
  })
  return bins.filter(({ quantity, palletQuantity = '0' }) => decimal(quantity).gt(0) || decimal(palletQuantity).gt(0))
}

export async function candidates(context: Context, item: AllocationItem, wanted: Wanted = {}): Promise<Candidate[]> {
  const [found] = await candidatesOf(context, [{ ...item, ...wanted }])
  return found ?? []
}

export interface Take {
  readonly candidate: Candidate
  readonly quantity: string
}

/** Candidates; among equals those it empties, to leave fewer opened. */
function preferEmptying(ordered: readonly Candidate[], quantity: Decimal): Candidate[] {
  const sameDays = (one: Candidate, other: Candidate) =>
    one.expiryDate === other.expiryDate && one.produceDate === other.produceDate
  const result: Candidate[] = []
  let [rest, open] = [ordered, quantity]
  while (rest[0] && open.gt(0)) {
    const first = rest[0]
    const end = rest.findIndex(each => !sameDays(each, first))
    const group = end < 0 ? rest : rest.slice(0, end)
    rest = end < 0 ? [] : rest.slice(end)
    const emptied = new Set<Candidate>()
    for (const each of group.toSorted((left, right) => decimal(left.quantity).cmp(right.quantity))) {
      if (decimal(each.quantity).gt(open)) break
      emptied.add(each)
      open = open.minus(each.quantity)
    }
    result.push(...emptied, ...group.filter(each => !emptied.has(each)))
    if (emptied.size < group.length) open = decimal(0)
  }
  return result
}

/** Allocates in order, preferring lots that empty (domain.md §2.7); short stock gives less. */
export function allocate(ordered: readonly Candidate[], quantity: Decimal): Take[] {
  const takes: Take[] = []
  let open = quantity
  for (const candidate of preferEmptying(ordered, quantity)) {
    if (open.lte(0)) break
    const available = decimal(candidate.quantity)
    if (available.lte(0)) continue
    const taken = available.lt(open) ? available : open
    takes.push({ candidate, quantity: taken.toFixed(4) })
    open = open.minus(taken)
  }
  return takes
}

export interface Picked {
  readonly lotId: number
  readonly lotNo: string
  readonly expiryDate: string | null
  readonly quantity: string
  readonly reason: string | null
}

/**
 * Requires a reason for every take that skips an earlier lot.
 * @throws AppError fefoReasonMissing with both lots, and the pallets where the earlier is only there
 */
export function guardFirstExpired(ordered: readonly Candidate[], picked: readonly Picked[]): void {
  const loose = new Map<number, Decimal>()
  const packed = new Map<number, Decimal>()
  const plus = (sums: Map<number, Decimal>, id: number, more: string | Decimal) =>
    sums.set(id, (sums.get(id) ?? decimal(0)).plus(more))
  for (const { lotId, quantity, palletQuantity = '0' } of ordered) {
    plus(loose, lotId, quantity)
    plus(packed, lotId, palletQuantity)
  }
  for (const { lotId, quantity } of picked) plus(loose, lotId, decimal(quantity).neg())
  const isLeft = (sums: ReadonlyMap<number, Decimal>, id: number) => (sums.get(id) ?? decimal(0)).gt(0)
  for (const pick of picked) {
    if (pick.reason) continue
    const earlier = ordered.find(
      lot =>
        lot.lotId !== pick.lotId &&
        (isLeft(loose, lot.lotId) || isLeft(packed, lot.lotId)) &&
        (lot.expiryDate ?? '9999-12-31') < (pick.expiryDate ?? '9999-12-31'),
    )
    if (!earlier) continue
    const onPallet = isLeft(loose, earlier.lotId)
      ? undefined
      : ordered.find(({ lotId, sscc }) => lotId === earlier.lotId && sscc)
    const { lotNo } = pick
    const where = onPallet ? { sscc: onPallet.sscc } : {}
    throw new AppError('fefoReasonMissing', { lotNo, earlier: earlier.lotNo, ...where })
  }
}

/** Latest expiry taken, as later lots cannot have been skipped. */
function latestExpiry(picked: readonly Picked[]): string | null {
  const days = picked.map(pick => pick.expiryDate)
  return days.includes(null) ? null : (days.toSorted().at(-1) ?? null)
}

/** Variant of `guardFirstExpired` for all items of a document. */
export async function guardFirstExpiredOf(
  context: Context,
  items: readonly { readonly want: LotQuery; readonly picked: readonly Picked[] }[],
): Promise<void> {
  const asked = items.filter(({ picked }) => picked.some(pick => !pick.reason))
  const wants = asked.map(({ want, picked }) => ({ ...want, expiringBefore: latestExpiry(picked) }))
  const found = await candidatesOf(context, wants)
  for (const [index, { picked }] of asked.entries()) guardFirstExpired(found[index] ?? [], picked)
}
