/**
 * Scroll scaling beyond browser limits of 17 (Firefox) to 33 (Chromium) million pixels. A stretch is laid out; the
 * bar spans the list, wheel and keys scroll by pixel. Pure.
 */

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
  /** Viewport in pixels. */
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

/** Stretch after scrolling. A changed `at` must be applied: the stretch ended before the list. */
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
