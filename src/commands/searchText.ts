/** How well a typed word fits a text, Chinese or not: by characters, by pinyin, by initials. Pure. */

/** Steps of fitness, best first. */
export const tiers = [
  'exact',
  'prefix',
  'contiguous',
  'initialsExact',
  'initials',
  'pinyinPrefix',
  'pinyinInside',
  'initialsInside',
  'mixed',
  'insideWord',
  'fuzzy',
] as const
export type Tier = (typeof tiers)[number]

const folds: Readonly<Record<string, string>> = {
  '》': '>',
  '〉': '>',
  '、': '/',
  '／': '/',
  '＠': '@',
  '？': '?',
  '。': '.',
}

/** What is typed and what is searched, in one shape: width, case and Chinese punctuation do not count. */
export function normalize(text: string): string {
  return text
    .replace(/[》〉、／＠？。]/g, found => folds[found] ?? found)
    .normalize('NFKC')
    .toLowerCase()
    .trim()
}

/** One character of a text, or one word of letters, with its sound. */
interface Unit {
  readonly text: string
  readonly sound: string
}

/** A text made ready for search. */
export interface Searchable {
  readonly original: string
  readonly text: string
  readonly units: readonly Unit[]
  readonly initials: string
  /** The whole sound, and where in it syllables begin. */
  readonly sound: string
  readonly starts: ReadonlySet<number>
}

/** Makes a text ready; `soundOf` gives the pinyin of each Chinese character of it, in order. */
export function searchable(original: string, soundOf: (text: string) => readonly string[]): Searchable {
  const text = normalize(original)
  const sounds = [...soundOf(text)]
  const units = [...text.matchAll(/\p{Script=Han}|[\p{L}\p{N}]+/gu)].map(([part]) => ({
    text: part,
    // A character whose sound nobody knows stands for itself: it must not make the others look like the whole.
    sound: (/\p{Script=Han}/u.test(part) && sounds.shift()) || part,
  }))
  const starts = new Set<number>()
  let sound = ''
  for (const unit of units) {
    starts.add(sound.length)
    sound += unit.sound
  }
  return { original, text, units, initials: units.map(unit => unit.sound.charAt(0)).join(''), sound, starts }
}

/** A name that is no language (`brand.new`): found by its letters only. */
export function searchableName(name: string): Searchable {
  return { original: name, text: normalize(name), units: [], initials: '', sound: '', starts: new Set() }
}

/** Takes a word apart over consecutive units: each by its character, its whole sound or the first letters of it. */
function fitsMixed(units: readonly Unit[], at: number, word: string): boolean {
  if (word === '') return true
  const unit = units[at]
  if (!unit) return false
  if (unit.text !== '' && word.startsWith(unit.text) && fitsMixed(units, at + 1, word.slice(unit.text.length)))
    return true
  for (let length = Math.min(unit.sound.length, word.length); length > 0; length--) {
    const isWhole = length === unit.sound.length || length === 1 || length === word.length
    if (!isWhole || !unit.sound.startsWith(word.slice(0, length))) continue
    if (fitsMixed(units, at + 1, word.slice(length))) return true
  }
  return false
}

function soundsAt(target: Searchable, word: string): 'pinyinPrefix' | 'pinyinInside' | null {
  let at = target.sound.indexOf(word)
  if (at === 0) return 'pinyinPrefix'
  for (; at > 0; at = target.sound.indexOf(word, at + 1)) if (target.starts.has(at)) return 'pinyinInside'
  return null
}

/** Gaps between the letters of a word found in order; null when they are not all there. */
function gaps(text: string, word: string): number | null {
  let at = -1
  let found = 0
  for (const letter of word) {
    const next = text.indexOf(letter, at + 1)
    if (next < 0) return null
    if (at >= 0 && next > at + 1) found += 1
    at = next
  }
  return found
}

const mostGaps = 3

/** Do these letters stand in the middle of words only? "pp" in "supply" means less than 品牌. */
function isMidWord(text: string, word: string): boolean {
  if (!/^[a-z0-9]/.test(word)) return false
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[a-z0-9]/.test(text.charAt(at - 1))) return false
  }
  return true
}

/** How a normalized word fits a text; null when it does not. */
export function fitness(target: Searchable, word: string): Tier | null {
  if (target.text === word) return 'exact'
  if (target.text.startsWith(word)) return 'prefix'
  const isInside = target.text.includes(word)
  if (isInside && !isMidWord(target.text, word)) return 'contiguous'
  if (/^[\p{L}\p{N}]+$/u.test(word)) {
    if (word.length > 1 && target.initials === word) return 'initialsExact'
    if (word.length > 1 && target.initials.startsWith(word)) return 'initials'
    const sound = soundsAt(target, word)
    if (sound) return sound
    if (word.length > 1 && target.initials.includes(word)) return 'initialsInside'
    if (word.length > 2 && target.units.some((_, at) => fitsMixed(target.units, at, word))) return 'mixed'
  }
  if (isInside) return 'insideWord'
  if (word.length < 3) return null
  const found = gaps(target.text, word)
  return found !== null && found <= mostGaps ? 'fuzzy' : null
}
