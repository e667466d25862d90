/** Batch execution: parts of one call in one transaction. */

import type { Context, Database } from '../../db/connection/context.ts'
import { transact } from '../../db/connection/open.ts'
import { isUnavailable } from '../../db/connection/unavailable.ts'
import { signAs } from '../../db/records/changes.ts'
import { fingerprint, type Keyed, onceTogether } from './idempotency.ts'
import type { CallPart, Route } from './route.ts'

interface Call {
  readonly db: Database
  readonly route: Route
  readonly context: Context
  readonly key: string | null
  readonly writer?: string | undefined
}

export const keyOfPart = (key: string | null, place: number): string | null => (key === null ? null : `${key}:${place}`)

/**
 * Runs parts in one transaction; null marks parts to run alone. Any error rolls back everything, then all run alone.
 * @throws the error of an absent database
 */
export async function runBatch(
  { db, route, context, key, writer }: Call,
  parts: readonly CallPart[],
): Promise<readonly unknown[]> {
  const { runBatch: runTogether } = route
  const none = parts.map(() => null)
  if (!runTogether || !route.writes || route.ticket || route.skipIdempotencyCache || parts.length < 2) return none
  const given = parts.map(({ parameters }) => parameters)
  const { userId } = context
  const requests: Keyed[] = []
  if (key !== null && userId !== null)
    for (const [place, parameters] of given.entries()) {
      const own = `${key}:${place}`
      requests.push({ key: own, request: await fingerprint(route, parameters, userId, own) })
    }
  try {
    return await transact(db, async tx => {
      if (writer) await signAs(tx, writer)
      const inside = { ...context, tx }
      if (key === null || userId === null) return runTogether(inside, given)
      return onceTogether(tx, userId, requests, places =>
        runTogether(
          inside,
          places.map(place => given[place] ?? {}),
        ),
      )
    })
  } catch (error) {
    if (isUnavailable(error)) throw error
    return none
  }
}
