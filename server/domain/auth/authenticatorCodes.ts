/** What an authenticator app shows (RFC 6238: six digits, new every half minute) and the codes that stand in for it. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '../../db/connection/context.ts'
import { hashPassword, passwordFits } from './passwords.ts'

const issuer = 'Lotline'
const secretBytes = 20
/** Clocks of phones differ: the half minute before and the one after count too. */
const window = 1
const recoveryCodes = 10
const recoveryLength = 10
// Without letters and digits that look alike.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const appOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) })

/** A secret as an app takes it by hand, and as an address that it reads from a picture or a link. */
export function newSecret(loginName: string): { readonly secret: string; readonly uri: string } {
  const secret = new Secret({ size: secretBytes }).base32
  return { secret, uri: appOf(secret, loginName).toString() }
}

/** The half minute, counted from 1970, whose code this is; null when it is that of none near now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const app = appOf(secret)
  const timestamp = now.getTime()
  const delta = app.validate({ token: code, timestamp, window })
  return delta === null ? null : app.counter({ timestamp }) + delta
}

/** Codes are typed from paper: blanks, dashes and capitals do not count. */
const typed = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')

const newRecoveryCode = () =>
  Array.from({ length: recoveryLength }, () => letters[randomInt(letters.length)])
    .join('')
    .replace(/^(.{5})/, '$1-')

/** New recovery codes of a user, told this once; what he had before is void. */
export async function newRecoveryCodes(db: Database, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  const hashes = await Promise.all(codes.map(code => hashPassword(typed(code))))
  await sql`delete from recoverycode where "userId" = ${userId}`.execute(db)
  await sql`
    insert into recoverycode ("userId", hash)
    select ${userId}::bigint, hash from unnest(${hashes}::text[]) as hash`.execute(db)
  return codes
}

/** Uses a code up that the app shows now, with those before it; false when it is wrong or was used. */
async function spendAppCode(db: Database, userId: number, code: string): Promise<boolean> {
  const { rows } = await sql<{ secret: string }>`
    select secret from authenticatorapp where "userId" = ${userId} and "confirmedAt" is not null`.execute(db)
  const step = rows[0] ? stepOf(rows[0].secret, code, new Date()) : null
  if (step === null) return false
  // Of two that give the same code at once, one comes first.
  const spent = await sql`
    update authenticatorapp set "lastStep" = ${step} where "userId" = ${userId} and "confirmedAt" is not null
      and coalesce("lastStep", 0) < ${step} returning id`.execute(db)
  return spent.rows.length > 0
}

async function spendRecoveryCode(db: Database, userId: number, code: string): Promise<boolean> {
  const { rows } = await sql<{ id: number; hash: string }>`
    select id, hash from recoverycode where "userId" = ${userId} order by id`.execute(db)
  for (const { id, hash } of rows) {
    if (!(await passwordFits(hash, typed(code)))) continue
    const spent = await sql`delete from recoverycode where id = ${id} returning id`.execute(db)
    return spent.rows.length > 0
  }
  return false
}

/** Uses a code of the app or a recovery code up; says which it was, null when it fits nothing that is left. */
export async function spendCode(db: Database, userId: number, code: string): Promise<'app' | 'recovery' | null> {
  if (/^\d{6}$/.test(typed(code))) return (await spendAppCode(db, userId, typed(code))) ? 'app' : null
  // Anything else is looked at only if it could be one: each look costs a tenth of a second.
  if (typed(code).length !== recoveryLength) return null
  return (await spendRecoveryCode(db, userId, code)) ? 'recovery' : null
}
