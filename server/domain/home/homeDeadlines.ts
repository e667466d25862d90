/** Next deadlines of open recalls and unreported accidents (domain.md §2.10). */
import { sql } from 'kysely'
import { unsafefoodaccident } from '#contract/foodSafety/unsafefoodaccident.ts'
import { callback } from '#contract/recall/callback.ts'
import type { HomeDeadline } from '#contract/system/home.ts'
import type { Context } from '../../db/connection/context.ts'
import { scope } from '../../db/schema/columns.ts'

const most = 20

/**
 * Open recalls, due drafts included, with the nearest unmet deadline.
 * Without dealers there is no notified share.
 */
async function recalls(context: Context): Promise<readonly HomeDeadline[]> {
  if (!context.grants.has('callback')) return []
  const { rows } = await sql<HomeDeadline>`
    select 'callback' as entity, c.id, c."docNo", c.title, c."callbackType" = 'DRILL' as "isDrill", d.what, d."from", d.at
    from callback c cross join lateral (
      select what, "from", at from (values
        ('startDeadline', c."knowTime", case when c."startTime" is null then c."startDeadline" end),
        ('reportDeadline', c."knowTime", case when c."regulatorReportTime" is null and c."callbackType" <> 'DRILL'
          and c.status <> 'DRAFT' then c."reportDeadline" end),
        ('notifyDeadline', c."noticeTime", case when c."notifiedPercent" < 100 then c."notifyDeadline" end),
        ('finishDeadline', c."noticeTime", c."finishDeadline")) as v(what, "from", at)
      where at is not null order by at limit 1) d
    where ${scope(context, callback, 'c')}
      and c.status in ('DRAFT', 'STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING')
    order by d.at limit ${most}`.execute(context.tx)
  return rows
}

async function accidents(context: Context): Promise<readonly HomeDeadline[]> {
  if (!context.grants.has('unsafefoodaccident')) return []
  const { rows } = await sql<HomeDeadline>`
    select 'unsafefoodaccident' as entity, id, "docNo", title, false as "isDrill", 'reportDeadline' as what,
      "knowTime" as "from", "reportDeadline" as at
    from unsafefoodaccident
    where ${scope(context, unsafefoodaccident)} and "reportTime" is null and "reportDeadline" is not null
      and status = 'REPORTED'
    order by "reportDeadline" limit ${most}`.execute(context.tx)
  return rows
}

export async function homeDeadlines(context: Context): Promise<readonly HomeDeadline[]> {
  const due = [...(await recalls(context)), ...(await accidents(context))]
  return due.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(0, most)
}
