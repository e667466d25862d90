/** Which rows to draw for those on screen. */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

type Extractor = (range: Range) => number[]

/** The rows to draw, and whether they are gone past so fast that nobody reads them. */
export interface ScrolledRange {
  readonly rested: Extractor
  readonly scrolled: Extractor
  isFlown(): boolean
  /** Are only the rows in sight drawn? Those beyond the edges follow once these stand. */
  isBare(): boolean
  /** Draws the rows beyond the edges from now on. */
  settle(): void
}

/**
 * Rows to draw at rest, and while scrolling. The ones beyond the edges spare a slow hand blank rows; where none of the rows
 * drawn last is seen any more they would only delay the picture, so they come after it. Where none of those in sight was read
 * yet either while scrolling, the bar is being dragged.
 */
export function scrolledRange(isRead: (index: number) => boolean): ScrolledRange {
  let last = { startIndex: 0, endIndex: -1 }
  let [isFar, isBare] = [false, true]
  const isElsewhere = (range: Range) => range.startIndex > last.endIndex || range.endIndex < last.startIndex
  const take = (range: Range, far: boolean) => {
    isBare ||= isElsewhere(range)
    last = range
    isFar = far
    return defaultRangeExtractor(isBare ? { ...range, overscan: 0 } : range)
  }
  return {
    rested: range => take(range, false),
    scrolled: range => take(range, isElsewhere(range) && !isRead(range.startIndex) && !isRead(range.endIndex)),
    isFlown: () => isFar,
    isBare: () => isBare,
    settle() {
      isBare = false
    },
  }
}
