/** Password hashing: argon2id, in constant time for unknown accounts. */
import { createHash, randomInt } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { fits } from '#contract/schema/patterns.ts'
import { limitConcurrency } from '../../db/connection/semaphore.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Memory bound: each hash takes 19 MiB, so floods must queue.
const inTurn = limitConcurrency(4)

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** Deterministic hash, as costly to guess as a password. */
export async function slowHash(text: string, salt: string): Promise<string> {
  const raw = await inTurn(() => hashRaw(text, { ...cost, salt: createHash('sha256').update(salt).digest() }))
  return raw.toString('hex')
}

let dummy: Promise<string> | undefined

/** Password check; as slow without a hash: accounts cannot be enumerated. */
export async function isPasswordCorrect(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('no account has this')
  const against = stored ?? (await dummy)
  return (await inTurn(() => verify(against, password))) && stored !== null
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

export function makePassword(length = 12): string {
  for (;;) {
    const password = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
    if (fits('PASSWORD', password)) return password
  }
}
