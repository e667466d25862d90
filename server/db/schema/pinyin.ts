/**
 * How Chinese names are typed on a Latin keyboard. A name is kept as its readings, a word typed is looked for as any
 * abbreviation of them: `hengxiang`, `hx`, `hengx` and `hxsc` all find 恒香生抽. Characters of several readings are found
 * by each of them: 重庆 by `cq` and by `zq`.
 */
import { pinyin, polyphonic } from 'pinyin-pro'

/** Of a longer text only the beginning can be typed. */
const longest = 60
const options = { toneType: 'none', type: 'array', nonZh: 'removed', v: true } as const

/** The readings of every Chinese character, the one it has in these words first. `nv` is also typed `nu`. */
function readingsOf(text: string): readonly (readonly string[])[] {
  const inWords = pinyin(text, options)
  return polyphonic(text, options).map((all, place) => {
    const readings = [inWords[place] ?? '', ...all].flatMap(reading => [reading, reading.replace('v', 'u')])
    return [...new Set(readings.filter(reading => /^[a-z]+$/.test(reading)))]
  })
}

const capital = (reading: string): string => reading.charAt(0).toUpperCase() + reading.slice(1)

/** Every pair of letters that stand side by side where a character ends, however it is abbreviated. */
function pairsBetween(left: readonly string[], right: readonly string[]): readonly string[] {
  const letters = new Set(left.join(''))
  const initials = new Set(right.map(reading => reading.charAt(0)))
  return [...letters].flatMap(letter => [...initials].map(initial => letter + initial))
}

/**
 * What is kept of a text: the readings of its characters (`ZhongChong-Qing-`), and the pairs of letters between them, so
 * that an index over pairs knows the abbreviations too. Empty where nothing is Chinese.
 */
export function pinyinOf(text: string): string {
  const readings = readingsOf([...text].slice(0, longest).join('')).filter(each => each.length > 0)
  if (readings.length === 0) return ''
  const groups = readings.map(each => `${each.map(capital).join('')}-`).join('')
  const pairs = new Set(readings.slice(1).flatMap((each, place) => pairsBetween(readings[place] ?? [], each)))
  return [groups, ...pairs].join(' ')
}

/** The letters of a word that may be pinyin, as `pinyinOf` writes them; undefined where it can be none. */
export function pinyinLetters(word: string): string | undefined {
  const letters = word.toLowerCase().replaceAll('ü', 'v').replaceAll("'", '')
  return /^[a-z]{1,60}$/.test(letters) ? letters : undefined
}

/** The regular expression by which typed letters are found in what `pinyinOf` keeps. */
export function pinyinPattern(letters: string): string {
  const [first = '', ...rest] = letters
  // each further letter goes on in the same reading or begins one of the next character
  const further = rest.map(letter => `(?:${letter}|[A-Za-z]*-[A-Za-z]*${letter.toUpperCase()})`)
  return first.toUpperCase() + further.join('')
}
