/** Second-factor codes by phone or e-mail, each bound to its sign-in. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { AppError, invalid } from '#contract/schema/answer.ts'
import type { Context, Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { canMail, mailCode } from './mailCodes.ts'
import { answerOf } from './secondFactor.ts'
import { canSend, sendCode } from './shortMessages.ts'
import { hashToken } from './tokens.ts'

const pauseSeconds = 60
const maxADay = 10

export type Way = 'PHONE' | 'EMAIL'

interface Reachable {
  readonly phone: string | null
  readonly email: string | null
}

/** Available channels, default first; if empty, sending explains why. */
export function waysTo({ phone, email }: Reachable): readonly Way[] {
  const byPhone = phone && canSend()
  const byMail = email && canMail()
  return byMail ? (byPhone ? ['PHONE', 'EMAIL'] : ['EMAIL']) : ['PHONE']
}

interface Pending extends Reachable {
  readonly id: number
  readonly userId: number
}

/** Flood limits per account, over all its pending sign-ins; locks the account. */
async function refuseFlood(tx: Database, { userId }: Pending, address: string): Promise<void> {
  const { rows } = await sql<{ sent: number; passed: number | null }>`
    select greatest(count(*) filter (where "userId" = ${userId}), count(*) filter (where address = ${address}))::int
      as sent, extract(epoch from clock_timestamp() - max("createdAt") filter (where "userId" = ${userId}))::float8
      as passed
    from phonecode where ("userId" = ${userId} or address = ${address})
      and "createdAt" > now() - interval '1 day'`.execute(tx)
  const { sent = 0, passed = null } = rows[0] ?? {}
  if (passed !== null && passed < pauseSeconds)
    throw new AppError('tooMany', { seconds: Math.ceil(pauseSeconds - passed) })
  if (sent >= maxADay) throw new AppError('tooMany', { seconds: 3600 })
}

/**
 * Sends a code for a pending sign-in; invalidates the previous one.
 * @throws AppError unauthorized, tooMany, smsUnavailable, mailUnavailable
 */
export async function sendPhoneCode(
  context: Context,
  pending: string,
  by: unknown = 'PHONE',
): Promise<{ readonly nextAfterSeconds: number }> {
  if (by !== 'PHONE' && by !== 'EMAIL') throw invalid({ by: 'option' })
  // Outside the transaction: a slow gateway must not lock the account. Failures count, against floods.
  const { to, code } = await newCode(context, pending, by)
  await (by === 'PHONE' ? sendCode : mailCode)(context, to, code)
  return { nextAfterSeconds: pauseSeconds }
}

function newCode(context: Context, pending: string, by: Way): Promise<{ readonly to: string; readonly code: string }> {
  return transact(context.tx, async tx => {
    const { rows } = await sql<Pending>`
      select v.id, v."userId", u.phone, u.email
      from verification v join "user" u on u.id = v."userId" and not u."isDeleted"
      where v.kind = 'PHONE' and v.handle = ${hashToken(pending)} and v."expiresAt" > now()
      for no key update`.execute(tx)
    const [found] = rows
    if (!found) throw new AppError('unauthorized')
    const to = by === 'PHONE' ? found.phone : found.email
    if (!to || !(by === 'PHONE' ? canSend() : canMail()))
      throw new AppError(by === 'PHONE' ? 'smsUnavailable' : 'mailUnavailable')
    await refuseFlood(tx, found, context.ip)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await sql`
      update verification set answer = ${answerOf(pending, code)}, attempts = 0, "sentAt" = clock_timestamp()
      where id = ${found.id}`.execute(tx)
    await sql`
      insert into phonecode ("userId", address, "createdAt")
      values (${found.userId}, ${context.ip}, clock_timestamp())`.execute(tx)
    return { to, code }
  })
}
