/** Password reset for another user, shown once to the requester. */
import { user } from '#contract/system/user.ts'
import type { Context } from '../../db/connection/context.ts'
import { saveRecord } from '../records.ts'
import { makePassword } from './passwords.ts'

/** Uses the regular user update: permission check, hashing, session end, audit. */
export async function resetPassword(context: Context, id: number): Promise<{ readonly password: string }> {
  const password = makePassword()
  await saveRecord(context, user, { id, password })
  return { password }
}
