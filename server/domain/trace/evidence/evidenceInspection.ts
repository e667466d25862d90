/** Evidence on testing: inspections and laboratory reports. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { levelTable, type TraceScope } from '../walk/traceScope.ts'
import { calibrationOn, dayColumn, inspectionsThen, validityOn } from './evidenceValidity.ts'

const lotTable = (scope: TraceScope): Sql => sql`
  select l.id, l."lotNo", l."produceDate" as day, l."productId", l."certificateNo", i.name, i."productType", at.level
  from stocklot l join product i on i.id = l."productId" join (${levelTable(scope)}) at on at."lotId" = l.id
  where l.id = any(${scope.lots}::bigint[])`

/** Reports per lot: its own, the product's, or the last expired. */
const reportTable = sql`
  select * from (
    select lot.id as "lotId", t.id, 'VALID' as state, true as keep
    from lot join thirdreport t on t."lotId" = lot.id
    union all
    select o."lotId", o.id, o.state, o.state = 'VALID' or (o.newest = 1 and not o.held) from (
      select lot.id as "lotId", t.id, v.state, bool_or(v.state = 'VALID') over (partition by lot.id) as held,
        row_number() over (partition by lot.id order by t."issueDate" desc, t.id desc) as newest
      from lot join thirdreport t on t."productId" = lot."productId" and t."lotId" is null and t."issueDate" <= lot.day
      cross join lateral (select ${validityOn(sql`t."validUntil"`, sql`lot.day`)} as state) v
    ) o
  ) r where keep`

/** Quality evidence per product lot; missing inspections get a row. */
export const evidenceOfInspection = (scope: TraceScope, { timeZone }: Context): Sql => sql`
  with lot as materialized (${lotTable(scope)}), tested as materialized (
    select q.id, q."lotId", q."docNo", q."inspectType", ${dayColumn(sql`q."sampleTime"`, timeZone)} as day, q."standardNo",
      q.verdict, q."inspectorId", q."reviewerId", q."releaserId", q."releaseTime", q."certificateNo", q."isTold"
    from (${inspectionsThen(scope)}) q join lot on lot.id = q."lotId"
  ), item as materialized (
    select x.*, tested.day from tested join qualityitem x on x."parentId" = tested.id and tested."isTold"
  ), calibration as (
    ${calibrationOn(sql`select distinct item."detecEquipmentId" as id, item.day from item where item."detecEquipmentId" is not null`)}
  ), report as materialized (${reportTable}), evidence as (
    select q."lotId", q."inspectType" as "evidenceType", q."docNo", x."lineNo", x."itemName", x."isSafetyItem", x."limitMin",
      x."limitMax", x."limitText", x."resultValue", x."resultText", x."unitName" as "itemUnit",
      case when x.id is not null then coalesce(x.verdict, 'UNKNOWN') end as "itemVerdict",
      coalesce(q.verdict, 'UNKNOWN') as verdict, q.day as "testDay", d.name as "instrumentName",
      c.state as "calibrationValid", n.name as "inspectorName", w.name as "reviewerName", e.name as "releaserName",
      q."releaseTime", q."certificateNo", q."standardNo", null as "agencyName", null as "reportValid",
      null::date as "reportValidUntil"
    from tested q
    left join item x on x."parentId" = q.id
    left join detecequipment d on d.id = x."detecEquipmentId"
    left join calibration c on c.id = x."detecEquipmentId" and c.day = q.day
    left join employee n on n.id = q."inspectorId"
    left join employee w on w.id = q."reviewerId"
    left join employee e on e.id = q."releaserId"
    union all
    select lot.id, 'FQC', null, null, null, null, null, null, null, null, null, null, null, 'UNKNOWN', null, null, null, null,
      null, null, null, lot."certificateNo", null, null, null, null
    from lot where not exists (select 1 from tested q where q."lotId" = lot.id and q."inspectType" in ('FQC', 'RETEST'))
    union all
    select r."lotId", 'THIRD_PARTY', t."reportNo", x."lineNo", x."itemName", null, null, null, x."limitText", null,
      x."resultText", x."unitName", x.verdict, t.conclusion, t."issueDate", null, null, null, null, null, null, null,
      x.method, t."agencyName", r.state, t."validUntil"
    from report r join thirdreport t on t.id = r.id left join thirdreportitem x on x."parentId" = t.id
    union all
    select lot.id, 'THIRD_PARTY', null, null, null, null, null, null, null, null, null, null, null, 'UNKNOWN', null, null,
      null, null, null, null, null, null, null, null, 'UNKNOWN', null
    from lot where lot."productType" = 'FINISHED' and not exists (select 1 from report r where r."lotId" = lot.id)
  )
  select lot.level, lot."lotNo", lot.name as "productName", evidence.* from evidence join lot on lot.id = evidence."lotId"`
