/** Detection of a silent database: PostgreSQL's own timeouts cannot fire. */
import { performance } from 'node:perf_hooks'

/** Probe delay in ms; calls fail within 5 s. */
const slowMs = 1_000
const tickMs = 500

export interface ProbedConnection {
  /** Probe on a separate connection; false without any answer. */
  answers(): Promise<boolean>
  disconnect(): void
}

export interface LivenessProbe {
  /** True while the database is silent: do not start waiting. */
  readonly isSilent: boolean
  /** Registers a waiting request; returns its release. */
  waitBegan(): () => void
  stop(): void
}

export function probeConnections({ answers, disconnect }: ProbedConnection): LivenessProbe {
  const waiting = new Set<{ readonly since: number }>()
  let isSilent = false
  let looking = false
  let heardAt = performance.now()
  // A recent answer to anybody means busy, not silent.
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
    if (isSilent) disconnect()
    looking = false
  }
  const timer = setInterval(() => void look(), tickMs)
  timer.unref()
  return {
    get isSilent() {
      return isSilent
    },
    waitBegan() {
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
