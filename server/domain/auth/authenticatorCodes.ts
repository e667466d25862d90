/** TOTP codes (RFC 6238: six digits, 30 s) and recovery codes. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '../../db/connection/context.ts'
import { hashPassword, isPasswordCorrect } from './passwords.ts'

const issuer = 'Lotline'
const secretBytes = 20
/** Clock drift tolerance: one step before and after. */
const window = 1
const recoveryCodes = 10
const recoveryLength = 10
// Alphabet without look-alike characters.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const appOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) })

export function newSecret(loginName: string): { readonly secret: string; readonly uri: string } {
  const secret = new Secret({ size: secretBytes }).base32
  return { secret, uri: appOf(secret, loginName).toString() }
}

/** Time step (30 s since 1970) of a code, or null. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const app = appOf(secret)
  const timestamp = now.getTime()
  const delta = app.validate({ token: code, timestamp, window })
  return delta === null ? null : app.counter({ timestamp }) + delta
}

const typed = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')

const newRecoveryCode = () =>
  Array.from({ length: recoveryLength }, () => letters[randomInt(letters.length)])
    .join('')
    .replace(/^(.{5})/, '$1-')

/** New recovery codes, returned once; invalidates the previous ones. */
export async function newRecoveryCodes(db: Database, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  const hashes = await Promise.all(codes.map(code => hashPassword(typed(code))))
  await db.deleteFrom('recoverycode').where('userId', '=', userId).execute()
  await db
    .insertInto('recoverycode')
    .values(hashes.map(hash => ({ userId, hash })))
    .execute()
  return codes
}

/** Consumes an app code and earlier ones; false if wrong or used. */
async function spendAppCode(db: Database, userId: number, code: string): Promise<boolean> {
  const apps = db.selectFrom('authenticatorapp').select('secret').where('userId', '=', userId)
  const app = await apps.where('confirmedAt', 'is not', null).executeTakeFirst()
  const step = app ? stepOf(app.secret, code, new Date()) : null
  if (step === null) return false
  // Race guard: only one of two concurrent uses succeeds.
  const spent = await sql`
    update authenticatorapp set "lastStep" = ${step} where "userId" = ${userId} and "confirmedAt" is not null
      and coalesce("lastStep", 0) < ${step} returning id`.execute(db)
  return spent.rows.length > 0
}

async function spendRecoveryCode(db: Database, userId: number, code: string): Promise<boolean> {
  const codes = db.selectFrom('recoverycode').select(['id', 'hash']).where('userId', '=', userId)
  for (const { id, hash } of await codes.orderBy('id').execute())
    if (await isPasswordCorrect(hash, typed(code)))
      return (await db.deleteFrom('recoverycode').where('id', '=', id).returning('id').execute()).length > 0
  return false
}

/** Consumes an app or recovery code; returns which, or null. */
export async function spendCode(db: Database, userId: number, code: string): Promise<'app' | 'recovery' | null> {
  if (/^\d{6}$/.test(typed(code))) return (await spendAppCode(db, userId, typed(code))) ? 'app' : null
  // Length check first: each hash comparison costs 0.1 s.
  if (typed(code).length !== recoveryLength) return null
  return (await spendRecoveryCode(db, userId, code)) ? 'recovery' : null
}
