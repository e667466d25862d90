import { type RefObject, useContext, useEffect, useRef } from 'react'
import { FrontContext } from '../front.ts'

/** Frames until a leading overlay, like the palette, has closed. */
const maxFrames = 30

/**
 * Focuses the first editable field; returning restores the former focus.
 * @param isPrepared prefers the first field left to fill
 */
export function useFirstFocus(screen: RefObject<HTMLElement | null>, isReady: boolean, isPrepared = false): void {
  const isDone = useRef(false)
  const isFront = useContext(FrontContext)
  useEffect(() => {
    if (!isReady || isDone.current || !isFront) return
    let frames = 0
    let next = 0
    const give = () => {
      frames += 1
      const isCovered = document.querySelector('[role="dialog"]') !== null
      if (isCovered && frames < maxFrames) {
        next = requestAnimationFrame(give)
        return
      }
      isDone.current = true
      const { activeElement } = document
      // Screen root holds focus only until a field exists.
      if (isCovered || (activeElement !== screen.current && screen.current?.contains(activeElement))) return
      const first = (within: string) =>
        screen.current?.querySelector<HTMLElement>(`${within} input, ${within} textarea`) ?? null
      // Fields with errors take precedence.
      const missing = isPrepared ? first('[data-field][data-missing]') : null
      ;(first('[data-field][data-fault]') ?? missing ?? first('[data-field]'))?.focus()
    }
    give()
    return () => cancelAnimationFrame(next)
  }, [screen, isReady, isFront, isPrepared])
}
