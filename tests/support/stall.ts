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

/** Shortest of three stalls: compiling, collecting and the machine's pauses do not recur. */
export async function shortestStall<T>(
  work: (attempt: number) => Promise<T>,
  limit: number,
): Promise<{ readonly stall: number; readonly answer: T }> {
  let shortest = await longestStall(() => work(1))
  for (let attempt = 2; attempt <= 3 && shortest.stall >= limit; attempt += 1) {
    const next = await longestStall(() => work(attempt))
    if (next.stall < shortest.stall) shortest = next
  }
  return shortest
}

const referenceRows = Array.from({ length: 20_000 }, (_, at) => ({
  code: `b${at}`,
  name: `长乐${(at * 7919) % 20_011}`,
}))
/** Milliseconds of `referenceWork` on the machine the limits were set on. */
const referenceMilliseconds = 12

function referenceWork(): number {
  const start = computed()
  const rows = JSON.parse(JSON.stringify(referenceRows)) as typeof referenceRows
  rows.sort((a, b) => (a.name < b.name ? -1 : 1))
  return computed() - start
}

/** Factor by which this machine is slower now, 1 or more. */
export function slowdown(): number {
  referenceWork()
  return Math.max(1, Math.min(referenceWork(), referenceWork()) / referenceMilliseconds)
}
