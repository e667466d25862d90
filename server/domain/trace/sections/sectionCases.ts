/** Case section: recalls, drills, complaints, retained samples. */
import { sql } from 'kysely'
import { permits } from '#contract/schema/permission.ts'
import type { Context } from '../../../db/connection/context.ts'
import type { Sql } from '../../../db/schema/columns.ts'
import { derived } from '../../../db/schema/derived.ts'
import { dayColumn } from '../evidence/evidenceValidity.ts'
import type { TraceScope } from '../walk/traceScope.ts'

const begun = sql`least(callback."createdAt", callback."startTime")`

/** Documents about lots in scope, as `from` and `where`; backward every lot. */
const about =
  (from: Sql, time: Sql) =>
  ({ lots, view }: TraceScope): Sql =>
    sql`
    from ${from} where "lotId" = any(${lots}::bigint[]) ${view.isHistorical ? sql`and ${time} <= ${view.asOf}` : sql``}`

const recalls = about(sql`callbacklot join callback on callback.id = callbacklot."parentId"`, begun)
const complaints = about(sql`complaint`, sql`"complaintTime"`)
const samples = about(sql`retainsample`, sql`"sampleTime"`)

/** Count by lot index of each document type. */
export const caseCount = (scope: TraceScope): Sql => sql`
  select ((select count(*) ${recalls(scope)}) + (select count(*) ${complaints(scope)})
    + (select count(*) ${samples(scope)}))::int as total`

/** Document status; historical only if unchanged since. */
const textThen = ({ view }: TraceScope, document: string, now: Sql, then = sql`null`): Sql =>
  view.isHistorical ? sql`case when ${sql.ref(document)}."updatedAt" <= ${view.asOf} then ${now} else ${then} end` : now

/** Recalls in any state; those started later appear as drafts. */
function recallRows(scope: TraceScope): Sql {
  const { asOf } = scope.view
  const before = sql`case when coalesce(callback."startTime" > ${asOf}, true) then 'DRAFT' end`
  return sql`
    select case "callbackType" when 'DRILL' then 'DRILL' else 'RECALL' end, 'callback', callback.id, "docNo",
      ${textThen(scope, 'callback', sql`status`, before)}, "lotId", ${begun},
      ${textThen(scope, 'callback', sql`callbacklot."soldQty"`)},
      (select name from employee where employee.id = "responsibleId") ${recalls(scope)}`
}

/** Cases with quantity and the person or place concerned. */
export const cases = (scope: TraceScope, { timeZone, grants }: Context): Sql => {
  // Privacy: the complainant is visible to readers of complaints only.
  const complainant = permits(grants, { menu: 'complaint' }) ? sql`"contactName"` : sql`null`
  // Due samples depend on today; history shows the stored state.
  const state = scope.view.isHistorical ? sql`status` : sql`${derived['retainsample.status']}`
  return sql`
    with found(kind, "docType", "docId", "docNo", status, "lotId", at, qty, "partyName") as (
      ${recallRows(scope)}
      union all
      select 'COMPLAINT', 'complaint', id, "docNo", ${textThen(scope, 'complaint', sql`status`)}, "lotId", "complaintTime",
        null, coalesce((select name from dealer where dealer.id = "dealerId"), ${complainant}) ${complaints(scope)}
      union all
      select 'SAMPLE', 'retainsample', id, "docNo", ${textThen(scope, 'retainsample', state)}, "lotId", "sampleTime",
        "sampleQty", "storageLocation" ${samples(scope)}
    )
    select f.kind, f."docType", f."docId", f."docNo", f.status, l.id as "lotId", l."lotNo",
      coalesce(m.name, i.name) as "itemName", ${dayColumn(sql`f.at`, timeZone)} as day, f.qty,
      case when f.qty is not null then u.name end as "unitName", f."partyName"
    from found f join stocklot l on l.id = f."lotId"
    left join material m on m.id = l."materialId"
    left join product i on i.id = l."productId"
    left join unit u on u.id = l."unitId"`
}
