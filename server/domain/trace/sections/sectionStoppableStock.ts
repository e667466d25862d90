/** Blockable stock: bins, WIP by plan, open production, drafts. */
import { sql } from 'kysely'
import { decimal } from '#contract/schema/decimal.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { unmadeOf } from '../../stock/genealogy.ts'
import { moves } from '../../stock/movementSql.ts'
import { draftsNaming } from '../../stock/reservations.ts'
import { hasMovedOn } from '../walk/traceOptions.ts'
import type { TraceScope } from '../walk/traceScope.ts'

/** Lots in store or WIP; dealer balances are irrelevant here. */
async function stillHeld({ figures, targetLots }: TraceScope): Promise<readonly number[]> {
  const targets = new Set(targetLots)
  return (await figures())
    .filter(figure => targets.has(figure.lotId) && !(decimal(figure.onHand).eq(0) && decimal(figure.wip).eq(0)))
    .map(figure => figure.lotId)
}

/** Balances: `lotId`, `placeId`, `planId` of WIP, `quantity`. */
const lying = ({ view, asOfSeq }: TraceScope, lots: readonly number[]): Sql =>
  hasMovedOn(view)
    ? sql`
      select g."lotId", p.id as "placeId", case when p."locationType" = 'WIP' then g."producePlanId" end as "planId",
        sum(case when p.id = g."toLocationId" then g.quantity else -g.quantity end) as quantity
      from stockledger g join stocklocation p on p.id in (g."fromLocationId", g."toLocationId")
        and p."locationType" in ('STORAGE', 'WIP')
      where g."lotId" = any(${lots}::bigint[]) and g.id <= ${asOfSeq} group by 1, 2, 3`
    : sql`
      select b."lotId", b."locationId" as "placeId", b."producePlanId" as "planId", b.quantity
      from stockbalance b join stocklocation p on p.id = b."locationId" and p."locationType" in ('STORAGE', 'WIP')
      where b."lotId" = any(${lots}::bigint[])`

/** Charged lots: `used` is net of corrections. */
async function charged({ figures, targetLots }: TraceScope): Promise<readonly number[]> {
  const targets = new Set(targetLots)
  return (await figures()).filter(({ lotId, used }) => targets.has(lotId) && !decimal(used).eq(0)).map(row => row.lotId)
}

/** Charged material without output: in no lot, yet about to become one. */
const cooking = ({ view, asOfSeq }: TraceScope, lots: readonly number[]): Sql => {
  const isChanged = view.isHistorical ? sql`or p."updatedAt" > ${view.asOf}` : sql``
  const isOpen = sql`where (p.status not in ('CLOSED', 'CANCELLED') ${isChanged})`
  // Open plans are few; only their rows are read in full.
  const plans = sql`array(select p.id from produceplan p join (
      select distinct g."producePlanId" as id from stockledger g
      where g."lotId" = any(${lots}::bigint[]) and g."moveType" in (${moves.charged}) and g.id <= ${asOfSeq}
    ) c on c.id = p.id ${isOpen})`
  return sql`select k.* from (${unmadeOf(plans, { asOfSeq, planPrecision: view.planPrecision })}) k
    where k."lotId" = any(${lots}::bigint[])`
}

/** Drafts that name a lot; past ones are not recorded. */
const drafts = ({ view, targetLots }: TraceScope): Sql =>
  view.isHistorical ? sql`` : sql`union all ${draftsNaming(targetLots)}`

/** Blockable stock. The responsible person is known for the present only. */
export const stoppable = async (scope: TraceScope): Promise<Sql> => {
  const owner = scope.view.isHistorical ? sql`null` : sql`coalesce(e.name, k.name)`
  return sql`
    with found(kind, "refNo", "lotId", "planId", quantity, owner) as (
      select case p."locationType" when 'WIP' then 'WIP' else 'STOCK' end,
        case p."locationType" when 'WIP' then n."docNo" else concat_ws(' / ', w.name, p.name) end, b."lotId", b."planId",
        b.quantity, ${owner}
      from (${lying(scope, await stillHeld(scope))}) b join stocklocation p on p.id = b."placeId"
      left join warehouse w on w.id = p."warehouseId"
      left join employee k on k.id = w."keeperId"
      left join produceplan n on n.id = b."planId"
      left join employee e on e.id = n."leaderId"
      where b.quantity > 0
      union all
      select 'PROCESS', n."docNo", c."lotId", n.id, c.quantity, ${scope.view.isHistorical ? sql`null` : sql`e.name`}
      from (${cooking(scope, await charged(scope))}) c join produceplan n on n.id = c."producePlanId"
      left join employee e on e.id = n."leaderId"
      ${drafts(scope)}
    )
    select f.kind, f."refNo", l.id as "lotId", f."planId" as "producePlanId", l."lotNo",
      coalesce(m.name, i.name) as "itemName", f.quantity as qty, u.name as "unitName", f.owner as "ownerName"
    from found f join stocklot l on l.id = f."lotId"
    left join material m on m.id = l."materialId"
    left join product i on i.id = l."productId"
    left join unit u on u.id = l."unitId"`
}
