/** Exact matches of a word in all entries. Pure. */

import { memoizeRecent } from './memo.ts'
import { stepOf } from './score.ts'
import type { SearchIndex } from './searchIndex.ts'
import { pieceKinds } from './searchPieces.ts'
import { isAlphanumeric, type Word } from './searchText.ts'
import { narrowed, placesOfCharacter, type SubstringIndex } from './substringIndex.ts'

/** Score per entry, lower is better, with the matching text. */
export interface Matches {
  readonly scores: Uint8Array
  readonly texts: Int32Array
}

export const NO_MATCH = 255

export const noMatches = (count: number): Matches => ({
  scores: new Uint8Array(count).fill(NO_MATCH),
  texts: new Int32Array(count).fill(-1),
})

function stepAt({ haystack, pieces }: SearchIndex, piece: number, at: number, word: Word): number | null {
  const isFirst = at === pieces.starts[piece]
  const isAll = isFirst && at + word.text.length === pieces.ends[piece]
  switch (pieces.kinds[piece]) {
    case pieceKinds.written:
      if (isFirst) return isAll ? stepOf.exact : stepOf.prefix
      // Letters inside a word are weak: "pp" in "supply" versus 品牌.
      return word.isLatin && isAlphanumeric(haystack.charCodeAt(at - 1)) ? stepOf.insideWord : stepOf.contiguous
    case pieceKinds.initials:
      if (!word.isPlain || word.text.length < 2) return null
      return isAll ? stepOf.initialsExact : isFirst ? stepOf.initials : stepOf.initialsInside
    default:
      if (!word.isPlain) return null
      return isAll ? stepOf.pinyinExact : isFirst ? stepOf.pinyinPrefix : stepOf.pinyinInside
  }
}

/** Maximum prefix length: pasted pages are longer than any word. */
const maxAsked = 64

/** Memory bound: tens of thousands of numbers per word. */
const known = memoizeRecent<SearchIndex, SubstringIndex>(16)

function occurrencesOf(index: SearchIndex, text: string): SubstringIndex {
  let length = Math.min(text.length, maxAsked)
  while (length > 1 && !known.get(index, text.slice(0, length))) length -= 1
  const beginning =
    known.get(index, text.slice(0, length)) ?? placesOfCharacter(index.characterPlaces, text.charCodeAt(0))
  const found = narrowed(index.haystack, beginning, text, length)
  return text.length > maxAsked ? found : known.set(index, text, found)
}

export function exactMatches(index: SearchIndex, word: Word): Matches {
  const fits = noMatches(index.entries.length)
  const { entries, texts, less } = index.pieces
  const { places, pieces } = occurrencesOf(index, word.text)
  for (let at = 0; at < places.length; at += 1) {
    const piece = pieces[at] ?? 0
    const step = stepAt(index, piece, places[at] ?? 0, word)
    if (step === null) continue
    const entry = entries[piece] ?? 0
    const score = step * 2 + (less[piece] ?? 0)
    if (score >= (fits.scores[entry] ?? NO_MATCH)) continue
    fits.scores[entry] = score
    fits.texts[entry] = texts[piece] ?? 0
  }
  return fits
}
