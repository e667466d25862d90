/** Long loops give way to other requests: nothing one person sends holds the process. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds a loop may run before others have their turn. */
const turnMs = 20

/** A pause to be awaited in each round of a loop: none until the turn is over. */
export function pace(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < turnMs) return
    await setImmediate()
    began = performance.now()
  }
}
