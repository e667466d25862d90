/**
 * Notices a database that is there and does not answer: a stopped process, a cable that was pulled. Nothing else would end
 * the waiting, because the server of the database, which keeps the time of statements, is what is missing.
 */
import { performance } from 'node:perf_hooks'

/** A call is refused within five seconds (security.md P15): one before the look, two for it, the rest for the way. */
const slowMs = 1_000
const tickMs = 500

export interface ProbedConnection {
  /** Asks the database on a connection of its own; false when it says nothing at all. */
  answers(): Promise<boolean>
  /** Ends everything that waits for it. */
  cut(): void
}

export interface LivenessProbe {
  /** Does the database keep silent just now? Then nobody need begin to wait for it. */
  readonly isSilent: boolean
  /** Notes that somebody waits for an answer; the result ends it. */
  asked(): () => void
  stop(): void
}

/** Watches a database as long as somebody waits for it. */
export function probeConnections({ answers, cut }: ProbedConnection): LivenessProbe {
  const waiting = new Set<{ readonly since: number }>()
  let isSilent = false
  let looking = false
  let heardAt = performance.now()
  // Where anybody was answered just now the database is busy, not silent: what waits there waits for its turn.
  const isSlow = () => {
    const [first] = waiting
    const now = performance.now()
    return first !== undefined && now - first.since > slowMs && now - heardAt > slowMs
  }
  const look = async () => {
    if (looking || !(isSilent || isSlow())) return
    looking = true
    const before = heardAt
    isSilent = !(await answers()) && heardAt === before
    if (isSilent) cut()
    looking = false
  }
  const timer = setInterval(() => void look(), tickMs)
  timer.unref()
  return {
    get isSilent() {
      return isSilent
    },
    asked() {
      const one = { since: performance.now() }
      waiting.add(one)
      return () => {
        heardAt = performance.now()
        waiting.delete(one)
      }
    },
    stop: () => clearInterval(timer),
  }
}
