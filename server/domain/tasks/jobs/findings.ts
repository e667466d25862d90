/** What a task finds night after night is told once: when it is new. */
import { sql } from 'kysely'
import { richTextOf } from '../../../../src/contract/schema/plainText.ts'
import type { Context } from '../../../db/connection/context.ts'
import { publishNotice } from '../../notices/notify.ts'
import { say } from './job.ts'

/** One thing that somebody should know of. */
export interface Finding {
  /** The same as long as it is the same thing: what it is about, its date, how urgent it is. */
  readonly key: string
  readonly line: string
}

/** Most of them that a notice names. */
const mostLines = 50
/** Days after which nobody needs to be told any more. */
const noticeDays = 30

/** Remembers what is found now and forgets what is not found any more; answers what was not known. */
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

/** The organisation's people who have a page, by whichever role: they may see what is found on it. */
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
  /** Page on which it is seen: whoever has it is told. */
  readonly page: string
  /** Message key of the notice's title, which is given the number of what is new. */
  readonly title: string
  readonly notifyType?: 'ALERT' | 'RECALL'
}

/** Publishes one notice of everything that was not told yet, to whoever has the page; answers what was new. */
export async function notifyFindings(
  context: Context,
  { page, title, notifyType = 'ALERT' }: FindingNotice,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const userIds = await readersOf(context, page)
  // What nobody could be told is not told: it is still new when somebody has the page.
  if (userIds.length === 0) return findings
  const fresh = await newOnes(context, page, findings)
  if (fresh.length === 0) return fresh
  const named = fresh.slice(0, mostLines).map(({ line }) => line)
  const left = fresh.length - named.length
  await publishNotice(context, {
    title: say(context, title, { count: fresh.length }),
    content: richTextOf([...named, ...(left > 0 ? [say(context, 'task.more', { count: left })] : [])].join('\n')),
    notifyType,
    targetType: 'USER',
    userIds,
    expireTime: new Date(Date.parse(context.now) + noticeDays * 86_400_000).toISOString(),
  })
  return fresh
}
