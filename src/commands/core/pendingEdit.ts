/** Edit in progress; saving flushes it first. */

let finishOpen: (() => unknown) | null = null
const arriving = new Set<Promise<unknown>>()

/** Registers the flush of an open editor; returns its disposer. */
export function whileEditing(finish: () => unknown): () => void {
  finishOpen = finish
  return () => {
    if (finishOpen === finish) finishOpen = null
  }
}

export function untilEntered<T>(entered: Promise<T>): Promise<T> {
  const settled = entered.finally(() => arriving.delete(settled))
  arriving.add(settled)
  return settled
}

/** Call before saving. */
export async function flushEditing(): Promise<void> {
  await finishOpen?.()
  await Promise.allSettled([...arriving])
}
