/** Which rows to draw for those on screen. */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

type Extractor = (range: Range) => number[]

/** The rows to draw, and whether they are gone past so fast that nobody reads them. */
export interface ScrolledRange {
  readonly rested: Extractor
  readonly scrolled: Extractor
  isFlown(): boolean
}

/**
 * Rows to draw at rest, and while scrolling. The ones beyond the edges spare a slow hand blank rows; where none of the rows
 * drawn last is seen any more and none was read yet, the bar is being dragged, and they would only delay the picture.
 */
export function scrolledRange(isRead: (index: number) => boolean): ScrolledRange {
  let last = { startIndex: 0, endIndex: 0 }
  let isFar = false
  const take = (range: Range, far: boolean) => {
    last = range
    isFar = far
    return defaultRangeExtractor(far ? { ...range, overscan: 0 } : range)
  }
  return {
    rested: range => take(range, false),
    scrolled(range) {
      const isElsewhere = range.startIndex > last.endIndex || range.endIndex < last.startIndex
      return take(range, isElsewhere && !isRead(range.startIndex) && !isRead(range.endIndex))
    },
    isFlown: () => isFar,
  }
}
