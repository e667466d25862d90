/** Two calls at the same moment, in a known order: the second begins when the first has done its work and not yet ended. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../../server/db/connection/context.ts'
import type { PlantServer } from './plantServer.ts'

/** Long enough for a call that waits for nobody to have ended. */
const longestCall = 1_000

/** Does `first` in a transaction that ends only when `second` has ended or is seen to wait; what `second` answers. */
export const meanwhileIn =
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
