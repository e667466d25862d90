/** Active file field of commands: last focused, otherwise first. */
import { type RefObject, useEffect, useRef } from 'react'

let meant: HTMLElement | null = null

/** Active check while the screen is in front. */
export function useActiveField(root: RefObject<HTMLElement | null>): () => boolean {
  useEffect(() => {
    const field = root.current
    if (!field) return
    const before = meant
    const isNested = before !== null && field.closest('[role=dialog]') !== null && !before.closest('[role=dialog]')
    // Dialog fields take over until closed.
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
