/** Authenticator app (TOTP): two-step enrolment, removal by owner or administrator. */
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { AnswerOf } from '#contract/schema/call.ts'
import type {
  authenticatorBegin,
  authenticatorConfirm,
  authenticatorState as state,
} from '#contract/system/authenticator.ts'
import { user } from '#contract/system/user.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { load } from '../../db/records/store.ts'
import { writeAudit } from '../basis/audit.ts'
import { newRecoveryCodes, newSecret, stepOf } from './authenticatorCodes.ts'
import { guarded } from './loginThrottle.ts'
import { provePassword } from './provePassword.ts'
import { endSessionsOfUser } from './tokens.ts'
import { mustCover } from './user.ts'

async function ownerOf({ tx, userId }: Context) {
  const users = tx.selectFrom('user').select('id').where('isDeleted', '=', false)
  const owner = await users.where('id', '=', userId ?? 0).executeTakeFirst()
  if (!owner) throw new AppError('unauthorized')
  return owner
}

async function note(context: Context, userId: number, since: string | null): Promise<void> {
  await sql`
    update "user" set "authenticatorSince" = ${since}, "updatedAt" = now(), "updatedBy" = ${context.userId},
      "rowVersion" = "rowVersion" + 1 where id = ${userId}`.execute(context.tx)
  const [old, now] = since === null ? ['…', '—'] : ['—', since]
  await writeAudit(context, 'user', String(userId), 'UPDATE', `authenticatorSince: ${old} → ${now}`)
}

async function forget(db: Database, userId: number): Promise<boolean> {
  await db.deleteFrom('recoverycode').where('userId', '=', userId).execute()
  const { rows } = await sql<{ confirmed: boolean }>`
    delete from authenticatorapp where "userId" = ${userId} returning "confirmedAt" is not null as confirmed`.execute(
    db,
  )
  return rows[0]?.confirmed === true
}

export async function authenticatorState(context: Context): Promise<AnswerOf<typeof state>> {
  const { rows } = await sql<AnswerOf<typeof state>>`
    select u."authenticatorSince" as since,
      (select count(*)::int from recoverycode where "userId" = u.id) as "recoveryCodesLeft"
    from "user" u where u.id = ${context.userId}`.execute(context.tx)
  return rows[0] ?? { since: null, recoveryCodesLeft: 0 }
}

/**
 * Creates a pending secret, effective once the app proves it.
 * @throws AppError wrongPassword, wrongState
 */
export async function beginAuthenticator(
  context: Context,
  password: string,
): Promise<AnswerOf<typeof authenticatorBegin>> {
  const { id, loginName } = await provePassword(context, 'password', password)
  const made = newSecret(loginName)
  const { rows } = await sql`
    insert into authenticatorapp ("userId", secret) values (${id}, ${made.secret})
    on conflict ("userId") do update set secret = excluded.secret, "updatedAt" = now()
    where authenticatorapp."confirmedAt" is null returning id`.execute(context.tx)
  // Active enrolment must be removed first: viewing must never replace it.
  if (rows.length === 0) throw new AppError('wrongState')
  return { ...made }
}

/**
 * Activates the app; returns the recovery codes, once.
 * @throws AppError authenticatorWrong, tooMany
 */
export async function confirmAuthenticator(
  context: Context,
  code: string,
): Promise<AnswerOf<typeof authenticatorConfirm>> {
  const { id } = await ownerOf(context)
  const step = await guarded(context.tx, `authenticator:${id}`, '', async () => {
    const apps = context.tx.selectFrom('authenticatorapp').select('secret').where('userId', '=', id)
    const app = await apps.where('confirmedAt', 'is', null).executeTakeFirst()
    if (!app) throw new AppError('wrongState')
    return stepOf(app.secret, code.replace(/\s/g, ''), new Date())
  })
  if (step === null) throw new AppError('authenticatorWrong')
  return transact(context.tx, async tx => {
    const pending = tx.updateTable('authenticatorapp').where('userId', '=', id).where('confirmedAt', 'is', null)
    const confirmed = pending.set({ confirmedAt: context.now, lastStep: step }).returning('id')
    if (!(await confirmed.executeTakeFirst())) throw new AppError('wrongState')
    await note({ ...context, tx }, id, context.now)
    return { recoveryCodes: await newRecoveryCodes(tx, id) }
  })
}

/**
 * Removes the caller's app.
 * @throws AppError wrongPassword, tooMany, wrongState without an app
 */
export async function removeAuthenticator(context: Context, password: string): Promise<null> {
  const { id } = await provePassword(context, 'password', password)
  return transact(context.tx, async tx => {
    if (!(await forget(tx, id))) throw new AppError('wrongState')
    await note({ ...context, tx }, id, null)
    return null
  })
}

/** Removes another user's lost app; ends sessions a finder may hold. */
export async function resetAuthenticator(context: Context, id: number): Promise<null> {
  const row = await load(context, user, id)
  if (id !== context.userId) await mustCover(context, row.roleIds)
  if (!(await forget(context.tx, id))) throw new AppError('wrongState')
  await note(context, id, null)
  await endSessionsOfUser(context.tx, id)
  return null
}
