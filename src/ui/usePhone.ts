import { useSyncExternalStore } from 'react'

const query = '(max-width: 640px)'

/** Window of a phone: cards and a drawer, no grids, no sidebar. */
export const isPhone = (): boolean => typeof matchMedia === 'function' && matchMedia(query).matches

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

export const usePhone = (): boolean => useSyncExternalStore(subscribe, isPhone)
