/** Rate limit of sign-ins on all servers, before password hashing. */
import type { FastifyRateLimitStore, RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#contract/schema/answer.ts'
import type { Database } from '../../db/connection/context.ts'
import { networkOf } from '../../domain/auth/networks.ts'
import { addressOf } from './proxies.ts'

const max = 600
const windowSeconds = 60
const maxRefused = 10_000

interface Counted {
  readonly current: number
  /** Milliseconds until the count begins anew. */
  readonly ttl: number
}

async function countCall(db: Database, address: string): Promise<Counted> {
  const open = sql`loginflood."startedAt" > now() - make_interval(secs => ${windowSeconds})`
  // Not worth a flush: a lost count forgives some calls.
  const { rows } = await sql<Counted>`
    insert into loginflood (address, calls, "startedAt")
    select ${address}, 1, now() from (select set_config('synchronous_commit', 'off', true)) as quick
    on conflict (address) do update set calls = case when ${open} then loginflood.calls + 1 else 1 end,
      "startedAt" = case when ${open} then loginflood."startedAt" else now() end
    returning calls as current,
      extract(epoch from "startedAt" + make_interval(secs => ${windowSeconds}) - now())::float8 * 1000 as ttl`.execute(
    db,
  )
  return rows[0] as Counted
}

/** Counts in the database; a refused network costs no query. */
function storeFor(db: Database): new () => FastifyRateLimitStore {
  const refusedUntil = new Map<string, number>()
  async function count(network: string): Promise<Counted> {
    const ttl = (refusedUntil.get(network) ?? 0) - Date.now()
    if (ttl > 0) return { current: max + 1, ttl }
    const counted = await countCall(db, network)
    refusedUntil.delete(network)
    if (counted.current > max) {
      if (refusedUntil.size >= maxRefused) refusedUntil.clear()
      refusedUntil.set(network, Date.now() + counted.ttl)
    }
    return counted
  }
  return class SharedStore implements FastifyRateLimitStore {
    incr(network: string, done: (error: Error | null, counted?: Counted) => void): void {
      count(network).then(counted => done(null, counted), done)
    }
    child(): FastifyRateLimitStore {
      return this
    }
  }
}

export const signInFlood = (db: Database): RateLimitPluginOptions => ({
  max,
  timeWindow: windowSeconds * 1000,
  store: storeFor(db),
  keyGenerator: (request: FastifyRequest) => networkOf(addressOf(request)),
  errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) =>
    new AppError('tooMany', { seconds: Math.ceil(ttl / 1000) }),
})
