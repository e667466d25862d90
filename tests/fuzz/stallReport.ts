/** What the server process tells of its event loop. */

/** Header that numbers a call, so that a stall can name those under way. */
export const callHeader = 'x-fuzz-call'

export interface Stall {
  /** Milliseconds of processor time; time of the clock where the system does not tell. */
  readonly ms: number
  readonly calls: readonly number[]
}

/** Milliseconds of event-loop stall: by processor time, and by the clock, which other processes lengthen. */
export interface StallReport {
  readonly p50: number
  readonly p99: number
  readonly longest: number
  readonly clock: { readonly p50: number; readonly p99: number; readonly longest: number }
  readonly stalls: readonly Stall[]
}
