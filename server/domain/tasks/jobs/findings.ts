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
  /** Its record, which has a notice of its own. */
  readonly about?: { readonly title: string; readonly path: string }
}

const maxLines = 50
const noticeDays = 30

async function newOnes(context: Context, page: string, findings: readonly Finding[]): Promise<readonly Finding[]> {
  const { tx, customerId } = context
  const keys = findings.map(({ key }) => key)
  await sql`
    delete from tasktold where "customerId" = ${customerId} and page = ${page} and not key = any(${keys}::text[])`.execute(
    tx,
  )
  const { rows } = await sql<{ key: string }>`
    insert into tasktold ("customerId", page, key)
    select ${customerId}::bigint, ${page}, k.key from unnest(${keys}::text[]) as k(key)
    on conflict do nothing returning key`.execute(tx)
  const fresh = new Set(rows.map(({ key }) => key))
  return findings.filter(({ key }) => fresh.has(key))
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
}

export async function notifyFindings(
  context: Context,
  { page, title, notifyType = 'ALERT' }: FindingNotice,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const userIds = await readersOf(context, page)
  // Without recipients findings stay new.
  if (userIds.length === 0) return findings
  const fresh = await newOnes(context, page, findings)
  if (fresh.length === 0) return fresh
  for (const some of Map.groupBy(fresh, ({ about }) => about?.path).values())
    await publishNotice(context, {
      ...noticeOf(context, title, some),
      notifyType,
      targetType: 'USER',
      userIds,
      expireTime: new Date(Date.parse(context.now) + noticeDays * 86_400_000).toISOString(),
    })
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
