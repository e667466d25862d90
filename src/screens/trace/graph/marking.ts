/** Which node of a graph is current and which ways are lit: told to thousands of nodes, of which few change. */
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Through } from './walking.ts'

interface Marked {
  readonly current: string | undefined
  /** Nothing is dimmed while this is null. */
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

export const MarkingContext = createContext<Marking>(createMarking())

export type Mark = 'current' | 'lit' | 'plain'

/** How a node is drawn now; what is not lit while others are is dimmed by one rule for all. */
export function useMark(id: string): Mark {
  const marking = useContext(MarkingContext)
  return useSyncExternalStore(marking.subscribe, () => {
    const { current, through } = marking.get()
    if (current === id) return 'current'
    return through?.before.has(id) || through?.after.has(id) ? 'lit' : 'plain'
  })
}

/** The ways that are lit. */
export function useThrough(): Through | null {
  const marking = useContext(MarkingContext)
  return useSyncExternalStore(marking.subscribe, () => marking.get().through)
}
