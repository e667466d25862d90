/** Two overlapping calls: the second begins before the first commits. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../../server/db/connection/context.ts'
import type { PlantServer } from './plantServer.ts'

/** Long enough for a call that waits for nobody to have ended. */
const longestCall = 1_000

/** Holds `first` open until `second` has ended or waits; answers `second`. */
export const runConcurrently =
  (at: PlantServer) =>
  <T>(first: (context: Context) => Promise<unknown>, second: () => Promise<T>): Promise<T> =>
    at.plant
      .inside(async context => {
        await first(context)
        const answer = second()
        await Promise.race([answer.catch(() => undefined), delay(longestCall)])
        return { answer }
      })
      .then(({ answer }) => answer)
