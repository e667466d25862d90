/** Deduplicated findings of recurring tasks: notified once, when new. */
import { sql } from 'kysely'
import { richTextOf } from '#contract/schema/plainText.ts'
import type { Context } from '../../../db/connection/context.ts'
import { publishNotice } from '../../notices/notify.ts'
import { say } from './job.ts'

export interface Finding {
  /** Identity of a finding: subject, date, urgency. */
  readonly key: string
  readonly line: string
  /** Known, not told: a lesser degree of another finding. */
  readonly isQuiet?: true
  /** Its record, which has a notice of its own. */
  readonly about?: { readonly title: string; readonly path: string }
}

const maxLines = 50
const noticeDays = 30

interface Changes {
  readonly fresh: readonly Finding[]
  /** Number of findings told before that are no longer there. */
  readonly gone: number
}

async function changesSince(context: Context, page: string, findings: readonly Finding[]): Promise<Changes> {
  const { tx, customerId } = context
  const keys = findings.map(({ key }) => key)
  const { rows: gone } = await sql`
    delete from tasktold where "customerId" = ${customerId} and page = ${page} and not key = any(${keys}::text[])
    returning key`.execute(tx)
  const { rows } = await sql<{ key: string }>`
    insert into tasktold ("customerId", page, key)
    select ${customerId}::bigint, ${page}, k.key from unnest(${keys}::text[]) as k(key)
    on conflict do nothing returning key`.execute(tx)
  const fresh = new Set(rows.map(({ key }) => key))
  return { fresh: findings.filter(({ key, isQuiet }) => fresh.has(key) && !isQuiet), gone: gone.length }
}

export async function readersOf({ tx, customerId }: Context, page: string): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from "user" u
    join "user_roleIds" has on has."ownerId" = u.id
    join role r on r.id = has."targetId" and r.status = 'ENABLED' and not r."isDeleted"
    join "role_menuIds" held on held."ownerId" = r.id
    join menu m on m.id = held."targetId" and m.type = 'LINK' and m.name = ${page}
    where u."customerId" = ${customerId} and u.status = 'ENABLED' and not u."isDeleted" order by u.id`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface FindingNotice {
  readonly page: string
  readonly title: string
  readonly notifyType?: 'ALERT' | 'RECALL'
  /** Title of a notice that the last finding is gone; none by default. */
  readonly over?: string
}

export async function notifyFindings(
  context: Context,
  { page, title, notifyType = 'ALERT', over }: FindingNotice,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const userIds = await readersOf(context, page)
  // Without recipients findings stay new.
  if (userIds.length === 0) return findings
  const { fresh, gone } = await changesSince(context, page, findings)
  const publish = (notice: ReturnType<typeof noticeOf>) =>
    publishNotice(context, {
      ...notice,
      notifyType,
      targetType: 'USER',
      userIds,
      expireTime: new Date(Date.parse(context.now) + noticeDays * 86_400_000).toISOString(),
    })
  for (const some of Map.groupBy(fresh, ({ about }) => about?.path).values())
    await publish(noticeOf(context, title, some))
  if (over !== undefined && findings.length === 0 && gone > 0)
    await publish({ title: say(context, over), content: richTextOf(say(context, over)) })
  return fresh
}

const maxTitle = 100

function noticeOf(context: Context, title: string, findings: readonly Finding[]) {
  const named = findings.slice(0, maxLines).map(({ line }) => line)
  const left = findings.length - named.length
  const lines = [...named, ...(left > 0 ? [say(context, 'task.more', { count: left })] : [])]
  const about = findings[0]?.about
  const link = about ? `<p><a href="${about.path}">${say(context, 'task.open')}</a></p>` : ''
  return {
    title: about ? about.title.slice(0, maxTitle) : say(context, title, { count: findings.length }),
    content: `${richTextOf(lines.join('\n'))}${link}`,
  }
}
