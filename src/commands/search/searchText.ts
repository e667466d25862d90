/** Normalization of texts and typed words, Chinese with pinyin. Pure. */

/** Punctuation of Chinese input methods that NFKC leaves unchanged. */
const signs: Readonly<Record<string, string>> = { '》': '>', '〉': '>', '、': '/', '。': '.' }

export function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[》〉、。]/g, sign => signs[sign] ?? sign)
    .toLowerCase()
    .trim()
}

export interface Unit {
  readonly text: string
  readonly sound: string
}

export interface Searchable {
  readonly original: string
  readonly text: string
  readonly units: readonly Unit[]
  readonly initials: string
  readonly sound: string
  readonly characters: number
}

export interface Word {
  readonly text: string
  readonly isPlain: boolean
  /** Latin letter or digit first. */
  readonly isLatin: boolean
  readonly characters: number
}

export const isAlphanumeric = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

const [digitZero, digitNine, lastAscii] = [48, 57, 127]

/** Bit set of a normalized text's characters, to reject most texts cheaply. */
export function charactersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Bits 1 to 26 for letters, the others for pairs of digits.
    if (code > lastAscii || isAlphanumeric(code))
      bits |= 1 << (code > digitNine ? code : 27 + ((code - digitZero) >> 1))
  }
  return bits
}

/** Syllable marks of input methods: `sheng'chan`, trailing `sheng'`. */
const syllableMark = /(?<=\p{L})['’](?=\p{L}|\s|$)/gu

/** Strips syllable marks from queries; searched texts keep their offsets. */
export const withoutSyllableMarks = (text: string): string => text.replace(syllableMark, '')

const syllable = '(?:(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?[aeiouvü]+(?:ng?|r)?|[zcs]h|[bpmfdtnlgkhjqxrzcsyw])'
const composed = new RegExp(`^${syllable}(?:['’]${syllable})*['’]?$`)

/** Joins composed pinyin for server queries; possessives (`wendy's`) keep their apostrophe. */
export function wordOfPinyin(text: string): string {
  return composed.test(text) && !/['’]s$/.test(text) ? withoutSyllableMarks(text) : text
}

export function wordOf(typed: string): Word {
  const text = withoutSyllableMarks(typed)
  return {
    text,
    isPlain: /^[\p{L}\p{N}]+$/u.test(text),
    isLatin: /^[a-z0-9]/.test(text),
    characters: charactersOf(text),
  }
}

const han = /\p{Script=Han}/u
const parts = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu

/** Prepares a text; `soundOf` returns pinyin per Chinese character. */
export function searchable(original: string, soundOf: (text: string) => readonly string[]): Searchable {
  const text = normalize(original)
  const sounds = [...soundOf(text)]
  const units: Unit[] = []
  let sound = ''
  let initials = ''
  for (const part of text.match(parts) ?? []) {
    // Unknown readings fall back to the character: sounds stay aligned.
    const unit = { text: part, sound: (han.test(part) && sounds.shift()) || part }
    units.push(unit)
    sound += unit.sound
    initials += unit.sound.charAt(0)
  }
  return { original, text, units, initials, sound, characters: charactersOf(text + sound) }
}

export function isUnitStart(units: readonly Unit[], place: number): boolean {
  let at = 0
  for (let index = 0; at < place; index += 1) {
    const unit = units[index]
    if (!unit) return false
    at += unit.sound.length
  }
  return at === place
}

/** Prepares a technical name (`brand.new`): letters only. */
export function searchableName(name: string): Searchable {
  const text = normalize(name)
  return { original: name, text, units: [], initials: '', sound: '', characters: charactersOf(text) }
}
