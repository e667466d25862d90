/** Evidence on people (health) and the line's consumables. */

import { sql } from 'kysely'
import { permits } from '#contract/schema/permission.ts'
import { productionRole } from '#contract/trace/evidence.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { levelTable, type TraceScope } from '../walk/traceScope.ts'
import { ofBatches, planTable } from './evidencePlans.ts'
import { dayColumn, healthOn, inspectionsThen } from './evidenceValidity.ts'

const tasks = (scope: TraceScope, timeZone: string): Sql => sql`
  select plan.level, plan.id as "producePlanId", plan."planNo", plan."outLotNo", did.role, did.who, did.day
  from plan cross join lateral (
    select 'LEADER' as role, plan."leaderId" as who, plan.day
    union select 'OPERATOR', o."targetId", plan.day from "produceplan_operatorIds" o where o."ownerId" = plan.id
    union select r.role, r.who, ${dayColumn(sql`u."useTime"`, timeZone)} from usematerialrecord u
      cross join lateral (values ('OPERATOR', u."operatorId"), ('CHECKER', u."reviewerId")) r(role, who)
      where u."producePlanId" = plan.id and u.status <> 'REVERSED' and ${ofBatches(sql`u."batchSeq"`)}
    union select r.role, r.who, ${dayColumn(sql`r.moment`, timeZone)} from importcontrol c
      cross join lateral (values ('MONITOR', c."monitorId", c."monitorTime"), ('VERIFIER', c."verifierId", c."verifyTime"))
        r(role, who, moment)
      where c."producePlanId" = plan.id and ${ofBatches(sql`c."batchSeq"`)}
  ) did
  where did.who is not null
  union
  select at.level, p.id, p."docNo", l."lotNo", r.role, r.who, ${dayColumn(sql`r.moment`, timeZone)}
  from stocklot l
  join (${levelTable(scope)}) at on at."lotId" = l.id
  join (${inspectionsThen(scope)}) q on q."lotId" = l.id
  left join produceplan p on p.id = l."producePlanId"
  cross join lateral (values ('INSPECTOR', q."inspectorId", q."sampleTime"), ('REVIEWER', q."reviewerId", q."sampleTime"),
    ('RELEASER', q."releaserId", q."releaseTime")) r(role, who, moment)
  where l.id = any(${scope.lots}::bigint[]) and l."productId" is not null and r.who is not null`

/** People with their health certificate. Privacy: numbers and dates require that page. */
export const evidenceOfPeople = (scope: TraceScope, { timeZone, grants }: Context): Sql => {
  const maySee = permits(grants, { menu: 'employeehealth' })
  return sql`
    with plan as materialized (${planTable(scope)}), task as materialized (${tasks(scope, timeZone)}), health as (
      ${healthOn(sql`select distinct task.who as id, task.day from task`)}
    )
    select task.level, task."producePlanId", task."planNo", task."outLotNo", task.role as "productionRole",
      array_position(${Object.keys(productionRole.options)}::text[], task.role) as rank, e.name as "employeeName", e."jobNo",
      e.department, e."postType", task.day as "workDay", h.state as "healthValid",
      ${maySee ? sql`h.number` : sql`case when h.number is not null then '****' end`} as "healthCertNo",
      ${maySee ? sql`h.until` : sql`null::date`} as "healthValidUntil"
    from task join employee e on e.id = task.who
    left join health h on h.id = task.who and h.day is not distinct from task.day`
}

/** Consumables issued that day; unassigned ones marked, other lines' dropped. */
export const evidenceOfEnvironment = (scope: TraceScope): Sql => sql`
  with plan as materialized (${planTable(scope)})
  select plan.level, plan.id as "producePlanId", plan."planNo", plan."outLotNo", plan.workshop, o."outDate",
    c.name as "consumablesName", c."consumableType", o."lotNo", o.qty, u.name as "unitName", c."isFoodContact",
    case when o.area = plan.workshop or o.department = plan.workshop then 'LINE' else 'UNKNOWN' end as "lineMatch", o.area,
    o.department, e.name as "employeeName", o.purpose, o."docNo"
  from plan
  join consumablesout o on o."customerId" = plan."customerId" and o."outDate" = plan.day and o.direction = 'OUT'
    and o.status = 'SUBMITTED'
  join consumables c on c.id = o."consumablesId"
  left join unit u on u.id = o."unitId"
  left join employee e on e.id = o."employeeId"
  where plan.workshop is null or o.area is null or o.area = plan.workshop or o.department = plan.workshop
    or not exists (select 1 from equipment q where q."customerId" = o."customerId" and q.workshop = o.area)`
