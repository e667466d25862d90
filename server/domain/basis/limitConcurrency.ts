/**
 * Semaphore for concurrent work in this process, FIFO.
 * @returns runs a task when a slot is free
 */
export function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running >= limit) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // Hand over the slot directly, so that nobody overtakes the queue.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
