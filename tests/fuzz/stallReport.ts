/** What the server process tells of its event loop. */

/** Header with a call's number: stalls name the calls in flight. */
export const callHeader = 'x-fuzz-call'

export interface Stall {
  /** CPU time in ms; wall time where the system does not report it. */
  readonly ms: number
  readonly calls: readonly number[]
}

/** Event-loop stalls in ms: CPU time, and wall time, which other processes lengthen. */
export interface StallReport {
  readonly p50: number
  readonly p99: number
  readonly longest: number
  readonly clock: { readonly p50: number; readonly p99: number; readonly longest: number }
  readonly stalls: readonly Stall[]
}
