/** Row range to render while scrolling. */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

type Extractor = (range: Range) => number[]

/** Rows to render, and whether scrolling outpaces reading. */
export interface ScrolledRange {
  readonly rested: Extractor
  readonly scrolled: Extractor
  isFlown(): boolean
  /** Overscan pending. */
  isBare(): boolean
  settle(): void
}

/**
 * Range extractor. Overscan spares slow scrolling blank rows, but after a jump it would delay the picture, so it
 * follows. Jumps onto unloaded rows count as bar dragging.
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
