/** Edit in progress; saving flushes it first, so that no input is lost. */

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

/** Flushes the open editor and awaits pending lookups; call before saving. */
export async function flushEditing(): Promise<void> {
  await finishOpen?.()
  await Promise.allSettled([...arriving])
}
