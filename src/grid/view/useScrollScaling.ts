import { useCallback, useLayoutEffect, useRef, useState } from 'react'

interface Laid {
  /** First laid-out row and number of rows. */
  readonly base: number
  readonly rows: number
  bring(row: number): void
}

/**
 * Laid-out stretch of an oversized list while scrolling.
 *
 * @param head height of what is above the rows in the scroller
 */
export function useScrollScaling(scroller: HTMLElement, count: number, height: number, head = height): Laid {
  const [, setBase] = useState(0)
  const stretch = useRef<ScrollScale>({ base: 0, at: 0 })
  /** Pending scroll target: the browser reports it next frame. */
  const coming = useRef<ScrollScale | null>(null)
  const rows = drawnRows({ count, height })
  const sizes = useRef({ count, height })
  sizes.current = { count, height }
  // Read on use: the last render may have been off screen.
  const roomNow = useCallback((): Room => ({ ...sizes.current, view: scroller.clientHeight - head }), [scroller, head])

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
  // Read here rather than from state: every render is current.
  return { base: Math.min(stretch.current.base, count - rows), rows, bring }
}

// Scroll scaling beyond browser limits of 17 (Firefox) to 33 (Chromium) million pixels: a stretch is laid out, the bar
// spans the list. Pure.

/** Layout limit in pixels: 285,714 rows of 28; fewer coarsen the bar. */
const tallest = 8_000_000

/** Laid-out rows: first row, and scroll offset `at` in pixels. */
export interface ScrollScale {
  readonly base: number
  readonly at: number
}

export interface Room {
  readonly count: number
  /** Row height in pixels. */
  readonly height: number
  readonly view: number
}

export const drawnRows = ({ count, height }: Pick<Room, 'count' | 'height'>): number =>
  Math.min(count, Math.floor(tallest / height))

const clamped = (value: number, most: number) => Math.min(Math.max(value, 0), Math.max(most, 0))

const scrollable = (rows: number, { height, view }: Room) => Math.max(rows * height - view, 1)

/** Stretch matching the bar position; `top` is the top row. */
function stretchAround(top: number, room: Room): ScrollScale {
  const drawn = drawnRows(room)
  const share = (top * room.height) / scrollable(room.count, room)
  const base = clamped(Math.round(top - (share * scrollable(drawn, room)) / room.height), room.count - drawn)
  return { base, at: clamped((top - base) * room.height, scrollable(drawn, room)) }
}

/** Jump threshold in viewports: further in one frame means bar dragging. */
const far = 4

/** Stretch after scrolling. Apply a changed `at`: the stretch ended. */
export function scrolledTo(at: number, before: ScrollScale, room: Room): ScrollScale {
  const drawn = drawnRows(room)
  if (drawn === room.count) return { base: 0, at }
  const most = scrollable(drawn, room)
  if (Math.abs(at - before.at) > far * room.view) {
    const top = (clamped(at / most, 1) * scrollable(room.count, room)) / room.height
    return { base: clamped(Math.round(top - at / room.height), room.count - drawn), at }
  }
  const isStuck = (at <= 0 && before.base > 0) || (at >= most && before.base + drawn < room.count)
  return isStuck ? stretchAround(before.base + at / room.height, room) : { base: before.base, at }
}

export function scrollScale(row: number, before: ScrollScale, room: Room): ScrollScale {
  const drawn = drawnRows(room)
  if (row >= before.base && row < before.base + drawn) return before
  return stretchAround(row, room)
}

export function inView(row: number, { base, at }: ScrollScale, { height, view }: Room): number {
  const top = (row - base) * height
  return Math.min(Math.max(at, top + height - view), top)
}
