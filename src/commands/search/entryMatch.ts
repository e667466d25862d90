/** How all that is typed fits the commands: every word somewhere in the texts of one, or all of them as one. Pure. */

import { exactMatches, type Matches, NO_MATCH, noFits } from './exactMatch.ts'
import { memoizeRecent } from './memo.ts'
import { isLoose, matchScore, stepOf } from './score.ts'
import { occurIn, type SearchIndex } from './searchIndex.ts'
import { type Word, wordOf } from './searchText.ts'

/** A text that is no title counts this much less within a step, which is doubled to leave room for it. */
const less = 1

/** What stands whole cannot be bettered by what fits in parts. */
const worstWhole = stepOf.initialsInside * 2 + less

/** The step of a text that has not been asked yet, and of one that does not fit. */
const unasked = -1
const unfit = 127

/** How a word that may lie scattered fits each text, by the texts' places; those that fit alike are asked once. */
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

/** Puts in the best fit of a word that may lie scattered over a text. */
function putLoose({ entries, firstText }: SearchIndex, fits: Matches, place: number, stepOfText: StepOfText): void {
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

/** Entries that have the number in a word; null where it has none. A number that is not there whole is another number. */
function withNumber(index: SearchIndex, { text }: Word): Matches | null {
  const [number] = /\d+/.exec(text) ?? []
  return number === undefined ? null : exactMatches(index, wordOf(number))
}

/** Entries that lack any of the characters of the word are passed over: they cannot fit it. */
function putAllLoose(index: SearchIndex, fits: Matches, word: Word): void {
  const numbered = withNumber(index, word)?.scores
  const stepOfText = stepsOfTexts(index, word)
  for (let place = 0; place < index.entries.length; place += 1) {
    if ((fits.scores[place] ?? 0) <= worstWhole || !occurIn(index.characters, place, word)) continue
    if (numbered?.[place] !== NO_MATCH) putLoose(index, fits, place, stepOfText)
  }
}

/** What a command belongs to says little: a word counts only where it says plainly which. */
function putAbout({ entries, headings, headingOf }: SearchIndex, fits: Matches, word: Word): void {
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

/** How a word fits every entry. That of the words before it is still known while another is typed. */
function fitsOfWord(index: SearchIndex, word: Word): Matches {
  const before = known.get(index, word.text)
  if (before) return before
  const fits = exactMatches(index, word)
  if (isLoose(word)) putAllLoose(index, fits, word)
  putAbout(index, fits, word)
  return known.keep(index, word.text, fits)
}

/** What is typed: every word must fit. Words typed apart may also be one: "chan pin" is 产品 said slowly. */
export interface Question {
  readonly words: readonly Word[]
  readonly joined: readonly Word[]
}

/** What is typed, taken apart; from normalized text. */
export function questionOf(text: string): Question {
  const words = text.split(/\s+/).filter(Boolean)
  const joined = words.length > 1 ? [words.join(' '), words.join('')] : []
  return { words: words.map(wordOf), joined: joined.map(wordOf) }
}

/** Of two fits of each entry the worse, or the better; among equals the later counts. */
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

function fitsOfAll(index: SearchIndex, { words, joined }: Question): Matches {
  const [first, ...others] = words.map(word => fitsOfWord(index, word))
  const apart = others.reduce((worst, fits) => merged(worst, fits, true), first ?? noFits(index.entries.length))
  return joined.reduce((best, word) => merged(best, fitsOfWord(index, word), false), apart)
}

interface Answered {
  readonly typed: string
  readonly fits: Matches
}

/** What was asked last: the list, and whether records are looked for as well, ask the same. */
const answered = new WeakMap<SearchIndex, Answered>()

/** Of every entry the worst of the words, or all of them as one where that fits as well. */
export function entryMatches(index: SearchIndex, question: Question): Matches {
  const typed = question.words.map(({ text }) => text).join(' ')
  const last = answered.get(index)
  if (last?.typed === typed) return last.fits
  const fits = fitsOfAll(index, question)
  answered.set(index, { typed, fits })
  return fits
}
