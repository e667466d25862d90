/** Query match against commands: word by word, or joined. Pure. */

import { memoized } from '../../data/memo.ts'
import { exactMatches, type Matches, NO_MATCH, noMatches } from './exactMatch.ts'
import { memoizeRecent } from './memo.ts'
import { isLoose, matchScore, stepOf } from './score.ts'
import { occurIn, type SearchIndex } from './searchIndex.ts'
import { type Word, wordOf } from './searchText.ts'

/** Penalty of non-title texts; steps are doubled to fit it. */
const less = 1

/** Worst exact score: fuzzy matches cannot improve on better ones. */
const worstWhole = stepOf.initialsInside * 2 + less

/** Markers of an unscored text and of a mismatch. */
const unasked = -1
const unfit = 127

/** Fuzzy score per text, memoized. */
function stepsOfTexts({ entries, textCharacters, firstText, alike }: SearchIndex, word: Word) {
  const isNumbered = /\d/.test(word.text)
  const steps = new Int8Array(alike.length).fill(unasked)
  return (place: number, at: number): number => {
    if (!occurIn(textCharacters, at, word)) return unfit
    const like = isNumbered ? at : (alike[at] ?? at)
    const known = steps[like] ?? unasked
    if (known !== unasked) return known
    const text = entries[place]?.texts[at - (firstText[place] ?? 0)]
    const tier = text ? matchScore(text, word) : null
    const step = tier ? stepOf[tier] : unfit
    steps[like] = step
    return step
  }
}

type StepOfText = ReturnType<typeof stepsOfTexts>

function scoreFuzzy({ entries, firstText }: SearchIndex, fits: Matches, place: number, stepOfText: StepOfText): void {
  const first = firstText[place] ?? 0
  const end = firstText[place + 1] ?? 0
  for (let at = first; at < end; at += 1) {
    const step = stepOfText(place, at)
    if (step === unfit) continue
    const score = step * 2 + (at - first < (entries[place]?.counting.fully ?? 0) ? 0 : less)
    if (score >= (fits.scores[place] ?? NO_MATCH)) continue
    fits.scores[place] = score
    fits.texts[place] = at - first
  }
}

function withNumber(index: SearchIndex, { text }: Word): Matches | null {
  const [number] = /\d+/.exec(text) ?? []
  return number === undefined ? null : exactMatches(index, wordOf(number))
}

/** Prefilter: entries lacking a character of the word cannot match. */
function scoreAllFuzzy(index: SearchIndex, fits: Matches, word: Word): void {
  const numbered = withNumber(index, word)?.scores
  const stepOfText = stepsOfTexts(index, word)
  for (let place = 0; place < index.entries.length; place += 1) {
    if ((fits.scores[place] ?? 0) <= worstWhole || !occurIn(index.characters, place, word)) continue
    if (numbered?.[place] !== NO_MATCH) scoreFuzzy(index, fits, place, stepOfText)
  }
}

/** Category match: weak evidence, hence exact words only. */
function scoreByCategory({ entries, headings, headingOf }: SearchIndex, fits: Matches, word: Word): void {
  const found = headings.map(texts =>
    texts.findIndex(text => {
      const tier = matchScore(text, word)
      return tier !== null && stepOf[tier] <= stepOf.pinyinInside
    }),
  )
  if (found.every(at => at < 0)) return
  for (let place = 0; place < entries.length; place += 1) {
    const at = found[headingOf[place] ?? 0] ?? -1
    if (at < 0 || fits.scores[place] !== NO_MATCH) continue
    fits.scores[place] = stepOf.about * 2
    fits.texts[place] = (entries[place]?.counting.named ?? 0) + at
  }
}

const known = memoizeRecent<SearchIndex, Matches>(8)

/** Matches of a word, memoized while later words are typed. */
function fitsOfWord(index: SearchIndex, word: Word): Matches {
  const before = known.get(index, word.text)
  if (before) return before
  const fits = exactMatches(index, word)
  if (isLoose(word)) scoreAllFuzzy(index, fits, word)
  scoreByCategory(index, fits, word)
  return known.set(index, word.text, fits)
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

function merged(fits: Matches, others: Matches, isWorse: boolean): Matches {
  const scores = fits.scores.slice()
  const texts = fits.texts.slice()
  for (let place = 0; place < scores.length; place += 1) {
    const score = others.scores[place] ?? NO_MATCH
    const now = scores[place] ?? NO_MATCH
    if (score !== now && score > now !== isWorse) continue
    scores[place] = score
    texts[place] = others.texts[place] ?? -1
  }
  return { scores, texts }
}

function fitsOfAll(index: SearchIndex, { words, joined }: MatchQuery): Matches {
  const [first, ...others] = words.map(word => fitsOfWord(index, word))
  const apart = others.reduce((worst, fits) => merged(worst, fits, true), first ?? noMatches(index.entries.length))
  return joined.reduce((best, word) => merged(best, fitsOfWord(index, word), false), apart)
}

interface Answered {
  readonly typed: string
  readonly fits: Matches
}

/** Last query memoized: list and record search need the same. */
const lastOf = memoized((_index: SearchIndex): { answered: Answered | null } => ({ answered: null }))

export function entryMatches(index: SearchIndex, question: MatchQuery): Matches {
  const typed = question.words.map(({ text }) => text).join(' ')
  const last = lastOf(index)
  if (last.answered?.typed !== typed) last.answered = { typed, fits: fitsOfAll(index, question) }
  return last.answered.fits
}
