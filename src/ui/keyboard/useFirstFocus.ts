import { type RefObject, useEffect, useRef } from 'react'

/** Frames in which a window that led here, like the palette, is gone; until then it takes back the keyboard. */
const patience = 30

/**
 * The keyboard goes into the first field that can be filled, once, as soon as the screen is ready: not when it is
 * somewhere in it already or in a window over it. Who comes back finds it where it was left.
 */
export function useFirstFocus(screen: RefObject<HTMLElement | null>, isReady: boolean): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current) return
    let frames = 0
    let next = 0
    const give = () => {
      frames += 1
      const isCovered = document.querySelector('[role="dialog"]') !== null
      if (isCovered && frames < patience) {
        next = requestAnimationFrame(give)
        return
      }
      isDone.current = true
      const { activeElement } = document
      // The screen as a whole has it only until there is a field.
      if (isCovered || (activeElement !== screen.current && screen.current?.contains(activeElement))) return
      const first = (within: string) =>
        screen.current?.querySelector<HTMLElement>(`${within} input, ${within} textarea`) ?? null
      // Who comes to a record that is at fault comes for the fault.
      ;(first('[data-field][data-fault]') ?? first('[data-field]'))?.focus()
    }
    give()
    return () => cancelAnimationFrame(next)
  }, [screen, isReady])
}
