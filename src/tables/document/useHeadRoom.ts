import { type RefObject, useLayoutEffect } from 'react'

/** Room in `--head-room` that the fixed top leaves above a field. */
export function useHeadRoom(top: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = top
    const screen = current?.closest<HTMLElement>('[data-record]')
    if (!current || !screen) return undefined
    const observer = new ResizeObserver(() => {
      const room = getComputedStyle(current).position === 'sticky' ? current.offsetHeight : 0
      screen.style.setProperty('--head-room', `${room}px`)
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      screen.style.removeProperty('--head-room')
    }
  }, [top])
}
