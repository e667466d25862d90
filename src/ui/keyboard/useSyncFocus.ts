import { type RefObject, useLayoutEffect, useRef } from 'react'

interface Given {
  readonly open: boolean
  readonly frame: RefObject<HTMLElement | null>
  /** What has the focus at first. */
  readonly first: () => HTMLElement | null
  readonly close: () => void
}

/**
 * Makes the keyboard a window's from the moment it stands. Base UI moves the focus in a frame later; a key that comes before,
 * of quick hands or on a busy machine, would go to what lies behind: Escape would leave the window open, Delete empty a cell.
 */
export function useSyncFocus(given: Given): void {
  const latest = useRef(given)
  latest.current = given
  const { open } = given
  useLayoutEffect(() => {
    if (!open) return
    const end = new AbortController()
    const moveIn = (event: KeyboardEvent) => {
      const { frame, first, close } = latest.current
      if (!frame.current) return
      end.abort()
      if (frame.current.contains(document.activeElement)) return
      event.stopImmediatePropagation()
      // What is typed goes on to the field that has the focus now. A key still held from before is no answer.
      first()?.focus()
      if (event.repeat || event.key === 'Escape') event.preventDefault()
      if (event.key === 'Escape') close()
    }
    window.addEventListener('keydown', moveIn, { capture: true, signal: end.signal })
    // Once the focus was in it, it is Base UI's to keep it there.
    const arrived = (event: FocusEvent) => {
      if (event.target instanceof Node && latest.current.frame.current?.contains(event.target)) end.abort()
    }
    window.addEventListener('focusin', arrived, { capture: true, signal: end.signal })
    return () => end.abort()
  }, [open])
}
