/** Current node and highlighted edges: few of thousands change. */
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Through } from './walking.ts'

interface Marked {
  readonly current: string | undefined
  readonly through: Through | null
}

export interface Marking {
  readonly get: () => Marked
  set(marked: Marked): void
  readonly subscribe: (changed: () => void) => () => void
}

export function createMarking(): Marking {
  let marked: Marked = { current: undefined, through: null }
  const listeners = new Set<() => void>()
  return {
    get: () => marked,
    set(next) {
      marked = next
      for (const changed of listeners) changed()
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
  }
}

/** Outside a graph nothing is marked. */
export const MarkingContext = createContext<Marking>({
  get: () => ({ current: undefined, through: null }),
  set: () => {},
  subscribe: () => () => {},
})

export type Mark = 'current' | 'lit' | 'plain'

/** Highlight of a node; dimming is a single global style. */
export function useMark(id: string): Mark {
  const marking = useContext(MarkingContext)
  return useSyncExternalStore(marking.subscribe, () => {
    const { current, through } = marking.get()
    if (current === id) return 'current'
    return through?.before.has(id) || through?.after.has(id) ? 'lit' : 'plain'
  })
}

export function useThrough(): Through | null {
  const marking = useContext(MarkingContext)
  return useSyncExternalStore(marking.subscribe, () => marking.get().through)
}
