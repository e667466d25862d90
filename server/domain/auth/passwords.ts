/** Passwords at rest: argon2id, checked in the same time whether the account exists or not. */
import { createHash, randomInt } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { fits } from '../../../src/contract/schema/patterns.ts'
import { turns } from '../basis/concurrencyLimit.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each hash takes 19 MiB, so a flood of sign-ins must not run them all at once.
const inTurn = turns(4)

/** The PHC string of a password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** The same hash for the same text and salt, as dear to guess at as a password. */
export async function slowHash(text: string, salt: string): Promise<string> {
  const raw = await inTurn(() => hashRaw(text, { ...cost, salt: createHash('sha256').update(salt).digest() }))
  return raw.toString('hex')
}

let dummy: Promise<string> | undefined

/** Does the password fit the stored hash? Without a hash it takes as long and says no. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('no account has this')
  const against = stored ?? (await dummy)
  return (await inTurn(() => verify(against, password))) && stored !== null
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A random password that fits the pattern and is easy to type from a screen. */
export function makePassword(length = 12): string {
  for (;;) {
    const password = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
    if (fits('PASSWORD', password)) return password
  }
}
