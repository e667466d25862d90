/** Certificate validity on a day, unknown unless recorded. */
import { sql } from 'kysely'
import type { Sql } from '../../../db/schema/columns.ts'
import type { TraceScope } from '../walk/traceScope.ts'

export const dayColumn = (moment: Sql, timeZone: string): Sql => sql`(${moment} at time zone ${timeZone})::date`

export const validityOn = (until: Sql, day: Sql): Sql => sql`
  case when ${until} is null or ${day} is null then 'UNKNOWN' when ${until} >= ${day} then 'VALID' else 'INVALID' end`

/**
 * Health certificates on days: `id`, `day`, `state`, `number`, `until`; the longest-lasting wins.
 * @param asked rows of `id` (employee) and `day`, distinct
 */
export const healthOn = (asked: Sql): Sql => sql`
  select a.id, a.day, h."certNo" as number, h."validUntil" as until,
    ${validityOn(sql`h."validUntil"`, sql`a.day`)} as state
  from (${asked}) a left join lateral (
    select h."certNo", h."validUntil" from employeehealth h
    where h."employeeId" = a.id and h."recordType" = 'ANNUAL' and h.result = 'QUALIFIED' and h."examDate" <= a.day
    order by h."validUntil" desc nulls last, h.id desc limit 1) h on true`

/**
 * Calibrations on days: `id`, `day`, `state`, `number`, `until`. Failures invalidate the certificate.
 * @param asked rows of `id` (instrument) and `day`, distinct
 */
export const calibrationOn = (asked: Sql): Sql => sql`
  select a.id, a.day, c."certificateNo" as number, c."validUntil" as until,
    case when c.failed then 'INVALID' else ${validityOn(sql`c."validUntil"`, sql`a.day`)} end as state
  from (${asked}) a left join lateral (
    -- first of all a certificate that was not contradicted since; the failure itself stands where there is none
    select r."certificateNo", r."validUntil", r.result = 'FAIL' or exists (
        select 1 from detecequipmentrecord f where f."detecEquipmentId" = a.id and f.result = 'FAIL'
          and f."recordDate" <= a.day and (f."recordDate", f.id) > (r."recordDate", r.id)) as failed
    from detecequipmentrecord r
    where r."detecEquipmentId" = a.id and r."recordDate" <= a.day
      and (r.result = 'FAIL' or r.result = 'PASS' and r."recordType" in ('VERIFY', 'CALIBRATE'))
    order by failed, r."validUntil" desc nulls last, r.id desc limit 1) c on true`

/** Inspections as known then; verdict time: release, else last change. */
export const inspectionsThen = ({ view: { isHistorical, asOf } }: TraceScope): Sql =>
  isHistorical
    ? sql`
      select q.id, q."lotId", q."docNo", q."inspectType", q."sampleTime", q."standardNo", q."inspectorId", k."isTold",
        case when k."isTold" then q.verdict end as verdict,
        case when k."isTold" then q."reviewerId" end as "reviewerId",
        case when k."isTold" then q."releaserId" end as "releaserId",
        case when k."isTold" then q."releaseTime" end as "releaseTime",
        case when k."isTold" then q."certificateNo" end as "certificateNo"
      from qualityinspection q
      cross join lateral (select coalesce(q."releaseTime", q."updatedAt", q."createdAt") <= ${asOf} as "isTold") k
      where q."sampleTime" <= ${asOf}`
    : sql`select q.*, true as "isTold" from qualityinspection q`
