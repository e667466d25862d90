import { type RefObject, useLayoutEffect, useRef } from 'react'

interface Given {
  readonly open: boolean
  readonly frame: RefObject<HTMLElement | null>
  readonly first: () => HTMLElement | null
  readonly close: () => void
}

/** Focuses a dialog at once: Base UI would lose a key. */
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
      // New typing goes to the focus; held keys must not answer.
      first()?.focus()
      if (event.repeat || event.key === 'Escape') event.preventDefault()
      if (event.key === 'Escape') close()
    }
    window.addEventListener('keydown', moveIn, { capture: true, signal: end.signal })
    // Focus inside is trapped by Base UI.
    const arrived = (event: FocusEvent) => {
      if (event.target instanceof Node && latest.current.frame.current?.contains(event.target)) end.abort()
    }
    window.addEventListener('focusin', arrived, { capture: true, signal: end.signal })
    return () => end.abort()
  }, [open])
}
