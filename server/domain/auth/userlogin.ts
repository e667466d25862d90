/** Sign-in log: one row per attempt, with manual session end. */
import { sql } from 'kysely'
import { AppError, type RefusalName } from '#contract/schema/answer.ts'
import type { userlogin } from '#contract/system/userlogin.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { endSession, hashToken } from './tokens.ts'

export type LoginResult = 'SUCCESS' | 'BAD_PASSWORD' | 'BAD_OPERATION' | 'BAD_CODE' | 'LOCKED' | 'EXPIRED'

export const resultOfRefusal: Readonly<Partial<Record<RefusalName, LoginResult>>> = {
  badCredentials: 'BAD_PASSWORD',
  captchaRequired: 'BAD_CODE',
  phoneCodeWrong: 'BAD_CODE',
  authenticatorWrong: 'BAD_CODE',
  tooMany: 'LOCKED',
  forbidden: 'LOCKED',
  unauthorized: 'EXPIRED',
}

export interface Attempt {
  readonly loginName: string
  readonly result: LoginResult
  readonly session?: string
  readonly failReason?: string
}

/** Logs an attempt; unknown names go to the first organisation. */
export async function logSignIn(context: Context, { loginName, result, session, failReason }: Attempt): Promise<void> {
  const { device, ip, now, tx } = context
  await sql`
    insert into userlogin ("customerId", "createdAt", "loginTime", "loginName", result, ip, "clientId", platform,
      "userAgent", "failReason", session, "createdBy")
    select coalesce((select "customerId" from "user" where "loginName" = ${loginName} and not "isDeleted"),
      (select min(id) from customer)), ${now}, ${now}, ${loginName.slice(0, 30)}, ${result}, ${ip},
      ${device?.clientId ?? null}, ${device?.platform ?? 'WEB'}, ${device?.userAgent ?? null}, ${failReason ?? null},
      ${session ?? null},
      (select id from "user" where "loginName" = ${loginName} and not "isDeleted")`.execute(tx)
}

export async function logSignOut(db: Database, accessToken: string): Promise<void> {
  await sql`
    update userlogin set "logoutTime" = now() where "logoutTime" is null and session = (
      select session from token where hash = ${hashToken(accessToken)})`.execute(db)
}

export const userloginRules: EntityHooksWithActions<typeof userlogin> = {
  actions: {
    /** Ends the session of a sign-in at once, channels included. */
    async end(context, row) {
      const logins = context.tx.selectFrom('userlogin').select('session').where('id', '=', row.id)
      const { session = null } = (await logins.executeTakeFirst()) ?? {}
      if (session === null || !(await endSession(context.tx, session))) throw new AppError('wrongState', row)
      return { logoutTime: context.now }
    },
  },
}
