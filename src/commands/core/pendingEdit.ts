/** Edit in progress; saving flushes it first. */
import { storeLocal } from '../../data/store.ts'

interface Pending {
  /** Flush of the open editor. */
  finish: (() => unknown) | null
  readonly arriving: Set<Promise<unknown>>
}

const pending = storeLocal((): Pending => ({ finish: null, arriving: new Set() }))

/** Registers the flush of an open editor; returns its disposer. */
export function whileEditing(finish: () => unknown): () => void {
  pending().finish = finish
  return () => {
    if (pending().finish === finish) pending().finish = null
  }
}

export function untilEntered<T>(entered: Promise<T>): Promise<T> {
  const { arriving } = pending()
  const settled = entered.finally(() => arriving.delete(settled))
  arriving.add(settled)
  return settled
}

export async function flushEditing(): Promise<void> {
  await pending().finish?.()
  await Promise.allSettled([...pending().arriving])
}
