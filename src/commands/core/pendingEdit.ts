/** The edit in progress; a save finishes it first, so that nothing typed is lost. */

let finishOpen: (() => unknown) | null = null
const arriving = new Set<Promise<unknown>>()

/** Says how to finish what is being typed; the returned function takes it back. */
export function whileEditing(finish: () => unknown): () => void {
  finishOpen = finish
  return () => {
    if (finishOpen === finish) finishOpen = null
  }
}

/** Something typed is still being looked up. */
export function untilEntered<T>(entered: Promise<T>): Promise<T> {
  const settled = entered.finally(() => arriving.delete(settled))
  arriving.add(settled)
  return settled
}

/** Finishes what is being typed anywhere, as leaving the cell would, and waits for it; call it before saving. */
export async function flushEditing(): Promise<void> {
  await finishOpen?.()
  await Promise.allSettled([...arriving])
}
