/** The clocks that run: the next deadline of every open recall (domain.md §2.10). */
import { sql } from 'kysely'
import type { HomeDeadline } from '../../../src/contract/system/home.ts'
import type { Context } from '../../db/context.ts'

/** Open recalls with the nearest of their deadlines that is not met yet, the most urgent first. */
export async function homeDeadlines(context: Context): Promise<readonly HomeDeadline[]> {
  if (!context.grants.has('callback')) return []
  const { rows } = await sql<HomeDeadline>`
    select c.id, c."docNo", c.title, c."callbackType" = 'DRILL' as "isDrill", d.what, d.at
    from callback c cross join lateral (
      select what, at from (values
        ('startDeadline', case when c."startTime" is null then c."startDeadline" end),
        ('reportDeadline', case when c."regulatorReportTime" is null then c."reportDeadline" end),
        ('notifyDeadline', case when c.status in ('STARTED', 'NOTIFYING') then c."notifyDeadline" end),
        ('finishDeadline', c."finishDeadline")) as v(what, at)
      where at is not null order by at limit 1) d
    where c."customerId" = ${context.customerId} and c.status in ('STARTED', 'NOTIFYING', 'RECOVERING', 'DISPOSING')
    order by d.at limit 20`.execute(context.tx)
  return rows
}
