/** Fair counting semaphore (FIFO). */
export interface Queue {
  readonly length: number
  /**
   * Acquires a slot.
   * @param limitMs timeout in ms; none by default
   * @throws the error of `expired` on timeout, or that of `refuse`
   */
  enter(limitMs?: number, expired?: () => Error): Promise<void>
  leave(): void
  refuse(error: Error): void
}

interface Waiting {
  readonly go: () => void
  readonly refuse: (error: Error) => void
}

export function queueFor(places: number): Queue {
  let free = places
  const waiting = new Set<Waiting>()
  const wait = (limitMs: number | undefined, expired: () => Error) =>
    new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const end = () => {
        clearTimeout(timer)
        waiting.delete(one)
      }
      const one: Waiting = {
        go() {
          end()
          resolve()
        },
        refuse(error) {
          end()
          reject(error)
        },
      }
      waiting.add(one)
      if (limitMs !== undefined) timer = setTimeout(() => one.refuse(expired()), limitMs)
    })
  return {
    get length() {
      return waiting.size
    },
    async enter(limitMs, expired = () => new Error('Waited too long for a place')) {
      if (free === 0) return wait(limitMs, expired)
      free -= 1
    },
    leave() {
      const [next] = waiting
      if (next) next.go()
      else free += 1
    },
    refuse(error) {
      for (const one of [...waiting]) one.refuse(error)
    },
  }
}

/** Runs tasks within so many places, in order. */
export function limitConcurrency(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue = queueFor(places)
  return async work => {
    await queue.enter()
    try {
      return await work()
    } finally {
      queue.leave()
    }
  }
}
