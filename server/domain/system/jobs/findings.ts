/** What a task finds night after night is told once: when it is new. */
import { sql } from 'kysely'
import type { Context } from '../../../db/context.ts'
import { publishNotice } from '../notify.ts'
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

/** Roles that have a page: who holds one of them may see what is found on it. */
async function rolesWith({ tx, customerId }: Context, page: string): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct r.id from role r
    join "role_menuIds" held on held."ownerId" = r.id
    join menu m on m.id = held."targetId" and m.type = 'LINK' and m.name = ${page}
    where r."customerId" = ${customerId} and r.status = 'ENABLED' and not r."isDeleted" order by r.id`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface Telling {
  /** Page on which it is seen: whoever has it is told. */
  readonly page: string
  /** Message key of the notice's title, which is given the number of what is new. */
  readonly title: string
  readonly notifyType?: 'ALERT' | 'RECALL'
}

/** Publishes one notice of everything that was not told yet, to whoever has the page; answers what was new. */
export async function tell(
  context: Context,
  { page, title, notifyType = 'ALERT' }: Telling,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const fresh = await newOnes(context, page, findings)
  if (fresh.length === 0) return fresh
  const roleIds = await rolesWith(context, page)
  if (roleIds.length === 0) return fresh
  const named = fresh.slice(0, mostLines).map(({ line }) => line)
  const left = fresh.length - named.length
  await publishNotice(context, {
    title: say(context, title, { count: fresh.length }),
    content: [...named, ...(left > 0 ? [say(context, 'task.more', { count: left })] : [])].join('\n'),
    notifyType,
    targetType: 'ROLE',
    roleIds,
    expireTime: new Date(Date.parse(context.now) + noticeDays * 86_400_000).toISOString(),
  })
  return fresh
}
