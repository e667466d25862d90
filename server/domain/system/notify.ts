/** Notices: drafted, published to whom they are for, read, expired. */
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '../../../src/contract/schema/answer.ts'
import type { RowOf } from '../../../src/contract/schema/entity.ts'
import { isEmpty } from '../../../src/contract/schema/validate.ts'
import type { notify } from '../../../src/contract/system/notify.ts'
import type { Context } from '../../db/context.ts'
import type { Draft, RulesWithActions } from '../rule.ts'

const recipients: Readonly<Record<string, string>> = { ROLE: 'roleIds', GROUP: 'groupIds', USER: 'userIds' }

/** Whom a notice is for is named; recipients of the other kinds may stay for another time. */
function guardRecipients(row: Draft): void {
  const field = recipients[String(row.targetType)]
  if (field && isEmpty(row[field])) throw invalid({ [field]: 'required' })
}

/** Condition: the notice `n` is published, not over, and for this user. */
const reaches = (context: Context): RawBuilder<unknown> => sql`n.status = 'PUBLISHED'
  and n."customerId" = ${context.customerId} and (n."expireTime" is null or n."expireTime" > ${context.now})
  and (n."targetType" = 'ALL'
    or n."targetType" = 'USER' and exists (select from "notify_userIds" t
      where t."ownerId" = n.id and t."targetId" = ${context.userId})
    or n."targetType" = 'ROLE' and exists (select from "notify_roleIds" t
      join "user_roleIds" u on u."targetId" = t."targetId" where t."ownerId" = n.id and u."ownerId" = ${context.userId})
    or n."targetType" = 'GROUP' and exists (select from "notify_groupIds" t
      join "user_groupIds" u on u."targetId" = t."targetId" where t."ownerId" = n.id and u."ownerId" = ${context.userId}))`

const mostNotices = 100

/** The caller's notices, pinned ones first, each with whether he has read it. */
export async function ownNotices(context: Context): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select n.id, n.title, n."notifyType", n.content, n."isPinned", n."publishTime", n."expireTime",
      exists (select from notifyread r where r."notifyId" = n.id and r."userId" = ${context.userId}) as "isRead"
    from notify n where ${reaches(context)}
    order by n."isPinned" desc nulls last, n."publishTime" desc, n.id desc limit ${mostNotices}`.execute(context.tx)
  return rows
}

/** Counts the caller as a reader of these notices, once each; what is not for him is passed over. */
export async function readNotices(context: Context, ids: readonly number[]): Promise<null> {
  await sql`
    with read as (
      insert into notifyread ("customerId", "createdAt", "createdBy", "notifyId", "userId")
      select ${context.customerId}, ${context.now}, ${context.userId}, n.id, ${context.userId}
      from notify n where n.id = any(${ids}::bigint[]) and ${reaches(context)}
      on conflict do nothing returning "notifyId"
    )
    update notify n set "readCount" = coalesce(n."readCount", 0) + 1 from read where n.id = read."notifyId"`.execute(
    context.tx,
  )
  return null
}

type Notice = RowOf<typeof notify>

async function publish(context: Context, notice: Notice) {
  if (notice.expireTime !== null && notice.expireTime <= context.now) throw invalid({ expireTime: 'endBeforeStart' })
  return { publishTime: context.now }
}

export const notifyRules: RulesWithActions<typeof notify> = {
  async beforeSave(_context, row) {
    guardRecipients(row)
  },
  async beforeRemove(context, row) {
    await sql`delete from notifyread where "notifyId" = ${row.id}`.execute(context.tx)
  },
  actions: { publish, withdraw: async () => undefined },
}
