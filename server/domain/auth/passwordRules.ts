/** Rules for new passwords, and the history of earlier ones. */
import { sql } from 'kysely'
import type { Context, Database } from '../../db/connection/context.ts'
import { settingOf } from '../settings/settings.ts'
import { isCommon } from './commonPasswords.ts'
import { passwordFits } from './passwords.ts'

export type PasswordKind = 'password' | 'operationPassword'

/** A person as far as his passwords go; both hashed. */
export interface PasswordOwner {
  readonly id: number | null
  readonly loginName: string
  readonly password: string | null
  readonly operationPassword: string | null
}

/** Former passwords that count as used. */
const remembered = 5

const other = { password: 'operationPassword', operationPassword: 'password' } as const

async function isUsed({ tx }: Context, owner: PasswordOwner, kind: PasswordKind, password: string): Promise<boolean> {
  const { rows } = await sql<{ hash: string }>`
    select hash from passwordhistory where "userId" = ${owner.id} and kind = ${kind} order by id desc limit ${remembered}`.execute(
    tx,
  )
  for (const hash of [owner[kind], ...rows.map(row => row.hash)])
    if (hash !== null && (await passwordFits(hash, password))) return true
  return false
}

/** The fault of a new password; null where there is none. Common and used ones are refused where the setting says so. */
export async function faultOfPassword(
  context: Context,
  owner: PasswordOwner,
  kind: PasswordKind,
  password: string,
): Promise<'passwordsAlike' | 'passwordCommon' | 'passwordUsed' | null> {
  const counterpart = owner[other[kind]]
  if (counterpart !== null && (await passwordFits(counterpart, password))) return 'passwordsAlike'
  if ((await settingOf(context, 'passwordRule')) !== 'STRICT') return null
  if (isCommon(password, [owner.loginName])) return 'passwordCommon'
  return owner.id !== null && (await isUsed(context, owner, kind, password)) ? 'passwordUsed' : null
}

/** Keeps the hash of a password that is being replaced, whether or not reuse is refused at the moment. */
export async function rememberPassword(tx: Database, owner: PasswordOwner, kind: PasswordKind): Promise<void> {
  if (owner.id === null || owner[kind] === null) return
  await sql`
    insert into passwordhistory ("userId", kind, hash) values (${owner.id}, ${kind}, ${owner[kind]})`.execute(tx)
  await sql`
    delete from passwordhistory where "userId" = ${owner.id} and kind = ${kind} and id not in (
      select id from passwordhistory where "userId" = ${owner.id} and kind = ${kind}
      order by id desc limit ${remembered})`.execute(tx)
}

/** Audit text of a changed password: never the old or new value. */
export const passwordChange = (kind: PasswordKind, owner: PasswordOwner): string =>
  `${kind}: ${owner[kind] === null ? '—' : '****'} → ****`
