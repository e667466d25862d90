import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { drawnRows, inView, type Room, type ScrollScale, scrolledTo, scrollScale } from './scrollScaling.ts'

interface Laid {
  /** The first row that is laid out, and how many are. */
  readonly base: number
  readonly rows: number
  /** Lays a row out and scrolls to it, no further than that takes. */
  bring(row: number): void
}

/** Which stretch of a list that may be higher than browsers draw is laid out, as it is scrolled. */
export function useStretch(scroller: HTMLElement, count: number, height: number): Laid {
  const [, setBase] = useState(0)
  const stretch = useRef<ScrollScale>({ base: 0, at: 0 })
  /** Where it is being scrolled to: the browser tells it with the next frame. */
  const coming = useRef<ScrollScale | null>(null)
  const rows = drawnRows({ count, height })
  const sizes = useRef({ count, height })
  sizes.current = { count, height }
  // Asked when it counts: what was drawn last may have been drawn off screen.
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
    // Before the virtualizer hears of it, which draws at once: it must not draw these places of another stretch.
    const options = { passive: true, capture: true }
    scroller.addEventListener('scroll', scrolled, options)
    return () => {
      scroller.removeEventListener('scroll', scrolled, options)
      // Nobody will tell that it was scrolled there.
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
        // What was scrolled to on purpose is no dragging of the bar.
        stretch.current = { ...next, at: scroller.scrollTop }
        return
      }
      scroller.scrollTop = inView(row, next, room)
      const brought = { ...next, at: scroller.scrollTop }
      // Taken when it is scrolled: drawn before, it would be these places of the other stretch, which nobody asked for.
      coming.current = brought.at === from && coming.current === null ? null : brought
      if (!coming.current) take(brought)
    },
    [scroller, roomNow, take],
  )
  // Read here rather than kept as state, so that whoever draws first draws the right one. A shorter list ends sooner.
  return { base: Math.min(stretch.current.base, count - rows), rows, bring }
}
