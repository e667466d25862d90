import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { drawnRows, inView, type Room, type ScrollScale, scrolledTo, scrollScale } from './scrollScaling.ts'

interface Laid {
  /** First laid-out row and number of rows. */
  readonly base: number
  readonly rows: number
  bring(row: number): void
}

/** Laid-out stretch of an oversized list while scrolling. */
export function useScrollScaling(scroller: HTMLElement, count: number, height: number): Laid {
  const [, setBase] = useState(0)
  const stretch = useRef<ScrollScale>({ base: 0, at: 0 })
  /** Pending scroll target: the browser reports it next frame. */
  const coming = useRef<ScrollScale | null>(null)
  const rows = drawnRows({ count, height })
  const sizes = useRef({ count, height })
  sizes.current = { count, height }
  // Read on use: the last render may have been off screen.
  const roomNow = useCallback(
    (): Room => ({ ...sizes.current, view: scroller.clientHeight - sizes.current.height }),
    [scroller],
  )

  const take = useCallback((next: ScrollScale) => {
    stretch.current = next
    setBase(next.base)
  }, [])
  useLayoutEffect(() => {
    const scrolled = () => {
      const at = scroller.scrollTop
      const next = scrolledTo(at, coming.current ?? stretch.current, roomNow())
      coming.current = null
      take(next)
      if (next.at !== at) scroller.scrollTop = next.at
    }
    // Capture: must precede the virtualizer, which renders synchronously on scroll.
    const options = { passive: true, capture: true }
    scroller.addEventListener('scroll', scrolled, options)
    return () => {
      scroller.removeEventListener('scroll', scrolled, options)
      // No scroll event follows.
      if (coming.current) take(coming.current)
      coming.current = null
    }
  }, [scroller, roomNow, take])

  const bring = useCallback(
    (row: number) => {
      const before = coming.current ?? stretch.current
      const room = roomNow()
      const next = scrollScale(row, before, room)
      const from = scroller.scrollTop
      if (next === stretch.current) {
        const to = inView(row, { ...next, at: from }, room)
        if (to !== from) scroller.scrollTop = to
        // Deliberate jumps are no bar dragging.
        stretch.current = { ...next, at: scroller.scrollTop }
        return
      }
      scroller.scrollTop = inView(row, next, room)
      const brought = { ...next, at: scroller.scrollTop }
      // Applied on scroll: rendering earlier would load the wrong stretch's rows.
      coming.current = brought.at === from && coming.current === null ? null : brought
      if (!coming.current) take(brought)
    },
    [scroller, roomNow, take],
  )
  // Read here rather than from state, so every render is current. Clamped for shorter lists.
  return { base: Math.min(stretch.current.base, count - rows), rows, bring }
}
