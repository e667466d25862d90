/** The log of sign-ins: one row for every attempt, and when the session was ended by hand. */
import { sql } from 'kysely'
import { AppError, type RefusalName } from '../../../src/contract/schema/answer.ts'
import type { userlogin } from '../../../src/contract/system/userlogin.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import type { EntityHooksWithActions } from '../basis/hooks.ts'
import { endSession, hashToken } from './tokens.ts'

export type LoginResult = 'SUCCESS' | 'BAD_PASSWORD' | 'BAD_OPERATION' | 'BAD_CODE' | 'LOCKED' | 'EXPIRED'

/** What a refused sign-in is logged as; undefined for what is no attempt of anybody. */
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

/** Writes an attempt down, with the account's organisation; names nobody has are the first organisation's to see. */
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

/** Notes that the session of this access token was ended by its owner. */
export async function logSignOut(db: Database, accessToken: string): Promise<void> {
  await sql`
    update userlogin set "logoutTime" = now() where "logoutTime" is null and session = (
      select session from token where hash = ${hashToken(accessToken)})`.execute(db)
}

export const userloginRules: EntityHooksWithActions<typeof userlogin> = {
  actions: {
    /** Ends the session behind a sign-in, at once and wherever it is open: its channels hear of it in every process. */
    async end(context, row) {
      const { rows } = await sql<{ session: string | null }>`
        select session from userlogin where id = ${row.id}`.execute(context.tx)
      const session = rows[0]?.session ?? null
      if (session === null || !(await endSession(context.tx, session))) throw new AppError('wrongState', row)
      return { logoutTime: context.now }
    },
  },
}
