/** Which field of files is meant by a command: the one that had the keyboard last, or the first there was. */
import { type RefObject, useEffect, useRef } from 'react'

let meant: HTMLElement | null = null

/** Answers whether a field is meant while its screen is in front. */
export function useActiveField(root: RefObject<HTMLElement | null>): () => boolean {
  useEffect(() => {
    const field = root.current
    if (!field) return
    const before = meant
    const isNested = before !== null && field.closest('[role=dialog]') !== null && !before.closest('[role=dialog]')
    // A window that opens over another field is what is meant until it closes.
    if (!meant || isNested) meant = field
    const take = () => {
      meant = field
    }
    field.addEventListener('focusin', take)
    return () => {
      field.removeEventListener('focusin', take)
      if (meant === field) meant = before?.isConnected ? before : null
    }
  }, [root])
  return useRef(() => root.current !== null && meant === root.current).current
}
