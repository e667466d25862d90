/** Cooperative yielding of long loops: no single request may block the process. */
import { setImmediate } from 'node:timers/promises'

/** Time slice of a loop, in ms. */
const turnMs = 20

/** Pause to await in each iteration of a loop. */
export function pace(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < turnMs) return
    await setImmediate()
    began = performance.now()
  }
}
