/** Recall figures, from the ledger only (domain.md §2.9 I7, §3.3 Q3–Q5). */
import { sql } from 'kysely'
import type { callbacklot } from '#contract/recall/callbacklot.ts'
import type { Decimal } from '#contract/schema/decimal.ts'
import { decimal } from '#contract/schema/decimal.ts'
import type { DraftOf } from '#contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'
import { adding, type Measures, measuresOf } from '../stock/lotSums.ts'
import { codes } from '../stock/movementSql.ts'
import { figuresOf, standing } from '../trace/walk/figures.ts'

/** Returns of this recall only, to separate concurrent recalls of a lot. */
const returnsOf = (callbackId: number | null) => sql`
  select d."docNo" from productstorein d where d."callbackId" = ${callbackId}`

export interface Held {
  readonly dealerId: number
  readonly lotId: number
  /** Sales net of returns outside this recall. */
  readonly sold: string
  readonly returned: string
  readonly lastShippedAt: string | null
}

/** Quantities per dealer, largest first, the calling order. */
export async function dealersSent(
  context: Context,
  lots: readonly number[],
  callbackId: number | null,
): Promise<readonly Held[]> {
  const { rows } = await sql<Held>`
    with moved as (
      select s.*, s."moveType" in (${codes('RRT')}) and s."docNo" in (${returnsOf(callbackId)}) as own from (${standing(lots)}) s
      where s."fromType" = 'DEALER' or s."toType" = 'DEALER'
    )
    select "dealerId", "lotId",
      coalesce(sum(case when "toType" = 'DEALER' then quantity else -quantity end) filter (where not own), 0) as sold,
      coalesce(sum(quantity) filter (where own), 0) as returned,
      max("bizTime") filter (where "toType" = 'DEALER') as "lastShippedAt"
    from moved where "dealerId" is not null group by 1, 2 order by 3 desc, 5 desc nulls last, 1, 2`.execute(context.tx)
  return rows
}

/** Variant without dealers whose goods had all come back outside the recall. */
export async function dealersHolding(
  context: Context,
  lots: readonly number[],
  callbackId: number | null,
): Promise<readonly Held[]> {
  return (await dealersSent(context, lots, callbackId)).filter(row => decimal(row.sold).gt(0))
}

const sum = (values: readonly (string | null | undefined)[]): Decimal =>
  values.reduce<Decimal>((all, each) => all.plus(decimal(each)), decimal(0))
/** Percentage; null of zero, or of quantities that cannot be added. */
const percent = (part: Decimal | undefined, whole: Decimal | null) =>
  part && whole?.gt(0) ? part.times(100).div(whole).toFixed(2) : null

/** Quantities that exist only for lots that left the plant. */
const atDealers = ['soldQty', 'recalledQty', 'onSiteQty'] as const

type LotDraft = DraftOf<typeof callbacklot>

/** Totals of lines; lots that never left would spoil the unit. */
function totalsOf(measures: Measures, lots: readonly LotDraft[]) {
  const sent = lots.filter(line => atDealers.some(name => !decimal(line[name]).eq(0)))
  const [sold, back, onSite] = atDealers.map(adding(measures, sent)) as [Decimal | null, Decimal | null, Decimal | null]
  const [made, balance] = ['producedQty', 'balanceQty'].map(adding(measures, lots)) as [Decimal | null, Decimal | null]
  return {
    soldQty: sold?.toFixed(4) ?? null,
    recalledQty: back?.toFixed(4) ?? null,
    recoveryRate: percent(back?.plus(onSite ?? 0), sold),
    accountedPercent: percent(made?.minus(balance ?? 0), made),
  }
}

/** Figures of a recall's lines. Unaccounted (I7): produced minus all known locations. */
export async function recallFigures<L extends Pick<LotDraft, 'lotId' | 'onSiteQty'>>(
  context: Context,
  lines: readonly L[],
  callbackId: number | null,
) {
  const ids = lines.flatMap(line => line.lotId ?? [])
  const byLot = new Map((await figuresOf(context, ids)).map(figure => [figure.lotId, figure]))
  const held = await dealersHolding(context, ids, callbackId)
  const lots = lines.map(line => {
    const figure = byLot.get(line.lotId ?? 0)
    const of = held.filter(row => row.lotId === line.lotId)
    const made = sum([figure?.produced, figure?.received, figure?.gained])
    const known = sum([figure?.onHand, figure?.wip, figure?.used, figure?.samples, figure?.tested, figure?.scrapped])
    const balance = made.minus(known).minus(sum([figure?.supplierReturned, line.onSiteQty]))
    return {
      ...line,
      producedQty: made.toFixed(4),
      onHandQty: decimal(figure?.onHand).toFixed(4),
      soldQty: sum(of.map(row => row.sold)).toFixed(4),
      retainedQty: decimal(figure?.samples).toFixed(4),
      recalledQty: sum(of.map(row => row.returned)).toFixed(4),
      disposedQty: decimal(figure?.scrapped).toFixed(4),
      balanceQty: balance.toFixed(4),
    }
  })
  return { lots, totals: totalsOf(await measuresOf(context, ids), lots) }
}

export async function notifiedPercent(context: Context, callbackId: number): Promise<string | null> {
  const { rows } = await sql<{ share: string | null }>`
    select round(count(*) filter (where told) * 100.0 / nullif(count(*), 0), 2) as share from (
      select "dealerId", bool_and("notifyTime" is not null or status = 'RETURNED') as told from callbackdealer
      where "callbackId" = ${callbackId} group by 1) d`.execute(context.tx)
  return rows[0]?.share ?? null
}
