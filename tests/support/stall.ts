/** Longest stall of the event loop in processor time, whatever the load. */
import { readFileSync } from 'node:fs'

const file = `/proc/self/task/${process.pid}/schedstat`

/** Milliseconds the main thread has computed so far. */
const computed = (): number => Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6

/** A watch over the loop; `longest` answers and starts anew. */
export function watchStalls(): { longest(): number; stop(): void } {
  let last = computed()
  let longest = 0
  const look = () => {
    const now = computed()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  return {
    longest() {
      look()
      const found = longest
      longest = 0
      return found
    },
    stop: () => clearInterval(timer),
  }
}

/** The answer of some work, and the longest stall meanwhile. */
export async function longestStall<T>(work: () => Promise<T>): Promise<{ readonly stall: number; readonly answer: T }> {
  const watch = watchStalls()
  try {
    const answer = await work()
    return { answer, stall: watch.longest() }
  } finally {
    watch.stop()
  }
}
