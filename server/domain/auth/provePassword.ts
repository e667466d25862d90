/** Re-authentication; failures are counted, audited and logged. */
import { AppError } from '#contract/schema/answer.ts'
import type { Context } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { writeAudit } from '../basis/audit.ts'
import { guarded, waitAfter } from './loginThrottle.ts'
import type { PasswordKind, PasswordOwner } from './passwordRules.ts'
import { isPasswordCorrect } from './passwords.ts'
import { type LoginResult, logSignIn } from './userlogin.ts'

const freeOperationFailures = 5
const operationWaitSeconds = 15 * 60

/** Delay in seconds after the nth wrong operation password. */
export const waitAfterOperation = (failures: number): number =>
  failures < freeOperationFailures ? 0 : operationWaitSeconds

export interface Proved extends PasswordOwner {
  readonly id: number
  readonly mustChangePassword: boolean | null
}

async function ownerOf({ tx, userId }: Context): Promise<Proved> {
  const owner = await tx
    .selectFrom('user')
    .select(['id', 'loginName', 'password', 'operationPassword', 'mustChangePassword'])
    .where('id', '=', userId ?? 0)
    .where('isDeleted', '=', false)
    .executeTakeFirst()
  if (!owner) throw new AppError('unauthorized')
  return owner
}

async function record(context: Context, owner: Proved, kind: PasswordKind, result: LoginResult): Promise<void> {
  await transact(context.tx, async tx => {
    const inside = { ...context, tx }
    await logSignIn(inside, { loginName: owner.loginName, result })
    if (result !== 'LOCKED') await writeAudit(inside, 'user', String(owner.id), 'DENIED', kind)
  })
}

/**
 * Checks the operation password (default: sign-in password); returns the caller. Takes the database: counts must
 * survive a rollback.
 * @throws AppError wrongPassword, tooMany
 */
export async function provePassword(context: Context, kind: PasswordKind, given: string): Promise<Proved> {
  const owner = await ownerOf(context)
  const isOperation = kind === 'operationPassword'
  const stored = isOperation ? (owner.operationPassword ?? owner.password) : owner.password
  const check = async () => ((await isPasswordCorrect(stored, given)) ? true : null)
  const guess = isOperation
    ? guarded(context.tx, `operation:${owner.id}`, '', check, waitAfterOperation)
    : guarded(context.tx, owner.loginName, context.ip, check, waitAfter)
  const isRight = await guess.catch(async error => {
    if (error instanceof AppError && error.refusal === 'tooMany') await record(context, owner, kind, 'LOCKED')
    throw error
  })
  if (isRight) return owner
  await record(context, owner, kind, isOperation ? 'BAD_OPERATION' : 'BAD_PASSWORD')
  throw new AppError('wrongPassword')
}
