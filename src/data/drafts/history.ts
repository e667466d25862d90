/** Undo and redo as a log of steps, the oldest of which are forgotten. Pure; it does not know what a step is. */

export interface History<S> {
  readonly past: readonly S[]
  readonly future: readonly S[]
  /** There were more steps before these than are remembered. */
  readonly forgot?: true
}

/** How much is remembered. */
export interface Limits {
  readonly steps: number
  /** Of all steps together. */
  readonly size: number
}

const usual: Limits = { steps: 200, size: 5_000_000 }

interface Sized {
  /** Roughly how many bytes it keeps in memory. */
  readonly size: number
}

export const emptyHistory: History<never> = { past: [], future: [] }

/** The newest steps that fit; the last one stays however large it is. */
function newest<S extends Sized>(steps: readonly S[], limits: Limits): readonly S[] {
  let size = 0
  let first = steps.length
  while (first > 0 && steps.length - first < limits.steps) {
    size += steps[first - 1]?.size ?? 0
    if (size > limits.size && first < steps.length) break
    first -= 1
  }
  return steps.slice(first)
}

/** What of a history fits, on each side of where it stands. */
export function within<S extends Sized>({ past, future, forgot }: History<S>, limits: Limits): History<S> {
  const kept = newest(past, limits)
  return {
    past: kept,
    future: newest(future, limits),
    ...(forgot || kept.length < past.length ? { forgot: true } : {}),
  }
}

/** The history with a step added; what had been undone cannot be redone after it. */
export function recorded<S extends Sized>(history: History<S>, step: S, limits: Limits = usual): History<S> {
  return within({ ...history, past: [...history.past, step], future: [] }, limits)
}

/** The history with more in one of its steps; what was done since, and what was taken back, stays. */
export function amended<S>(history: History<S>, at: number, step: S): History<S> {
  return { ...history, past: history.past.with(at, step) }
}

/** The step to take back, and the history after that. */
export function undone<S>(history: History<S>): { readonly history: History<S>; readonly step: S } | null {
  const { past, future } = history
  const step = past.at(-1)
  return step === undefined
    ? null
    : { history: { ...history, past: past.slice(0, -1), future: [...future, step] }, step }
}

/** The step to do again, and the history after that. */
export function redone<S>(history: History<S>): { readonly history: History<S>; readonly step: S } | null {
  const { past, future } = history
  const step = future.at(-1)
  return step === undefined
    ? null
    : { history: { ...history, past: [...past, step], future: future.slice(0, -1) }, step }
}
