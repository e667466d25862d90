/** Generic undo history with bounded size, independent of steps. Pure. */

export interface History<S> {
  readonly past: readonly S[]
  readonly future: readonly S[]
  readonly forgot?: true
}

export interface Limits {
  readonly steps: number
  readonly size: number
}

const defaultLimits: Limits = { steps: 200, size: 5_000_000 }

interface Sized {
  /** Approximate memory in bytes. */
  readonly size: number
}

export const emptyHistory: History<never> = { past: [], future: [] }

/** Newest steps within the limits; the last one stays regardless of size. */
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

export function withinLimits<S extends Sized>({ past, future, forgot }: History<S>, limits: Limits): History<S> {
  const steps = newest(past, limits)
  return {
    past: steps,
    future: newest(future, limits),
    ...(forgot || steps.length < past.length ? { forgot: true } : {}),
  }
}

export function recorded<S extends Sized>(history: History<S>, step: S, limits: Limits = defaultLimits): History<S> {
  return withinLimits({ ...history, past: [...history.past, step], future: [] }, limits)
}

export function amended<S>(history: History<S>, at: number, step: S): History<S> {
  return { ...history, past: history.past.with(at, step) }
}

export function undone<S>(history: History<S>): { readonly history: History<S>; readonly step: S } | null {
  const { past, future } = history
  const step = past.at(-1)
  return step === undefined
    ? null
    : { history: { ...history, past: past.slice(0, -1), future: [...future, step] }, step }
}

export function redone<S>(history: History<S>): { readonly history: History<S>; readonly step: S } | null {
  const { past, future } = history
  const step = future.at(-1)
  return step === undefined
    ? null
    : { history: { ...history, past: [...past, step], future: future.slice(0, -1) }, step }
}
