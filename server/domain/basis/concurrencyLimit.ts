/**
 * Lets so many pieces of work go on at once in this process; the others wait their turn, in the order they came.
 * @returns does a piece of work when it is its turn
 */
export function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes on to the next without being free in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
