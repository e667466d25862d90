/** Wrong passwords per account and address: counted in the database, answered with a growing wait. */
import { sql } from 'kysely'
import { AppError } from '../../../src/contract/schema/answer.ts'
import type { Database } from '../../db/context.ts'

const longestWait = 15 * 60
const freeFailures = 3
// More guesses than this in line for one account and address are turned away without being counted.
const longestLine = 100

/** Seconds to wait after the nth wrong password in a row. */
export function waitAfter(failures: number): number {
  return failures < freeFailures ? 0 : Math.min(2 ** (failures - 2), longestWait)
}

interface Line {
  length: number
  last: Promise<unknown>
}

const lines = new Map<string, Line>()

/** One at a time per account and address: parallel guesses would otherwise all see the same count. */
async function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { length: 0, last: Promise.resolve() }
  if (line.length >= longestLine) throw new AppError('tooMany', { seconds: 1 })
  lines.set(key, line)
  line.length += 1
  const turn = line.last.then(work)
  line.last = turn.catch(() => undefined)
  try {
    return await turn
  } finally {
    line.length -= 1
    if (line.length === 0) lines.delete(key)
  }
}

async function secondsLeft(db: Database, account: string, address: string): Promise<number> {
  const { rows } = await sql<{ failures: number; passed: number }>`
    select "failures", extract(epoch from clock_timestamp() - "lastAt")::float8 as passed
    from "loginfailure" where "account" = ${account} and "address" = ${address}`.execute(db)
  const row = rows[0]
  return row ? Math.ceil(waitAfter(row.failures) - row.passed) : 0
}

/** Has this account, or whoever asks from this address, failed so often lately that a picture must be read first? */
export async function needsCaptcha(db: Database, account: string, address: string): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select coalesce(sum("failures") filter (where "account" = ${account}), 0) >= ${freeFailures}
      or coalesce(sum("failures") filter (where "address" = ${address}), 0) >= ${freeFailures} as needed
    from "loginfailure" where ("account" = ${account} or "address" = ${address})
      and "lastAt" > clock_timestamp() - make_interval(secs => ${longestWait})`.execute(db)
  return rows[0]?.needed === true
}

/**
 * Checks a password and counts what is wrong. `check` answers null for a wrong one; too many of those are refused
 * unread for a while, longer each time. Give the database itself, not a transaction: the count must outlive a refusal.
 */
export function guarded<T>(
  db: Database,
  account: string,
  address: string,
  check: () => Promise<T | null>,
): Promise<T | null> {
  return inLine(`${address} ${account}`, async () => {
    const seconds = await secondsLeft(db, account, address)
    if (seconds > 0) throw new AppError('tooMany', { seconds })
    const result = await check()
    if (result === null)
      await sql`
        insert into "loginfailure" ("account", "address", "failures", "lastAt")
        values (${account}, ${address}, 1, clock_timestamp())
        on conflict ("account", "address")
        do update set "failures" = "loginfailure"."failures" + 1, "lastAt" = clock_timestamp()`.execute(db)
    else await sql`delete from "loginfailure" where "account" = ${account} and "address" = ${address}`.execute(db)
    return result
  })
}

/** Drops counts that nobody added to for a day. */
export async function forgetAttempts(db: Database): Promise<void> {
  await sql`delete from "loginfailure" where "lastAt" < now() - interval '1 day'`.execute(db)
}
