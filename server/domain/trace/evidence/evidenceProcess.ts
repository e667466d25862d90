/** Evidence on the process: steps, CCPs, machines, instruments. */
import { sql } from 'kysely'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import type { TraceScope } from '../walk/traceScope.ts'
import { ofBatches, planTable } from './evidencePlans.ts'
import { calibrationOn, dayColumn } from './evidenceValidity.ts'

const readings = (timeZone: string): Sql => sql`
  select plan.id as "planId", c."productTechFlowId" as "stepId", c."docNo", c."batchSeq", c."monitorTime", c."ccpNo",
    c."controlItem", c."limitMin", c."limitMax", c."limitUnit", c."measuredValue", c."measuredText", c.result,
    c."correctiveAction", c."affectedQty", c.disposition, c."monitorId", c."verifierId", c."equipmentId",
    c."detecEquipmentId" as "instrumentId", ${dayColumn(sql`c."monitorTime"`, timeZone)} as day
  from plan join importcontrol c on c."producePlanId" = plan.id and ${ofBatches(sql`c."batchSeq"`)}`

/** Steps without readings; a critical one without readings is a gap. */
const steps = sql`
  select plan.id, s.id, null, null::int, null::timestamptz, t."ccpNo", t."controlItem", coalesce(s."limitMin", t."limitMin"),
    coalesce(s."limitMax", t."limitMax"), coalesce(s."limitUnit", t."limitUnit"), null::numeric, null,
    case when coalesce(s."isKeyControl", t."isKeyControl") then 'UNKNOWN' end, null, null::numeric, null, null::bigint, null::bigint, s."equipmentId",
    null::bigint, plan.day
  from plan join producttechflow s on s."productId" = plan."productId" join techflow t on t.id = s."techFlowId"
  where not exists (select 1 from reading r where r."planId" = plan.id and r."stepId" = s.id)`

/** Machines outside the steps: assigned, charged into, or failed. */
const machines = sql`
  select e."planId", null::bigint, null, null::int, null::timestamptz, null, null, null::numeric, null::numeric, null,
    null::numeric, null, null, null, null::numeric, null, null::bigint, null::bigint, e."equipmentId", null::bigint, plan.day
  from (
    select plan.id as "planId", o."targetId" as "equipmentId"
    from plan join "produceplan_equipmentIds" o on o."ownerId" = plan.id
    union
    select plan.id, u."equipmentId" from plan join usematerialrecord u on u."producePlanId" = plan.id
      and u.status <> 'REVERSED' and ${ofBatches(sql`u."batchSeq"`)} where u."equipmentId" is not null
    union
    select plan.id, r."equipmentId" from plan join equipmentrepaidrecord r on r."affectedPlanId" = plan.id
  ) e join plan on plan.id = e."planId"
  where not exists (select 1 from stepped d where d."planId" = e."planId" and d."equipmentId" = e."equipmentId")`

/** Repairs on the day, or affecting the plan; open ends are ongoing. */
const repairs = (timeZone: string): Sql => sql`
  select a."planId", a."equipmentId", a.day,
    string_agg(concat_ws(' ', r."docNo", coalesce(r."faultDesc", r.method)), '; ' order by r."startTime", r.id) as told
  from (select distinct "planId", "equipmentId", day from told where "equipmentId" is not null) a
  join equipmentrepaidrecord r on r."equipmentId" = a."equipmentId" and (r."affectedPlanId" = a."planId"
    or (${dayColumn(sql`least(r."faultTime", r."startTime")`, timeZone)} <= a.day
      and coalesce(${dayColumn(sql`r."endTime"`, timeZone)}, case when r."recordType" = 'REPAIR' then date 'infinity'
        else ${dayColumn(sql`r."startTime"`, timeZone)} end) >= a.day))
  group by 1, 2, 3`

export const evidenceOfProcess = (scope: TraceScope, { timeZone }: Context): Sql => sql`
  with plan as materialized (${planTable(scope)}), reading as materialized (${readings(timeZone)}),
  stepped as materialized (select * from reading union all ${steps}),
  told as materialized (select * from stepped union all ${machines}),
  repair as (${repairs(timeZone)}), calibration as (
    ${calibrationOn(sql`select distinct told."instrumentId" as id, told.day from told where told."instrumentId" is not null`)}
  )
  select plan.level, plan.id as "producePlanId", plan."planNo", plan."outLotNo", s."stepNo", t.name as "stepName",
    told."ccpNo", told."batchSeq", told."docNo", told."monitorTime", told."controlItem", told."limitMin", told."limitMax",
    told."limitUnit", told."measuredValue", told."measuredText", told.result, told."correctiveAction", told."affectedQty",
    told.disposition, m.name as "monitorName", v.name as "verifierName", q.name as "equipmentName", repair.told as repairs,
    d.name as "instrumentName",
    -- what was measured was measured with something; what was seen was not
    case when told."instrumentId" is not null then c.state when told."measuredValue" is not null then 'UNKNOWN'
      end as "calibrationValid",
    c.number as "calibrationNo", c.until as "calibratedUntil"
  from told
  join plan on plan.id = told."planId"
  left join producttechflow s on s.id = told."stepId"
  left join techflow t on t.id = s."techFlowId"
  left join employee m on m.id = told."monitorId"
  left join employee v on v.id = told."verifierId"
  left join equipment q on q.id = told."equipmentId"
  left join repair on repair."planId" = told."planId" and repair."equipmentId" = told."equipmentId" and repair.day = told.day
  left join detecequipment d on d.id = told."instrumentId"
  left join calibration c on c.id = told."instrumentId" and c.day = told.day`
