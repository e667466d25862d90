/** Second sign-in step: a single-purpose token awaits a code. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { RefusalName } from '#contract/schema/answer.ts'
import { AppError } from '#contract/schema/answer.ts'
import type { Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { spendCode } from './authenticatorCodes.ts'
import { guarded } from './loginThrottle.ts'
import { hashToken, secondsOf } from './tokens.ts'

const pendingMinutes = 10
const maxAttempts = 5

/** Source of the code; sent codes differ in channel only. */
export type StepKind = 'PHONE' | 'AUTHENTICATOR'

/** Stored form of a sent code, bound to its sign-in. */
export const answerOf = (pending: string, code: string) => hashToken(`${pending}:${code}`)

/** Pending sign-in; its token grants nothing else. */
export async function beginStep(db: Database, userId: number, kind: StepKind): Promise<string> {
  const pending = randomBytes(32).toString('base64url')
  await sql`
    insert into verification (kind, handle, "userId", attempts, "expiresAt")
    values (${kind}, ${hashToken(pending)}, ${userId}, 0, now() + make_interval(mins => ${pendingMinutes}))`.execute(db)
  return pending
}

export interface StepOutcome {
  readonly by: 'phone' | 'app' | 'recovery' | null
  readonly refusal: RefusalName
}

/** Sent codes are consumed on success; the attempt count survives the refusal. */
function completeSent(db: Database, pending: string, code: string): Promise<StepOutcome> {
  return transact(db, async tx => {
    const { rows } = await sql<{ id: number; answer: string | null; tries: boolean | null }>`
      update verification set attempts = attempts + 1 where handle = ${hashToken(pending)}
      returning id, answer, attempts <= ${maxAttempts}
        and "sentAt" > clock_timestamp() - make_interval(secs => ${secondsOf(process.env.PHONE_CODE_TTL, 300)}) as tries`.execute(
      tx,
    )
    const [found] = rows
    const fits = found?.tries === true && found.answer === answerOf(pending, code)
    if (fits) await tx.deleteFrom('verification').where('id', '=', found.id).execute()
    return { by: fits ? 'phone' : null, refusal: 'phoneCodeWrong' }
  })
}

/** App codes are guessable across sign-ins: failures count per account. */
async function completeByApp(db: Database, userId: number, pending: string, code: string): Promise<StepOutcome> {
  const by = await guarded(db, `authenticator:${userId}`, '', async () => {
    const { rows } = await sql<{ tries: boolean }>`
      update verification set attempts = attempts + 1 where handle = ${hashToken(pending)}
      returning attempts <= ${maxAttempts} as tries`.execute(db)
    if (rows[0]?.tries !== true) return null
    const spent = await spendCode(db, userId, code)
    if (spent) await db.deleteFrom('verification').where('handle', '=', hashToken(pending)).execute()
    return spent
  })
  return { by, refusal: 'authenticatorWrong' }
}

interface Waiting {
  readonly userId: number
  readonly kind: StepKind
}

async function waitingUnder(db: Database, pending: string): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select "userId", kind from verification where kind in ('PHONE', 'AUTHENTICATOR')
      and handle = ${hashToken(pending)} and "expiresAt" > now()`.execute(db)
  if (!rows[0]) throw new AppError('unauthorized')
  return rows[0]
}

/**
 * User of a pending sign-in.
 * @throws AppError unauthorized if none
 */
export const userOfStep = async (db: Database, pending: string): Promise<number> =>
  (await waitingUnder(db, pending)).userId

/**
 * Completes a pending sign-in with a valid code.
 * @throws AppError unauthorized without a pending sign-in, tooMany after wrong app codes
 */
export async function completeStep(db: Database, pending: string, code: string): Promise<StepOutcome> {
  const { userId, kind } = await waitingUnder(db, pending)
  return kind === 'PHONE' ? completeSent(db, pending, code) : completeByApp(db, userId, pending, code)
}
