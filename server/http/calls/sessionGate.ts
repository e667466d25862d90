/** Limit of one session's calls, against floods. */
import { tooBusy, waitMs } from '../../db/connection/queuedPool.ts'
import { type Queue, queueFor } from '../../db/connection/semaphore.ts'

/** Fewer than there are connections. */
const together = 16

interface Gate {
  readonly queue: Queue
  calls: number
}

/** Runs work in order; adds its wait to `waits`. */
export type SessionGate = <T>(token: string | null, waits: { ms: number }, work: () => Promise<T>) => Promise<T>

/** Refuses like a full pool: clients repeat. */
export function sessionGate(): SessionGate {
  const gates = new Map<string, Gate>()
  return async (token, waits, work) => {
    if (token === null) return work()
    const gate = gates.get(token) ?? { queue: queueFor(together), calls: 0 }
    gates.set(token, gate)
    gate.calls += 1
    const from = performance.now()
    try {
      await gate.queue.enter(waitMs, tooBusy)
      waits.ms += performance.now() - from
      return await work().finally(() => gate.queue.leave())
    } finally {
      gate.calls -= 1
      if (gate.calls === 0) gates.delete(token)
    }
  }
}
