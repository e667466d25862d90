/** Texts and typed words made ready to be compared, Chinese or not: in one shape, with their sounds. Pure. */

/** Signs as a Chinese input method writes them, where compatibility normalization leaves them as they are. */
const signs: Readonly<Record<string, string>> = { '》': '>', '〉': '>', '、': '/', '。': '.' }

/** What is typed and what is searched, in one shape: width, case and Chinese punctuation do not count. */
export function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[》〉、。]/g, sign => signs[sign] ?? sign)
    .toLowerCase()
    .trim()
}

/** One character of a text, or one word of letters, with its sound. */
export interface Unit {
  readonly text: string
  readonly sound: string
}

/**
 * Which characters occur at all, in bits: letters and digits, and the others twice by different parts of their codes.
 * What lacks a character of a word cannot fit it, and most texts are passed over by this alone.
 */
export interface Characters {
  readonly latin: number
  readonly low: number
  readonly high: number
}

/** A text made ready for search. */
export interface Searchable extends Characters {
  readonly original: string
  readonly text: string
  readonly units: readonly Unit[]
  readonly initials: string
  /** The whole sound: those of all units. */
  readonly sound: string
}

/** A typed word made ready for search. */
export interface Word extends Characters {
  readonly text: string
  /** Is it made of letters, digits and characters only? */
  readonly isPlain: boolean
  /** Does it begin with a Latin letter or a digit? */
  readonly isLatin: boolean
}

const letterA = 97
const digitZero = 48
const lastAscii = 127

/** The characters that occur in a normalized text. Blanks and ASCII signs do not count. */
export function charactersOf(text: string): Characters {
  let [latin, low, high] = [0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= letterA && code < letterA + 26) latin |= 1 << (code - letterA)
    // Five bits are left for ten digits.
    else if (code >= digitZero && code < digitZero + 10) latin |= 1 << (26 + ((code - digitZero) >> 1))
    else if (code > lastAscii) {
      low |= 1 << (code & 31)
      high |= 1 << ((code >> 5) & 31)
    }
  }
  return { latin, low, high }
}

/** Do these characters include those? */
export function includes(all: Characters, some: Characters): boolean {
  return (some.latin & ~all.latin) === 0 && (some.low & ~all.low) === 0 && (some.high & ~all.high) === 0
}

/** The characters of several texts together. */
export function together(parts: readonly Characters[]): Characters {
  let [latin, low, high] = [0, 0, 0]
  for (const part of parts) {
    latin |= part.latin
    low |= part.low
    high |= part.high
  }
  return { latin, low, high }
}

/** Is this the code of a small letter of the alphabet or of a digit? */
export const isAlphanumeric = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

/** While pinyin is composed an input method sets its syllables apart: `sheng'chan`, and `sheng'` before the next begins. */
const syllableMark = /(?<=\p{L})['’](?=\p{L}|\s|$)/gu

/** What is typed without the apostrophes behind letters. Not for what is searched: there every place must stay where it is. */
export const withoutSyllableMarks = (text: string): string => text.replace(syllableMark, '')

const syllable = '(?:(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?[aeiouvü]+(?:ng?|r)?|[zcs]h|[bpmfdtnlgkhjqxrzcsyw])'
const composed = new RegExp(`^${syllable}(?:['’]${syllable})*['’]?$`)

/**
 * Normalized text as the server is asked for it: pinyin that is being composed as one word. A name that has an apostrophe of
 * its own (`wendy's`) keeps it, for the server compares it sign by sign.
 */
export function wordOfPinyin(text: string): string {
  return composed.test(text) && !/['’]s$/.test(text) ? withoutSyllableMarks(text) : text
}

/** A word as it is looked for, from normalized text. */
export function wordOf(typed: string): Word {
  const text = withoutSyllableMarks(typed)
  return { text, isPlain: /^[\p{L}\p{N}]+$/u.test(text), isLatin: /^[a-z0-9]/.test(text), ...charactersOf(text) }
}

const han = /\p{Script=Han}/u
const parts = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu

/** Makes a text ready; `soundOf` gives the pinyin of each Chinese character of it, in order. */
export function searchable(original: string, soundOf: (text: string) => readonly string[]): Searchable {
  const text = normalize(original)
  const sounds = [...soundOf(text)]
  const units: Unit[] = []
  let sound = ''
  let initials = ''
  for (const part of text.match(parts) ?? []) {
    // A character whose sound nobody knows stands for itself: it must not make the others look like the whole.
    const unit = { text: part, sound: (han.test(part) && sounds.shift()) || part }
    units.push(unit)
    sound += unit.sound
    initials += unit.sound.charAt(0)
  }
  return { original, text, units, initials, sound, ...charactersOf(text + sound) }
}

/** Does a character's sound or a word begin at this place of the whole sound? */
export function isUnitStart(units: readonly Unit[], place: number): boolean {
  let at = 0
  for (let index = 0; at < place; index += 1) {
    const unit = units[index]
    if (!unit) return false
    at += unit.sound.length
  }
  return at === place
}

/** A name that is no language (`brand.new`): found by its letters only. */
export function searchableName(name: string): Searchable {
  const text = normalize(name)
  return { original: name, text, units: [], initials: '', sound: '', ...charactersOf(text) }
}
