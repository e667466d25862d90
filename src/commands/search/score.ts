/** Score of a word against a text, pinyin included. Pure. */
import { isAlphanumeric, isUnitStart, type Searchable, type Unit, type Word } from './searchText.ts'

export const stepOf = {
  exact: 0,
  initialsExact: 1,
  prefix: 2,
  contiguous: 3,
  initials: 4,
  pinyinExact: 5,
  pinyinPrefix: 6,
  pinyinInside: 7,
  initialsInside: 8,
  mixedPrefix: 9,
  mixedInside: 10,
  insideWord: 11,
  oneGap: 12,
  typo: 13,
  twoGaps: 14,
  threeGaps: 15,
  about: 16,
} as const
export type Tier = keyof typeof stepOf

function commonLength(sound: string, word: string, from: number): number {
  let length = 0
  while (length < sound.length && sound.charCodeAt(length) === word.charCodeAt(from + length)) length += 1
  return length
}

/** Matches the word's rest by character, sound or initial. */
function fitsMixed(units: readonly Unit[], at: number, word: string, from = 0): boolean {
  if (from === word.length) return true
  const unit = units[at]
  if (!unit) return false
  const goesOn = (length: number) => fitsMixed(units, at + 1, word, from + length)
  if (word.startsWith(unit.text, from) && goesOn(unit.text.length)) return true
  const { text, sound } = unit
  const common = commonLength(sound, word, from)
  if (common === 0) return false
  // Last syllable may be incomplete while typing.
  if (from + common === word.length) return true
  if (common === sound.length && sound !== text && goesOn(common)) return true
  return (common > 1 && /^[zcs]h/.test(sound) && goesOn(2)) || (sound.length > 1 && goesOn(1))
}

/** Prefilter by first letter before the expensive decomposition. */
const beginsLike = ({ text, sound }: Unit, word: string) =>
  text.charCodeAt(0) === word.charCodeAt(0) || sound.charCodeAt(0) === word.charCodeAt(0)

function mixedTier({ units }: Searchable, word: string): Tier | null {
  const at = units.findIndex((unit, from) => beginsLike(unit, word) && fitsMixed(units, from, word))
  return at < 0 ? null : at === 0 ? 'mixedPrefix' : 'mixedInside'
}

/** Passes the occurrences of a part to `isRight` until one is. */
function occurs(text: string, part: string, isRight: (at: number) => boolean): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) if (isRight(at)) return true
  return false
}

function startTier(text: string, word: string, whole: Tier, prefix: Tier): Tier | null {
  if (!text.startsWith(word)) return null
  return text.length === word.length ? whole : prefix
}

const gapTiers = ['oneGap', 'twoGaps', 'threeGaps'] as const

/** Sum of gaps of a greedy match; Infinity on failure. */
function gapsFrom(text: string, start: number, word: string): number {
  let at = start
  let gaps = 0
  for (let letter = 1; letter < word.length && gaps <= gapTiers.length; letter += 1) {
    const next = text.indexOf(word.charAt(letter), at + 1)
    if (next < 0) return Number.POSITIVE_INFINITY
    if (next > at + 1) gaps += 1
    at = next
  }
  return gaps
}

/** Minimal gaps; a match starts at a word or syllable. */
function fewestGaps(text: string, word: string, isStart: (at: number) => boolean): number {
  let fewest = Number.POSITIVE_INFINITY
  occurs(text, word.charAt(0), at => {
    if (isStart(at)) fewest = Math.min(fewest, gapsFrom(text, at, word))
    return false
  })
  return fewest
}

const isLetters = (text: string) => /^[a-z0-9]+$/.test(text)

const isWordStart = (text: string) => (at: number) =>
  at === 0 || !isAlphanumeric(text.charCodeAt(at - 1)) || !isAlphanumeric(text.charCodeAt(at))

/** Minimum lengths for gapped matches: shorter words match nearly everything. */
const fewest = { characters: 2, letters: 3, sounds: 4 } as const

/** Gaps allowed; not in numbers, which would be other numbers. */
const hasGaps = ({ text, isLatin }: Word) =>
  text.length >= (isLatin ? fewest.letters : fewest.characters) && !/\d/.test(text)

function gapTier({ text, sound, units }: Searchable, typed: Word): Tier | null {
  if (!hasGaps(typed)) return null
  const { text: word, isLatin, isPlain } = typed
  const written = fewestGaps(text, word, isWordStart(text))
  const isSound = isLatin && isPlain && word.length >= fewest.sounds
  const said = isSound ? fewestGaps(sound, word, at => isUnitStart(units, at)) : written
  return gapTiers[Math.min(written, said) - 1] ?? null
}

function wholeTier({ text, initials, sound, units }: Searchable, { text: word, isPlain, isLatin }: Word): Tier | null {
  const first = text.indexOf(word)
  if (first === 0) return text.length === word.length ? 'exact' : 'prefix'
  // Letters inside a word are weak: "pp" in "supply" versus 品牌.
  const isStart = (at: number) => !isLatin || !isAlphanumeric(text.charCodeAt(at - 1))
  if (first > 0 && occurs(text, word, isStart)) return 'contiguous'
  // Pinyin letters must start at a syllable.
  if (!isPlain || (isLatin && !initials.includes(word.charAt(0)))) return null
  const short = word.length > 1 ? startTier(initials, word, 'initialsExact', 'initials') : null
  const said = short ?? startTier(sound, word, 'pinyinExact', 'pinyinPrefix')
  if (said || occurs(sound, word, at => isUnitStart(units, at))) return said ?? 'pinyinInside'
  return word.length > 1 && initials.includes(word) ? 'initialsInside' : null
}

/** Decomposable into characters and sounds; two letters are initials only. */
const isMixable = ({ text, isPlain }: Word) => isPlain && (text.length > 2 || (text.length === 2 && !isLetters(text)))

export function matchScore(target: Searchable, word: Word): Tier | null {
  if ((word.characters & ~target.characters) !== 0) return null
  const exact = wholeTier(target, word) ?? (isMixable(word) ? mixedTier(target, word.text) : null)
  return exact ?? (target.text.includes(word.text) ? 'insideWord' : gapTier(target, word))
}
