/** CPU time of PostgreSQL: all processes of one postmaster, as Linux counts them. */
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second of `/proc`, the same on every Linux that Node runs on. */
const ticksPerSecond = 100

interface Process {
  readonly parent: number
  readonly ticks: number
  /** Of its ended children. */
  readonly endedTicks: number
}

function processOf(id: number | string): Process | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]]
    return { parent, ticks: user + system, endedTicks: (fields[13] ?? 0) + (fields[14] ?? 0) }
  } catch {
    return null
  }
}

/** Process ids of a backend's postmaster and its processes. */
export function postgresProcesses(backend: number): readonly number[] {
  const postmaster = processOf(backend)?.parent
  if (postmaster === undefined) return []
  const ids = readdirSync('/proc').filter(name => /^\d+$/.test(name) && processOf(name)?.parent === postmaster)
  return [postmaster, ...ids.map(Number)]
}

/** CPU milliseconds of a postmaster and its processes so far; NaN where there is no `/proc`. */
export function postgresCpuMs(backend: number): number {
  const postmaster = processOf(backend)?.parent
  const own = postmaster === undefined ? null : processOf(postmaster)
  if (!own) return Number.NaN
  let ticks = own.ticks + own.endedTicks
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? processOf(name) : null
    if (found?.parent === postmaster) ticks += found?.ticks ?? 0
  }
  return (ticks * 1000) / ticksPerSecond
}
