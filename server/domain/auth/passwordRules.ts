/** Rules for new passwords, with password history. */
import { sql } from 'kysely'
import type { Context, Database } from '../../db/connection/context.ts'
import { settingOf } from '../settings/settings.ts'
import { isCommon } from './commonPasswords.ts'
import { isPasswordCorrect } from './passwords.ts'

export type PasswordKind = 'password' | 'operationPassword'

export interface PasswordOwner {
  readonly id: number | null
  readonly loginName: string
  readonly password: string | null
  readonly operationPassword: string | null
}

/** History length: former passwords that count as reused. */
const remembered = 5

const other = { password: 'operationPassword', operationPassword: 'password' } as const

async function isUsed({ tx }: Context, owner: PasswordOwner, kind: PasswordKind, password: string): Promise<boolean> {
  const { rows } = await sql<{ hash: string }>`
    select hash from passwordhistory where "userId" = ${owner.id} and kind = ${kind} order by id desc limit ${remembered}`.execute(
    tx,
  )
  for (const hash of [owner[kind], ...rows.map(row => row.hash)])
    if (hash !== null && (await isPasswordCorrect(hash, password))) return true
  return false
}

export async function faultOfPassword(
  context: Context,
  owner: PasswordOwner,
  kind: PasswordKind,
  password: string,
): Promise<'passwordsAlike' | 'passwordCommon' | 'passwordUsed' | null> {
  const counterpart = owner[other[kind]]
  if (counterpart !== null && (await isPasswordCorrect(counterpart, password))) return 'passwordsAlike'
  if ((await settingOf(context, 'passwordRule')) !== 'STRICT') return null
  if (isCommon(password, [owner.loginName])) return 'passwordCommon'
  return owner.id !== null && (await isUsed(context, owner, kind, password)) ? 'passwordUsed' : null
}

/** Adds the replaced hash to the history, even while reuse is allowed. */
export async function rememberPassword(tx: Database, owner: PasswordOwner, kind: PasswordKind): Promise<void> {
  if (owner.id === null || owner[kind] === null) return
  await sql`
    insert into passwordhistory ("userId", kind, hash) values (${owner.id}, ${kind}, ${owner[kind]})`.execute(tx)
  await sql`
    delete from passwordhistory where "userId" = ${owner.id} and kind = ${kind} and id not in (
      select id from passwordhistory where "userId" = ${owner.id} and kind = ${kind}
      order by id desc limit ${remembered})`.execute(tx)
}

/** Audit text of a password change, without either value. */
export const passwordChange = (kind: PasswordKind, owner: PasswordOwner): string =>
  `${kind}: ${owner[kind] === null ? '—' : '****'} → ****`
