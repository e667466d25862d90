/** The second step of signing in: a code sent to the user's phone, bound to the sign-in it was asked for by. */
import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Context, Database } from '../../db/context.ts'
import { transact } from '../../db/open.ts'
import { canSend, sendCode } from './shortMessages.ts'
import { hashToken } from './tokens.ts'

const pendingMinutes = 10
const pauseSeconds = 60
const mostADay = 10
const mostAttempts = 5

/** Lifetime of a code in seconds, from the environment. */
function codeSeconds(): number {
  const seconds = Number(process.env.PHONE_CODE_TTL)
  return Number.isInteger(seconds) && seconds > 0 ? seconds : 300
}

const answerOf = (pending: string, code: string) => hashToken(`${pending}:${code}`)

/** A sign-in that waits for its code; the token is good for nothing else. */
export async function beginPhoneStep(db: Database, userId: number): Promise<string> {
  const pending = randomBytes(32).toString('base64url')
  await sql`
    insert into verification (kind, handle, "userId", attempts, "expiresAt")
    values ('PHONE', ${hashToken(pending)}, ${userId}, 0, now() + make_interval(mins => ${pendingMinutes}))`.execute(db)
  return pending
}

interface Pending {
  readonly id: number
  readonly userId: number
  readonly phone: string | null
}

/** The pause and the limit of a day are the account's, however many sign-ins of it wait; the account is held meanwhile. */
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
  if (sent >= mostADay) throw new AppError('tooMany', { seconds: 3600 })
}

/**
 * Sends a code for a sign-in that waits for one; an earlier code of it is void.
 * @throws AppError unauthorized, tooMany, smsUnavailable
 */
export async function sendPhoneCode(context: Context, pending: string): Promise<{ readonly nextAfterSeconds: number }> {
  // A gateway may take seconds, in which no account should be held; what it refuses counts as sent, so that it is not flooded.
  const { phone, code } = await newCode(context, pending)
  await sendCode(context, phone, code)
  return { nextAfterSeconds: pauseSeconds }
}

/** Makes a code and counts it as sent. */
function newCode(context: Context, pending: string): Promise<{ readonly phone: string; readonly code: string }> {
  return transact(context.tx, async tx => {
    const { rows } = await sql<Pending>`
      select v.id, v."userId", u.phone from verification v join "user" u on u.id = v."userId" and not u."isDeleted"
      where v.kind = 'PHONE' and v.handle = ${hashToken(pending)} and v."expiresAt" > now()
      for no key update`.execute(tx)
    const [found] = rows
    if (!found) throw new AppError('unauthorized')
    if (!found.phone || !canSend()) throw new AppError('smsUnavailable')
    await refuseFlood(tx, found, context.ip)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await sql`
      update verification set answer = ${answerOf(pending, code)}, attempts = 0, "sentAt" = clock_timestamp()
      where id = ${found.id}`.execute(tx)
    await sql`
      insert into phonecode ("userId", address, "createdAt")
      values (${found.userId}, ${context.ip}, clock_timestamp())`.execute(tx)
    return { phone: found.phone, code }
  })
}

/**
 * The user whose sign-in this code completes; null when the code is wrong, too old, or was tried too often. A code is
 * used up by fitting; the count of tries stays although the call is refused.
 * @throws AppError unauthorized when no sign-in waits under this token
 */
export async function completePhoneStep(
  db: Database,
  pending: string,
  code: string,
): Promise<{ readonly userId: number; readonly fits: boolean }> {
  return transact(db, async tx => {
    const { rows } = await sql<{ id: number; userId: number; answer: string | null; tries: boolean }>`
      update verification set attempts = attempts + 1
      where kind = 'PHONE' and handle = ${hashToken(pending)} and "expiresAt" > now()
      returning id, "userId", answer, attempts <= ${mostAttempts}
        and "sentAt" > clock_timestamp() - make_interval(secs => ${codeSeconds()}) as tries`.execute(tx)
    const [found] = rows
    if (!found) throw new AppError('unauthorized')
    const fits = found.tries === true && found.answer === answerOf(pending, code)
    if (fits) await sql`delete from verification where id = ${found.id}`.execute(tx)
    return { userId: found.userId, fits }
  })
}
