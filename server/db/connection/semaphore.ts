/** A fair queue before a number of places, in the order of arrival. */
export interface Queue {
  /** Number of those who wait. */
  readonly length: number
  /**
   * Waits for a place.
   * @param limitMs longest wait; without end where left out
   * @throws the error of `expired` after that, or that of `refuse`
   */
  enter(limitMs?: number, expired?: () => Error): Promise<void>
  /** Gives the place to the next. */
  leave(): void
  /** Sends everybody away who waits. */
  refuse(error: Error): void
}

interface Waiting {
  readonly go: () => void
  readonly refuse: (error: Error) => void
}

/** A queue before so many places. */
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
