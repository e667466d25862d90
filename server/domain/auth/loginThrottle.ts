/** Login throttle: failures by account and address. */
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { Database } from '../../db/connection/context.ts'
import { networkOf } from './networks.ts'

const maxWaitMs = 15 * 60
const freeFailures = 3
// Queue limit per key; further guesses are rejected uncounted.
const maxLineLength = 100
const pictureSeconds = 15 * 60
/** Seconds during which failures count, by address or account. */
const weighSeconds = 3600
const freeAccounts = 5
const freeByCredit = 10
const freeElsewhere = 10
const knownDays = 90

const growing = (excess: number) => (excess <= 0 ? 0 : Math.min(2 ** Math.min(excess, 30), maxWaitMs))

/** Delay in seconds after the nth consecutive failure. */
export const waitAfter = (failures: number): number => growing(failures - freeFailures + 1)

/** Delay in seconds of an address; known accounts give half credit. */
export function addressDelay(failed: number, known: number): number {
  const free = freeAccounts + Math.min(freeByCredit, Math.floor(known / 2))
  return growing(failed - free + 1)
}

/** Delay in seconds of an account at unknown addresses. */
export const accountDelay = (failures: number): number => growing(failures - freeElsewhere + 1)

interface Line {
  length: number
  last: Promise<unknown>
}

const lines = new Map<string, Line>()

/** Queue per key: parallel guesses would otherwise all see the same count. */
async function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { length: 0, last: Promise.resolve() }
  if (line.length >= maxLineLength) throw new AppError('tooMany', { seconds: 1 })
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

interface Tally {
  readonly count: number
  readonly passed: number | null
}

const left = (wait: number, { passed }: Tally) => (passed === null ? 0 : Math.ceil(wait - passed))

function refuseEarly(...seconds: readonly number[]): void {
  const longest = Math.max(...seconds)
  if (longest > 0) throw new AppError('tooMany', { seconds: longest })
}

async function note(db: Database, account: string, network: string, isRight: boolean): Promise<void> {
  if (isRight) await sql`delete from "loginfailure" where "account" = ${account} and "address" = ${network}`.execute(db)
  else
    await sql`
      insert into "loginfailure" ("account", "address", "failures", "lastAt")
      values (${account}, ${network}, 1, clock_timestamp())
      on conflict ("account", "address")
      do update set "failures" = "loginfailure"."failures" + 1, "lastAt" = clock_timestamp()`.execute(db)
}

async function tallyOf(db: Database, account: string, network: string): Promise<Tally> {
  const { rows } = await sql<Tally>`
    select "failures" as count, extract(epoch from clock_timestamp() - "lastAt")::float8 as passed
    from "loginfailure" where "account" = ${account} and "address" = ${network}`.execute(db)
  return rows[0] ?? { count: 0, passed: null }
}

/** Throttled check; null is failure. Takes the database: counts survive rollback. */
export function guarded<T>(
  db: Database,
  account: string,
  address: string,
  check: () => Promise<T | null>,
  wait: (failures: number) => number = waitAfter,
): Promise<T | null> {
  const network = networkOf(address)
  return inLine(`${network} ${account}`, async () => {
    const tally = await tallyOf(db, account, network)
    refuseEarly(left(wait(tally.count), tally))
    const result = await check()
    await note(db, account, network, result !== null)
    return result
  })
}

interface Standing {
  readonly pair: Tally
  readonly address: Tally
  readonly account: Tally
  readonly known: number
  readonly needsPicture: boolean
}

async function isKnown(db: Database, account: string, network: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from "loginorigin" where "account" = ${account} and "address" = ${network}
      and "lastAt" > now() - make_interval(days => ${knownDays})`.execute(db)
  return rows.length > 0
}

async function standingOf(db: Database, account: string, network: string): Promise<Standing> {
  const { rows } = await sql<Standing>`
    with failure as (
      select "failures" as count, "account" = ${account} as "isAccount", "address" = ${network} as "isAddress",
        extract(epoch from clock_timestamp() - "lastAt")::float8 as passed
      from "loginfailure" where "account" = ${account} or "address" = ${network}
    )
    select
      (select json_build_object('count', coalesce(sum(count), 0), 'passed', min(passed))
        from failure where "isAccount" and "isAddress") as pair,
      (select json_build_object('count', count(*), 'passed', min(passed))
        from failure where "isAddress" and passed < ${weighSeconds}) as address,
      (select json_build_object('count', coalesce(sum(count), 0), 'passed', min(passed))
        from failure where "isAccount" and passed < ${weighSeconds}) as account,
      (select count(*)::int from "loginorigin" where "address" = ${network}
        and "lastAt" > now() - make_interval(days => ${knownDays})) as known,
      (select coalesce(sum(count) filter (where "isAccount"), 0) >= ${freeFailures}
        or coalesce(sum(count) filter (where "isAddress"), 0) >= ${freeFailures}
        from failure where passed < ${pictureSeconds}) as "needsPicture"`.execute(db)
  return rows[0] as Standing
}

async function remember(db: Database, account: string, network: string): Promise<void> {
  await sql`
    insert into "loginorigin" ("account", "address", "lastAt") values (${account}, ${network}, clock_timestamp())
    on conflict ("account", "address") do update set "lastAt" = excluded."lastAt"`.execute(db)
}

/** Throttled sign-in; known pairs skip address and account limits. `check` receives the captcha duty. */
export async function guardedSignIn<T>(
  db: Database,
  account: string,
  address: string,
  check: (needsPicture: boolean) => Promise<T | null>,
): Promise<T | null> {
  const network = networkOf(address)
  const known = await isKnown(db, account, network)
  return inLine(known ? `${network} ${account}` : network, async () => {
    const standing = await standingOf(db, account, network)
    const { pair } = standing
    refuseEarly(
      left(waitAfter(pair.count), pair),
      known ? 0 : left(addressDelay(standing.address.count, standing.known), standing.address),
      known ? 0 : left(accountDelay(standing.account.count), standing.account),
    )
    const failedHere = pair.count >= freeFailures && (pair.passed ?? pictureSeconds) < pictureSeconds
    const result = await check(known ? failedHere : standing.needsPicture)
    await note(db, account, network, result !== null)
    if (result !== null) await remember(db, account, network)
    return result
  })
}

export async function forgetAttempts(db: Database): Promise<void> {
  await sql`delete from "loginfailure" where "lastAt" < now() - interval '1 day'`.execute(db)
  await sql`delete from "loginflood" where "startedAt" < now() - interval '1 hour'`.execute(db)
  await sql`delete from "loginorigin" where "lastAt" < now() - make_interval(days => ${knownDays})`.execute(db)
}
