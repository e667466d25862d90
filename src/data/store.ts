/** Single store of all client state: rows, drafts, context, session. */
import { createStore } from 'jotai'

export const store = createStore()

/** State that nothing renders, created with its first use and kept by store. */
export function storeLocal<T extends object>(initial: () => T): () => T {
  const states = new WeakMap<typeof store, T>()
  return () => {
    const state = states.get(store) ?? initial()
    states.set(store, state)
    return state
  }
}

/** Ascending numbers from 1. */
export function sequence(): () => number {
  const local = storeLocal(() => ({ last: 0 }))
  return () => {
    const state = local()
    state.last += 1
    return state.last
  }
}
