/** Mass balance section: input against output, per lot and plan. */
import { sql } from 'kysely'
import { ofPlanSum, type PlanSum } from '#contract/stock/movementTypes.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { settingOf } from '../../settings/settings.ts'
import { codes, moves } from '../../stock/movementSql.ts'
import { figureTable } from '../walk/figures.ts'
import { plansOfLinks } from '../walk/links.ts'
import type { TraceScope } from '../walk/traceScope.ts'

const plansOf = ({ links }: TraceScope): readonly number[] => plansOfLinks(links)

/** Source lots, plans, then product lots. Keys carry the row's kind. */
export const balanceKeys = (scope: TraceScope): Sql => sql`
  select concat('L', l.id) as key, 'LOT' as "scopeType", case l."itemType" when 'MATERIAL' then 1 else 3 end as part,
    coalesce(m.name, i.name) as "itemName", l."lotNo" as "refNo"
  from stocklot l
  left join material m on m.id = l."materialId"
  left join product i on i.id = l."productId"
  where l.id = any(${scope.lots}::bigint[])
  union all
  select concat('P', p.id), 'PLAN', 2, i.name, p."docNo" from produceplan p left join product i on i.id = p."productId"
  where p.id = any(${plansOf(scope)}::bigint[])`

export const balanceCount = (scope: TraceScope): Sql =>
  sql`select ${scope.lots.length + plansOf(scope).length}::int as total`

const counted = ({ view }: TraceScope, lots: Sql): Sql => sql`
  select "lotId", sum("countedQuantity") filter (where latest = 1) as quantity, max("countTime") as at,
    sum(greatest(difference, 0)) as gained
  from (select x."lotId", x."countedQuantity", x.difference, c."countTime",
      row_number() over (partition by x."lotId", x."locationId" order by c."countTime" desc, x.id desc) as latest
    from stockcountline x join stockcount c on c.id = x."parentId" and c.status = 'SUBMITTED'
    where x."lotId" = any(${lots}) ${view.isHistorical ? sql`and c."countTime" <= ${view.asOf}` : sql``}) c
  group by 1`

const sum = (name: PlanSum) => codes(...ofPlanSum(name))

/** Plan masses in kg; both sides have WIP scrap (domain.md §2.9). */
const outcomes = ({ asOfSeq }: TraceScope, plans: readonly unknown[]): Sql => sql`
  select "producePlanId" as id,
    coalesce(sum(case when place = 'PROCESS' then kg else -kg end) filter (where "moveType" in (${sum('used')})), 0) as used,
    sum(kg) filter (where "moveType" in (${sum('output')})) as output,
    coalesce(sum(kg) filter (where "moveType" in (${sum('byProduct')})), 0) as "byProduct",
    coalesce(sum(kg) filter (where "moveType" in (${sum('scrapped')}) and "docType" = 'produceplan'), 0) as scrapped
  from (
    select g."producePlanId", g."moveType", g."docType", t."locationType" as place,
      g.quantity * l."kgNumerator" / l."kgDenominator" as kg
    from stockledger g join stocklot l on l.id = g."lotId" and l."isMass"
    join stocklocation t on t.id = g."toLocationId"
    where g."producePlanId" = any(${plans}::bigint[]) and g.id <= ${asOfSeq} and g."reversalOfSeq" is null
      and g.id not in (select r."reversalOfSeq" from stockledger r where r."producePlanId" = any(${plans}::bigint[])
        and r."moveType" in (${moves.reversal}) and r.id <= ${asOfSeq} and r."reversalOfSeq" is not null)
  ) m group by 1`

/** Mass balance: lots reach 100.00 % by ledger; physical excludes count differences. */
export const balance = async (scope: TraceScope, context: Context, only?: readonly string[]): Promise<Sql> => {
  const idsOf = (kind: string) => only?.filter(key => key.startsWith(kind)).map(key => key.slice(1))
  const lots = idsOf('L')
  const plans = idsOf('P') ?? plansOf(scope)
  const targets = sql`${lots ?? scope.lots}::bigint[]`
  const [green, amber] = [await settingOf(context, 'balanceGreen'), await settingOf(context, 'balanceAmber')]
  return sql`
    select r.*, case when r."physicalRate" is null then null
      when abs(r."physicalRate" - 100) <= ${green}::numeric then 'PASS'
      when abs(r."physicalRate" - 100) <= ${amber}::numeric then 'LIMITED' else 'FAIL' end as "physicalStatus"
    from (
      with f as (${figureTable(await scope.figures(), lots)}), c as (${counted(scope, targets)}),
      o as (${outcomes(scope, plans)}),
      lot as (
        select l.id, l."itemType", l."lotNo", coalesce(m.name, i.name) as name, u.name as unit, f.*,
          f.received + f.produced + f.gained as source
        from stocklot l left join f on f."lotId" = l.id
        left join material m on m.id = l."materialId"
        left join product i on i.id = l."productId"
        left join unit u on u.id = l."unitId"
        where l.id = any(${targets})
      )
      select concat('L', lot.id) as "$key", lot.id as "lotId", null::bigint as "producePlanId", 'LOT' as "scopeType",
        case lot."itemType" when 'MATERIAL' then 1 else 3 end as part, lot."lotNo" as "refNo", lot.name as "itemName",
        coalesce(lot.source, 0) as "sourceQty", coalesce(lot."onHand", 0) as "onHandQty", coalesce(lot.wip, 0) as "wipQty",
        coalesce(lot.used, 0) as "usedQty", coalesce(lot.sold, 0) as "soldQty", coalesce(lot.samples, 0) as "sampleQty",
        coalesce(lot.tested, 0) as "testedQty", coalesce(lot.scrapped, 0) as "scrapQty",
        coalesce(lot."supplierReturned", 0) as "supplierReturnQty", coalesce(lot."countLoss", 0) as "countDiffQty",
        null::numeric as "outputQty", null::numeric as "byProductQty", null::numeric as "lossQty",
        null::numeric as "lossRate",
        round((lot."onHand" + lot.wip + lot.used + lot.sold + lot.samples + lot.tested + lot.scrapped
          + lot."supplierReturned" + lot."countLoss") * 100 / nullif(lot.source, 0), 2) as "accountedRate",
        c.quantity as "countedQty", c.at as "countedAt",
        case when c."lotId" is not null then round((lot.source - lot."countLoss") * 100
          / nullif(lot.source - c.gained, 0), 2) end as "physicalRate", lot.unit as "unitName"
      from lot left join c on c."lotId" = lot.id
      union all
      select concat('P', p.id), null, p.id, 'PLAN', 2, p."docNo", i.name, round(o.used + o.scrapped, 4), null, null, round(o.used, 4), null,
        null, null, round(o.scrapped, 4), null, null, round(o.output, 4), round(o."byProduct", 4),
        round(o.used - o.output - o."byProduct", 4),
        round((o.used - o.output - o."byProduct") * 100 / nullif(o.used, 0), 2), null, null, null, null, 'kg'
      from produceplan p left join product i on i.id = p."productId" left join o on o.id = p.id
      where p.id = any(${plans}::bigint[])
    ) r`
}
