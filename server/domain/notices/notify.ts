/** Notices: draft, publication to recipients, reading, expiry. */
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '#contract/schema/answer.ts'
import type { DraftOf, RowOf } from '#contract/schema/entity.ts'
import { plainTextOf } from '#contract/schema/plainText.ts'
import { notify } from '#contract/system/notify.ts'
import type { NoticeMessage } from '#contract/system/realtime.ts'
import type { OwnNotice } from '#contract/system/session.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { notifyOfNotice, notifyReader } from '../../db/records/changes.ts'
import { write } from '../../db/records/store.ts'
import { sanitised } from '../../db/sanitise.ts'
import { changesOf, writeAudit } from '../basis/audit.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { localized } from '../basis/systemTexts.ts'

type NoticeDraft = DraftOf<typeof notify>

/** Condition: notice `n` is published, unexpired, and addressed to this user. */
const reaches = (user: RawBuilder<unknown>, customer: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  n.status = 'PUBLISHED' and n."customerId" = ${customer} and (n."expireTime" is null or n."expireTime" > now())
  and (n."targetType" = 'ALL'
    or n."targetType" = 'USER' and exists (select from "notify_userIds" t
      where t."ownerId" = n.id and t."targetId" = ${user})
    or n."targetType" = 'ROLE' and exists (select from "notify_roleIds" t
      join "user_roleIds" u on u."targetId" = t."targetId" where t."ownerId" = n.id and u."ownerId" = ${user})
    or n."targetType" = 'GROUP' and exists (select from "notify_groupIds" t
      join "user_groupIds" u on u."targetId" = t."targetId" where t."ownerId" = n.id and u."ownerId" = ${user}))`

export const reachesCaller = ({ userId, customerId }: Context) =>
  reaches(sql`${userId}::bigint`, sql`${customerId}::bigint`)

const maxNotices = 100

/** Notices of the caller, pinned first, with read state. */
export async function ownNotices(context: Context): Promise<readonly OwnNotice[]> {
  const { rows } = await sql<Omit<OwnNotice, 'html'> & { readonly createdBy: number | null }>`
    select n.id, n."createdBy", n.title, n."notifyType", n.content, n."isPinned", n."publishTime", n."expireTime",
      exists (select from notifyread r where r."notifyId" = n.id and r."userId" = ${context.userId}) as "isRead"
    from notify n where ${reachesCaller(context)}
    order by coalesce(n."isPinned", false) desc, n."publishTime" desc, n.id desc limit ${maxNotices}`.execute(
    context.tx,
  )
  // Plain text for the bell; opening shows the formatted notice.
  return rows
    .map(each => localized(context.locale, notify, each))
    .map(({ createdBy: _, ...row }) => ({
      ...row,
      content: plainTextOf(row.content),
      html: sanitised(row.content),
    }))
}

/** Marks notices as read by the caller; ignores foreign ones. */
export async function readNotices(context: Context, ids: readonly number[]): Promise<null> {
  if (context.userId !== null) await notifyReader(context.tx, context.userId)
  await sql`
    with read as (
      insert into notifyread ("customerId", "createdAt", "createdBy", "notifyId", "userId")
      select ${context.customerId}, ${context.now}, ${context.userId}, n.id, ${context.userId}
      from notify n where n.id = any(${ids}::bigint[]) and ${reachesCaller(context)}
      on conflict do nothing returning "notifyId"
    )
    update notify n set "readCount" = coalesce(n."readCount", 0) + 1 from read where n.id = read."notifyId"`.execute(
    context.tx,
  )
  return null
}

export interface Announced extends Omit<NoticeMessage, 'type'> {
  readonly customerId: number
  readonly isPublished: boolean
  readonly userIds: readonly number[]
}

export async function announcedNotice(db: Database, id: number, users: readonly number[]): Promise<Announced | null> {
  const { rows } = await sql<Announced>`
    select n.id, n.title, n."notifyType", coalesce(n."isPinned", false) as "isPinned", n."customerId",
      n.status = 'PUBLISHED' as "isPublished", array(select m.id from "user" m
        where m.id = any(${users}::bigint[]) and ${reaches(sql`m.id`, sql`m."customerId"`)}) as "userIds"
    from notify n where n.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function publishNotice(context: Context, values: NoticeDraft): Promise<void> {
  const said = { ...values, isPinned: false, readCount: 0, status: 'PUBLISHED', publishTime: context.now }
  // Written by nobody, even where a person ran the task.
  const row = await write({ ...context, userId: null }, notify, said)
  await writeAudit(context, notify.name, String(row.id), 'CREATE', changesOf(notify, null, row))
  await notifyOfNotice(context.tx, row.id)
}

type Notice = RowOf<typeof notify>

async function publish(context: Context, notice: Notice) {
  if (notice.expireTime !== null && notice.expireTime <= context.now) throw invalid({ expireTime: 'endBeforeStart' })
  await notifyOfNotice(context.tx, notice.id)
  return { publishTime: context.now }
}

async function withdraw(context: Context, notice: Notice): Promise<undefined> {
  await notifyOfNotice(context.tx, notice.id)
}

export const notifyRules: EntityHooksWithActions<typeof notify> = {
  async beforeRemove(context, row) {
    await context.tx.deleteFrom('notifyread').where('notifyId', '=', row.id).execute()
  },
  actions: { publish, withdraw },
}
