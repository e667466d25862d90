/** Sounds of Chinese titles, composed from the pinyin of known texts. */
import { storeLocal } from '../../data/store.ts'
import type { Pinyin } from './pinyin.ts'
import { polyphones } from './polyphones.ts'

const han = /\p{Script=Han}/u
const everyHan = /\p{Script=Han}/gu

const plainSyllables = (said: string) => said.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/\s+/)

function corrected(written: readonly string[], syllables: readonly string[]): readonly string[] {
  return written.reduce((right, character, at) => {
    const word = polyphones.get(character + (written[at + 1] ?? ''))
    return word ? right.toSpliced(at, word.length, ...word) : right
  }, syllables)
}

/** Most frequent reading per character; unknown characters yield the initial. */
function readings(phrases: ReadonlyMap<string, readonly string[]>): (character: string) => string {
  const counts = new Map<string, Map<string, number>>()
  for (const [text, syllables] of phrases) {
    for (const [at, character] of [...text].entries()) {
      const syllable = syllables[at] ?? ''
      const of = counts.get(character) ?? new Map<string, number>()
      counts.set(character, of.set(syllable, (of.get(syllable) ?? 0) + 1))
    }
  }
  const known = new Map<string, string>()
  const commonReading = (character: string) =>
    [...(counts.get(character) ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0] ?? initialOf(character)
  return character => {
    const reading = known.get(character) ?? commonReading(character)
    known.set(character, reading)
    return reading
  }
}

/** Texts with one syllable per character: usable for learning. */
function phrasesOf(pinyin: Pinyin): ReadonlyMap<string, readonly string[]> {
  const phrases = new Map<string, readonly string[]>()
  for (const [text, said] of Object.entries(pinyin)) {
    const [written, syllables] = [[...text], plainSyllables(said)]
    if (written.length !== syllables.length || !written.every(character => han.test(character))) continue
    phrases.set(text, corrected(written, syllables))
  }
  return phrases
}

export function sounds(pinyin: Pinyin): (text: string) => readonly string[] {
  const learned = phrasesOf(pinyin)
  const readingOf = readings(learned)
  const phrases = new Map([...polyphones, ...learned])
  const lengths = new Map<string, readonly number[]>()
  for (const text of phrases.keys()) {
    const [first = '', ...rest] = text
    const known = lengths.get(first) ?? []
    const length = rest.length + 1
    if (!known.includes(length))
      lengths.set(
        first,
        [...known, length].sort((a, b) => b - a),
      )
  }
  return text => {
    const written = text.match(everyHan) ?? []
    const said: string[] = []
    // Longest known phrase first: it disambiguates characters with several readings.
    for (let at = 0; at < written.length; ) {
      const character = written[at] ?? ''
      let phrase: readonly string[] | undefined
      for (const length of lengths.get(character) ?? []) {
        if (length > 1 && at + length <= written.length) phrase ??= phrases.get(written.slice(at, at + length).join(''))
      }
      said.push(...(phrase ?? [readingOf(character)]))
      at += phrase?.length ?? 1
    }
    return said
  }
}

/** First character per letter; no syllable begins with i, u, v. */
const firsts: readonly (readonly [letter: string, character: string])[] = [
  ['a', '阿'],
  ['b', '八'],
  ['c', '嚓'],
  ['d', '哒'],
  ['e', '妸'],
  ['f', '发'],
  ['g', '旮'],
  ['h', '哈'],
  ['j', '讥'],
  ['k', '咔'],
  ['l', '垃'],
  ['m', '痳'],
  ['n', '拏'],
  ['o', '噢'],
  ['p', '妑'],
  ['q', '七'],
  ['r', '呥'],
  ['s', '扨'],
  ['t', '它'],
  ['w', '穵'],
  ['x', '夕'],
  ['y', '丫'],
  ['z', '帀'],
]

const collation = storeLocal(() => new Intl.Collator('zh-u-co-pinyin'))

/** Pinyin initial of any Chinese character, by the platform's collation. */
export function initialOf(character: string): string {
  const { compare } = collation()
  if (!/\p{Script=Han}/u.test(character)) return ''
  return firsts.findLast(([, first]) => compare(first, character) <= 0)?.[0] ?? ''
}
