/** How all that is typed fits a command: every word somewhere in its texts, or all of them as one. Pure. */
import { fitness, looseFitness, stepOf } from './fitness.ts'
import type { Entry } from './paletteEntries.ts'
import { type Characters, together, type Word, wordOf } from './searchText.ts'

/** What is no title counts less: each step is doubled so that this has room before the next. */
const less = 1

/** The best fit of a word, and which text it was found in. */
export interface Fit {
  readonly score: number
  readonly at: number
}

const noFit: Fit = { score: Number.POSITIVE_INFINITY, at: -1 }

/** What a command belongs to says little: a word counts only where it says plainly which. */
function bestAbout({ texts, counting }: Entry, word: Word): Fit {
  for (let at = counting.named; at < texts.length; at += 1) {
    const text = texts[at]
    const tier = text ? fitness(text, word) : null
    if (tier && stepOf[tier] <= stepOf.pinyinInside) return { score: stepOf.about * 2, at }
  }
  return noFit
}

function bestOf(entry: Entry, word: Word): Fit {
  const { texts, counting, haystack } = entry
  const isWhole = haystack.includes(word.text)
  const fits = isWhole ? fitness : looseFitness
  let score = noFit.score
  let place = noFit.at
  for (let at = 0; at < counting.named; at += 1) {
    const text = texts[at]
    const tier = text ? fits(text, word) : null
    if (!tier) continue
    const found = stepOf[tier] * 2 + (at < counting.fully ? 0 : less)
    if (found >= score) continue
    score = found
    place = at
    // What comes after counts less.
    if (score <= less) break
  }
  if (place < 0) return isWhole ? bestAbout(entry, word) : noFit
  return { score, at: place }
}

/** What is typed: every word must fit. Words typed apart may also be one: "chan pin" is 产品 said slowly. */
export interface Question extends Characters {
  readonly words: readonly Word[]
  readonly joined: readonly Word[]
}

/** What is typed, taken apart; from normalized text. */
export function questionOf(text: string): Question {
  const words = text.split(/\s+/).filter(Boolean)
  const joined = words.length > 1 ? [words.join(' '), words.join('')] : []
  const ready = words.map(wordOf)
  return { words: ready, joined: joined.map(wordOf), ...together(ready) }
}

/** The worst of the words, or all of them as one where that fits as well. */
export function fitOf(entry: Entry, { words, joined }: Question): Fit {
  let fit: Fit = { score: -1, at: -1 }
  for (const word of words) {
    const best = bestOf(entry, word)
    if (best.score >= fit.score) fit = best
    if (best.at < 0) break
  }
  for (const whole of joined) {
    const best = bestOf(entry, whole)
    if (best.score <= fit.score) fit = best
  }
  return fit
}
