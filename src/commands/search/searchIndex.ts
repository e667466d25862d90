/** Palette index, and matching of queries against its entries. Pure. */
import { memoized } from '../../data/memo.ts'
import { corrections, vocabularyOf } from './corrections.ts'
import type { PaletteEntry } from './paletteEntries.ts'
import { matchScore, stepOf } from './score.ts'
import { type Searchable, type Word, wordOf } from './searchText.ts'

export interface SearchIndex {
  /** Default order: negative rank last, then shorter, higher rank, name. */
  readonly entries: readonly PaletteEntry[]
  /** Entries as they lie in memory, and their places in that order. */
  readonly given: readonly PaletteEntry[]
  readonly places: Int32Array
  /** Their texts in turn, with characters, and each entry's end. */
  readonly texts: readonly Searchable[]
  readonly characters: Int32Array
  readonly ends: Int32Array
  /** Text equal but for numbers: number-free words match both alike. */
  readonly alike: Int32Array
  readonly placeOf: ReadonlyMap<string, number>
  /** Entities whose commands these are; none for pages. */
  readonly entities: readonly (string | undefined)[]
  /** Indices in menu order, highest rank first. */
  readonly byRank: Int32Array
}

export const isPage = (entry: PaletteEntry): boolean => entry.id.startsWith('navigate.')

/** Navigation-only commands rank last among equals. */
const isLast = ({ rank }: PaletteEntry) => (rank < 0 ? 1 : 0)

const inOrder = (a: PaletteEntry, b: PaletteEntry) =>
  isLast(a) - isLast(b) ||
  a.title.length - b.title.length ||
  b.rank - a.rank ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

function firstAlike(texts: readonly Searchable[]): Int32Array {
  const firsts = new Map<string, number>()
  return Int32Array.from(texts, ({ text, sound }, at) => {
    // Technical names have no sound.
    const shape = `${sound === ''}${text.replace(/\d+/g, '0')}`
    const first = firsts.get(shape) ?? at
    firsts.set(shape, first)
    return first
  })
}

export const indexOf = memoized((given: readonly PaletteEntry[]): SearchIndex => {
  const entries = given.toSorted(inOrder)
  const texts = given.flatMap(entry => entry.texts)
  let end = 0
  const placeOf = new Map(entries.map(({ id }, place) => [id, place]))
  return {
    entries,
    given,
    places: Int32Array.from(given, ({ id }) => placeOf.get(id) ?? 0),
    texts,
    ends: Int32Array.from(given, entry => (end += entry.texts.length)),
    characters: Int32Array.from(texts, ({ characters }) => characters),
    alike: firstAlike(texts),
    placeOf,
    entities: entries.map(entry => (isPage(entry) ? undefined : entry.entity)),
    byRank: Int32Array.from(
      given.toSorted((a, b) => b.rank - a.rank),
      ({ id }) => placeOf.get(id) ?? 0,
    ),
  }
})

/** Score per entry, lower is better, with the matching text. */
export interface Matches {
  readonly scores: Uint8Array
  readonly texts: Int32Array
}

export const NO_MATCH = 255

const noMatches = ({ entries }: SearchIndex): Matches => ({
  scores: new Uint8Array(entries.length).fill(NO_MATCH),
  texts: new Int32Array(entries.length).fill(-1),
})

/** Score of a category's exact word, and of its lesser matches. */
export const aboutExactly = stepOf.about * 2

/** Steps are doubled: a title wins over another text. */
function scoreOf(step: number, text: number, { fully, named }: PaletteEntry['counting']): number {
  if (text < named) return step * 2 + (text < fully ? 0 : 1)
  // Categories are weak evidence, hence exact words only.
  return step <= stepOf.pinyinInside ? aboutExactly + (step === stepOf.exact ? 0 : 1) : NO_MATCH
}

/** Matches of the words of one typing burst. */
const knownOf = memoized((_index: SearchIndex) => new Map<string, Matches>())
const maxKnown = 8

const unknown = -1
const noStep = 127

function matchesOfWord(index: SearchIndex, word: Word): Matches {
  const { given, places, texts, characters, ends, alike } = index
  const found = noMatches(index)
  const steps = new Int8Array(alike.length).fill(unknown)
  const hasNumber = /\d/.test(word.text)
  // Numbers match without gaps: not where their beginning did not.
  const before = hasNumber && word.text.length > 3 ? knownOf(index).get(word.text.slice(0, -1)) : undefined
  // Objects are touched where the bits allow a match, else arrays only.
  for (let entry = 0, at = 0; entry < places.length; entry += 1) {
    const [place, first, end] = [places[entry] ?? 0, at, ends[entry] ?? 0]
    if (before?.scores[place] === NO_MATCH) at = end
    for (; at < end; at += 1) {
      if ((word.characters & ~(characters[at] ?? 0)) !== 0) continue
      const like = hasNumber ? at : (alike[at] ?? 0)
      let step = steps[like] ?? unknown
      if (step === unknown) {
        const tier = matchScore(texts[at] as Searchable, word)
        step = tier ? stepOf[tier] : noStep
        steps[like] = step
      }
      const counting = step === noStep ? undefined : given[entry]?.counting
      const score = counting ? scoreOf(step, at - first, counting) : NO_MATCH
      if (score >= (found.scores[place] ?? NO_MATCH)) continue
      found.scores[place] = score
      found.texts[place] = at - first
    }
  }
  return found
}

/** Corrected words match worse than typed ones. */
function withCorrections(index: SearchIndex, word: Word, { scores, texts }: Matches): Matches {
  for (const correct of corrections(word.text, vocabularyOf(index.texts))) {
    const found = matchesOfWord(index, wordOf(correct))
    for (const [place, score] of found.scores.entries()) {
      const typo = stepOf.typo * 2 + (score > stepOf.prefix * 2 ? 1 : 0)
      if (score > stepOf.contiguous * 2 + 1 || typo >= (scores[place] ?? NO_MATCH)) continue
      scores[place] = typo
      texts[place] = found.texts[place] ?? -1
    }
  }
  return { scores, texts }
}

function matchesOf(index: SearchIndex, word: Word): Matches {
  const known = knownOf(index)
  const matches = known.get(word.text) ?? withCorrections(index, word, matchesOfWord(index, word))
  if (known.size > maxKnown) known.clear()
  known.set(word.text, matches)
  return matches
}

/** Query words, all required; also joined: "chan pin" is 产品 typed apart. */
export interface MatchQuery {
  readonly words: readonly Word[]
  readonly joined: readonly Word[]
}

export function questionOf(text: string): MatchQuery {
  const words = text.split(/\s+/).filter(Boolean)
  const joined = words.length > 1 ? [words.join(' '), words.join('')] : []
  return { words: words.map(wordOf), joined: joined.map(wordOf) }
}

/** Chinese words run together, apart: 收货过账 is 收货 过账. */
function splitsOf({ text }: Word): readonly MatchQuery[] {
  if (!/^\p{Script=Han}{4,8}$/u.test(text)) return []
  const places = Array.from({ length: text.length - 3 }, (_, at) => at + 2)
  return places.map(at => ({ words: [wordOf(text.slice(0, at)), wordOf(text.slice(at))], joined: [] }))
}

const isFound = ({ scores }: Matches) => scores.some(score => score !== NO_MATCH)

/** The worst of all words, or the best of them joined. */
export function entryMatches(index: SearchIndex, { words, joined }: MatchQuery): Matches {
  const [apart, whole] = [words, joined].map(some => some.map(word => matchesOf(index, word)))
  const [only] = apart ?? []
  if (only && words[0] && words.length === 1) {
    const split = isFound(only) ? [] : splitsOf(words[0])
    return split.map(each => entryMatches(index, each)).find(isFound) ?? only
  }
  const found = noMatches(index)
  for (let place = 0; place < found.scores.length; place += 1) {
    let [score, text] = [-1, -1]
    const take = (other: number, { texts }: Matches) => {
      ;[score, text] = [other, texts[place] ?? -1]
    }
    for (const each of apart ?? [])
      if ((each.scores[place] ?? NO_MATCH) >= score) take(each.scores[place] ?? NO_MATCH, each)
    for (const each of whole ?? [])
      if ((each.scores[place] ?? NO_MATCH) <= score) take(each.scores[place] ?? NO_MATCH, each)
    found.scores[place] = score
    found.texts[place] = text
  }
  return found
}
