/** A fair queue before a number of places: hundreds of people may post at once, and nobody is refused for having to wait. */
export interface Queue {
  /** Waits for a place; who came first gets the next one. */
  enter(): Promise<void>
  /** Gives the place to the next. */
  leave(): void
  /** Sends everybody away who waits. */
  refuse(error: Error): void
}

/** A queue before so many places. */
export function queueFor(places: number): Queue {
  let free = places
  let waiting: { readonly go: () => void; readonly refuse: (error: Error) => void }[] = []
  return {
    enter() {
      if (free === 0) return new Promise<void>((go, refuse) => waiting.push({ go, refuse }))
      free -= 1
      return Promise.resolve()
    },
    leave() {
      const next = waiting.shift()
      if (next) next.go()
      else free += 1
    },
    refuse(error) {
      const sent = waiting
      waiting = []
      for (const { refuse } of sent) refuse(error)
    },
  }
}
