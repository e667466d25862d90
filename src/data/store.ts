/** Store of all client state; a Node process may run several. */
import { createStore } from 'jotai'

type Store = ReturnType<typeof createStore>

const ofProcess = createStore()

/** Async context of Node; browsers have none. */
const AsyncLocalStorage = globalThis.process?.getBuiltinModule?.('node:async_hooks')?.AsyncLocalStorage
const scoped = AsyncLocalStorage && new AsyncLocalStorage<Store>()

const current = (): Store => scoped?.getStore() ?? ofProcess

const ofContext: Store = {
  get: atom => current().get(atom),
  set: (atom, ...args) => current().set(atom, ...args),
  sub: (atom, listener) => current().sub(atom, listener),
}

export const store: Store = scoped ? ofContext : ofProcess

/** Console of its own, sharing no state with others; Node only. */
export function withOwnStore<T>(run: () => T): T {
  if (!scoped) throw new Error('a page has one console')
  return scoped.run(createStore(), run)
}

/** State outside of rendering, created at first use, one per store. */
export function storeLocal<T extends object>(initial: () => T): () => T {
  const states = new WeakMap<Store, T>()
  return () => {
    const state = states.get(current()) ?? initial()
    states.set(current(), state)
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
