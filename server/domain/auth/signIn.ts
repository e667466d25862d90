/** Sessions: sign-in, renewal, sign-out, password change, bearer token lookup. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, invalid } from '#contract/schema/answer.ts'
import { fits } from '#contract/schema/patterns.ts'
import type { Grants } from '#contract/schema/permission.ts'
import { defaultCurrency } from '#contract/system/currency.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { everyCall } from '../../db/connection/preparedStatements.ts'
import { permissionVersion } from '../../db/schema/permissionVersion.ts'
import { writeAudit } from '../basis/audit.ts'
import { isCaptchaCorrect } from './captcha.ts'
import { isRefused } from './demoAccounts.ts'
import { guardedSignIn } from './loginThrottle.ts'
import { errorOfPassword, passwordChange, rememberPassword } from './passwordRules.ts'
import { hashPassword, isPasswordCorrect } from './passwords.ts'
import { grantsOf, rolesOf } from './permissions.ts'
import { type Way, waysTo } from './phoneCode.ts'
import { provePassword } from './provePassword.ts'
import { beginStep, completeStep, userOfStep } from './secondFactor.ts'
import {
  endSessionsOfUser,
  endTicketsOfUser,
  hashToken,
  type IssuedTokens,
  issueTokens,
  renewTokens,
} from './tokens.ts'
import { logSignIn, resultOfRefusal } from './userlogin.ts'

export interface SignedIn extends IssuedTokens {
  readonly LoginName: string
  readonly Name: string
  readonly UserId: number
  /** Password set by an administrator: blocks everything until changed. */
  readonly mustChangePassword?: true
}

export interface Session {
  readonly userId: number
  readonly session: string
  readonly customerId: number
  readonly timeZone: string
  readonly currency: string
  readonly grants: Grants
  readonly everyOrganisation: boolean
  /** Write scope; null means the whole organisation. */
  readonly writtenBy: 'GROUP' | 'SELF' | null
  readonly open: boolean
  readonly mustChangePassword: boolean
}

interface Account {
  readonly id: number
  readonly customerId: number
  readonly loginName: string
  readonly name: string
  readonly password: string | null
  readonly mustChangePassword: boolean | null
  readonly phoneCodeRequired: boolean | null
  readonly phone: string | null
  readonly email: string | null
  readonly hasAuthenticator: boolean
  readonly open: boolean
}

// Account, validity period and organisation are all active.
const isOpen = sql`(u."status" = 'ENABLED' and c."status" = 'ENABLED'
  and (u."validUntil" is null or u."validUntil" >= (now() at time zone c."timeZone")::date))`

async function accountWhere(db: Database, where: ReturnType<typeof sql>): Promise<Account | null> {
  const { rows } = await sql<Account>`
    select u."id", u."customerId", u."loginName", u."name", u."password", u."mustChangePassword", u."phoneCodeRequired",
      u.phone, u.email, u."authenticatorSince" is not null as "hasAuthenticator", ${isOpen} as open
    from "user" u join "customer" c on c."id" = u."customerId"
    where not u."isDeleted" and ${where}`.execute(db)
  return rows[0] ?? null
}

/** Session of a token, or null; read on every call. */
export async function sessionOf(
  db: Database,
  token: string,
  kind: 'ACCESS' | 'SOCKET' | 'FILES' = 'ACCESS',
): Promise<Session | null> {
  const { rows } = await sql<
    Omit<Session, 'grants'> & { roles: readonly number[]; rights: string | null }
  >`${sql.raw(everyCall)}
    select u."id" as "userId", t."session", u."customerId", c."timeZone",
      coalesce(c."currency", ${defaultCurrency}) as "currency", ${isOpen} as open, coalesce(u."mustChangePassword", false) as "mustChangePassword",
      r."everyOrganisation", r."writtenBy", r.roles, ${permissionVersion} as rights
    from "token" t
    join "user" u on u."id" = t."userId" and not u."isDeleted"
    join "customer" c on c."id" = u."customerId"
    cross join lateral (${rolesOf(sql.ref('u.id'))}) r
    where t."hash" = ${hashToken(token)} and t."kind" = ${kind} and t."expiresAt" > now()`.execute(db)
  if (!rows[0]) return null
  const { roles, rights, ...found } = rows[0]
  const grants = await grantsOf(db, roles, rights)
  if (grants === null) return sessionOf(db, token, kind)
  // Pending password change blocks channel and files; calls check by themselves.
  return { ...found, grants, open: found.open && (kind === 'ACCESS' || !found.mustChangePassword) }
}

/** Sign-in awaiting a code, passed as phoneCode from any source. */
export interface SecondStep {
  readonly phoneCodeRequired: true
  readonly refresh_token: string
  readonly codeBy?: readonly (Way | 'AUTHENTICATOR')[]
}

async function logged<T>(ctx: Context, loginName: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const result = error instanceof AppError ? resultOfRefusal[error.refusal] : undefined
    if (result) await logSignIn(ctx, { loginName, result })
    throw error
  }
}

const signedIn = (tokens: IssuedTokens, { id, loginName, name, mustChangePassword }: Account): SignedIn => ({
  ...tokens,
  LoginName: loginName,
  Name: name,
  UserId: id,
  ...(mustChangePassword ? { mustChangePassword } : {}),
})

async function enter(ctx: Context, account: Account, how = ''): Promise<SignedIn> {
  return transact(ctx.tx, async tx => {
    await sql`update "user" set "lastLoginAt" = now() where "id" = ${account.id}`.execute(tx)
    const session = randomUUID()
    const tokens = await issueTokens(tx, account.id, session)
    const as = { ...ctx, tx, userId: account.id, customerId: account.customerId }
    await logSignIn(as, { loginName: account.loginName, result: 'SUCCESS', session })
    await writeAudit(as, 'user', String(account.id), 'LOGIN', how)
    return signedIn(tokens, account)
  })
}

/** Account by name and password. Failures are indistinguishable, in timing too. */
async function recognise(ctx: Context, username: string, password: string, validCode: string): Promise<Account> {
  const account = await guardedSignIn(ctx.tx, username, ctx.ip, async needsPicture => {
    if (needsPicture && !(await isCaptchaCorrect(ctx.tx, validCode))) throw new AppError('captchaRequired')
    const found = await accountWhere(ctx.tx, sql`u."loginName" = ${username}`)
    const isCorrect = await isPasswordCorrect(found?.password ?? null, password)
    return isCorrect && found?.open && !isRefused(ctx, username, password) ? found : null
  })
  if (!account) throw new AppError('badCredentials')
  return account
}

async function stepOf(db: Database, account: Account): Promise<SecondStep | null> {
  if (account.hasAuthenticator) {
    const refresh_token = await beginStep(db, account.id, 'AUTHENTICATOR')
    return { phoneCodeRequired: true, refresh_token, codeBy: ['AUTHENTICATOR'] }
  }
  if (!account.phoneCodeRequired) return null
  const ways = waysTo(account)
  const refresh_token = await beginStep(db, account.id, 'PHONE')
  return { phoneCodeRequired: true, refresh_token, ...(ways.includes('EMAIL') ? { codeBy: ways } : {}) }
}

/**
 * Signs in by name and password, or returns the second step.
 * @throws AppError badCredentials, captchaRequired, tooMany
 */
export function signIn(
  ctx: Context,
  username: string,
  password: string,
  validCode: string,
): Promise<SignedIn | SecondStep> {
  return logged(ctx, username, async () => {
    const account = await recognise(ctx, username, password, validCode)
    return (await stepOf(ctx.tx, account)) ?? enter(ctx, account)
  })
}

/**
 * Completes a sign-in with a sent, app or recovery code.
 * @throws AppError phoneCodeWrong, authenticatorWrong, tooMany, unauthorized, forbidden
 */
export async function signInByCode(ctx: Context, pending: string, code: string): Promise<SignedIn> {
  const userId = await userOfStep(ctx.tx, pending)
  const account = await accountWhere(ctx.tx, sql`u."id" = ${userId}`)
  return logged(ctx, account?.loginName ?? '', async () => {
    const { by, refusal } = await completeStep(ctx.tx, pending, code)
    if (by === null) throw new AppError(refusal)
    if (!account?.open) throw new AppError('forbidden')
    return enter(ctx, account, by === 'recovery' ? 'recoveryCode' : '')
  })
}

export async function renew(ctx: Context, refreshToken: string): Promise<SignedIn> {
  const { userId, tokens } = await renewTokens(ctx.tx, refreshToken)
  const account = await accountWhere(ctx.tx, sql`u."id" = ${userId}`)
  if (!account?.open) throw new AppError('forbidden')
  return signedIn(tokens, account)
}

/**
 * Changes the caller's login (1) or operation (2) password. A new login password ends all other sessions.
 * @throws AppError wrongPassword, tooMany, invalid
 */
export async function changePassword(ctx: Context, type: unknown, oldPwd: string, newPwd: string): Promise<null> {
  if (type !== 1 && type !== 2) throw invalid({ type: 'option' })
  if (!fits('PASSWORD', newPwd)) throw invalid({ newPwd: 'PASSWORD' })
  const kind = type === 1 ? 'password' : 'operationPassword'
  const owner = await provePassword(ctx, kind, oldPwd)
  if (type === 2 && owner.mustChangePassword) throw new AppError('passwordChangeRequired')
  // Password set by an administrator is known to them.
  if (owner.mustChangePassword && newPwd === oldPwd) throw invalid({ newPwd: 'passwordUsed' })
  const fieldError = await errorOfPassword(ctx, owner, kind, newPwd)
  if (fieldError) throw invalid({ newPwd: fieldError })
  const hashed = await hashPassword(newPwd)
  return transact(ctx.tx, async tx => {
    const clears = type === 1 ? sql`, "mustChangePassword" = false` : sql``
    await sql`
      update "user" set ${sql.ref(kind)} = ${hashed}${clears}, "updatedAt" = now(), "updatedBy" = ${ctx.userId},
        "rowVersion" = "rowVersion" + 1
      where "id" = ${owner.id}`.execute(tx)
    await rememberPassword(tx, owner, kind)
    if (type === 1) await endSessionsOfUser(tx, owner.id, ctx.session)
    else await endTicketsOfUser(tx, owner.id)
    await writeAudit({ ...ctx, tx }, 'user', String(owner.id), 'PASSWORD', passwordChange(kind, owner))
    return null
  })
}
