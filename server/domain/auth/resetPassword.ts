/** A new random password for somebody else, told once to who asked for it. */
import { user } from '../../../src/contract/system/user.ts'
import type { Context } from '../../db/connection/context.ts'
import { saveRecord } from '../records.ts'
import { makePassword } from './passwords.ts'

/** Goes the way of any change of a user: rights covered, password hashed, sessions ended, audited. */
export async function resetPassword(context: Context, id: number): Promise<{ readonly password: string }> {
  const password = makePassword()
  await saveRecord(context, user, { id, password })
  return { password }
}
