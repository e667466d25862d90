/**
 * Lists higher than browsers draw. An element ends somewhere between 17 million pixels (Firefox) and 33 million (Chromium),
 * which is half a million rows; of longer lists only a stretch is laid out, and of fewer rows than that already, as the place
 * of each that is laid out is written down. The bar stands for
 * the whole list; what is scrolled by wheel or key goes pixel by pixel within the stretch. Pure.
 */

/** Pixels that are laid out at most: 285,714 rows of 28. Fewer would make the bar too coarse for a high screen. */
const tallest = 8_000_000

/** Rows that are laid out, and which of all of them is the first; `at` is how far they are scrolled, in pixels. */
export interface ScrollScale {
  readonly base: number
  readonly at: number
}

export interface Room {
  /** Rows there are in all. */
  readonly count: number
  /** Pixels of one. */
  readonly height: number
  /** Pixels that are seen at once. */
  readonly view: number
}

/** How many rows are laid out. */
export const drawnRows = ({ count, height }: Pick<Room, 'count' | 'height'>): number =>
  Math.min(count, Math.floor(tallest / height))

const clamped = (value: number, most: number) => Math.min(Math.max(value, 0), Math.max(most, 0))

const scrollable = (rows: number, { height, view }: Room) => Math.max(rows * height - view, 1)

/** The stretch in which the bar stands where it should for the row at the top, which is `top` rows into the list. */
function stretchAround(top: number, room: Room): ScrollScale {
  const drawn = drawnRows(room)
  const share = (top * room.height) / scrollable(room.count, room)
  const base = clamped(Math.round(top - (share * scrollable(drawn, room)) / room.height), room.count - drawn)
  return { base, at: clamped((top - base) * room.height, scrollable(drawn, room)) }
}

/** Further than this nobody scrolls by wheel or key between two frames: the bar was dragged. In views. */
const far = 4

/**
 * The stretch after its element was scrolled. Where another `at` is answered than was scrolled to, the element has to be put
 * there: the stretch was at its end, but not the list.
 */
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

/** The stretch in which a row is laid out: the same where it is there already. */
export function scrollScale(row: number, before: ScrollScale, room: Room): ScrollScale {
  const drawn = drawnRows(room)
  if (row >= before.base && row < before.base + drawn) return before
  return stretchAround(row, room)
}

/** How far a stretch is scrolled, in pixels, where one of its rows is in view: no further than that takes. */
export function inView(row: number, { base, at }: ScrollScale, { height, view }: Room): number {
  const top = (row - base) * height
  return Math.min(Math.max(at, top + height - view), top)
}
