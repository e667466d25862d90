/** Where a word stands whole, in all entries of the palette at once. Pure. */
import { stepOf } from './fitness.ts'
import { pieceKinds, type SearchIndex } from './searchIndex.ts'
import { isAlphanumeric, type Word } from './searchText.ts'

/** Of every entry how well it fits, the lower the better, and by which of its texts. */
export interface Fits {
  readonly scores: Uint8Array
  readonly texts: Int32Array
}

/** The score of what does not fit. */
export const noFit = 255

export const noFits = (count: number): Fits => ({
  scores: new Uint8Array(count).fill(noFit),
  texts: new Int32Array(count).fill(-1),
})

/** The best that a piece of each kind can be. */
const bestIn = [stepOf.exact, stepOf.initialsExact, stepOf.pinyinExact] as const

/** The step of a word that stands in a piece from a place on; null where it says nothing there. */
function stepAt({ haystack, begins, pieces }: SearchIndex, piece: number, at: number, word: Word): number | null {
  const isFirst = at === pieces.starts[piece]
  const isAll = isFirst && at + word.text.length === pieces.ends[piece]
  switch (pieces.kinds[piece]) {
    case pieceKinds.written:
      if (isFirst) return isAll ? stepOf.exact : stepOf.prefix
      // Letters in the middle of a word say little: "pp" in "supply" means less than 品牌.
      return word.isLatin && isAlphanumeric(haystack.charCodeAt(at - 1)) ? stepOf.insideWord : stepOf.contiguous
    case pieceKinds.initials:
      if (!word.isPlain || word.text.length < 2) return null
      return isAll ? stepOf.initialsExact : isFirst ? stepOf.initials : stepOf.initialsInside
    default:
      if (!word.isPlain || begins[at] === 0) return null
      return isAll ? stepOf.pinyinExact : isFirst ? stepOf.pinyinPrefix : stepOf.pinyinInside
  }
}

/** Each step is doubled, so that a text that is no title counts less within it. */
const scoreOf = (step: number, less: number) => step * 2 + less

/**
 * The fits of a word that stands whole in an entry: as it is written, in initials or in sounds. Of each entry no more is
 * looked at than could still be better.
 */
export function wholeFits(index: SearchIndex, word: Word): Fits {
  const fits = noFits(index.entries.length)
  const { haystack, pieces } = index
  const { starts, ends, entries, kinds, texts, less } = pieces
  const couldBe = (piece: number) => scoreOf(bestIn[kinds[piece] ?? 0] ?? 0, less[piece] ?? 0)
  const isSettled = (piece: number) => (fits.scores[entries[piece] ?? 0] ?? 0) <= couldBe(piece)
  let piece = 0
  let at = haystack.indexOf(word.text)
  while (at >= 0) {
    while ((ends[piece] ?? Number.POSITIVE_INFINITY) <= at) piece += 1
    const entry = entries[piece] ?? 0
    const step = stepAt(index, piece, at, word)
    const score = step === null ? noFit : scoreOf(step, less[piece] ?? 0)
    if (score < (fits.scores[entry] ?? 0)) {
      fits.scores[entry] = score
      fits.texts[entry] = texts[piece] ?? 0
    }
    if (isSettled(piece)) {
      do piece += 1
      while (piece < starts.length && isSettled(piece))
      if (piece >= starts.length) break
      at = haystack.indexOf(word.text, starts[piece])
    } else at = haystack.indexOf(word.text, at + 1)
  }
  return fits
}
