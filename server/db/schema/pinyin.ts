/** Pinyin search: `hx`, `hengx`, `hxsc` find 恒香生抽. Every reading counts. */
import { pinyin, polyphonic } from 'pinyin-pro'

/** Maximum characters indexed per text. */
const maxLength = 60
const options = { toneType: 'none', type: 'array', nonZh: 'removed', v: true } as const

/** Readings of each character, contextual first. `nv` is also typed `nu`. */
function readingsOf(text: string): readonly (readonly string[])[] {
  const inWords = pinyin(text, options)
  return polyphonic(text, options).map((all, place) => {
    const readings = [inWords[place] ?? '', ...all].flatMap(reading => [reading, reading.replace('v', 'u')])
    return [...new Set(readings.filter(reading => /^[a-z]+$/.test(reading)))]
  })
}

const capital = (reading: string): string => reading.charAt(0).toUpperCase() + reading.slice(1)

/** Adjacent letter pairs across a character boundary, in every abbreviation. */
function pairsBetween(left: readonly string[], right: readonly string[]): readonly string[] {
  const letters = new Set(left.join(''))
  const initials = new Set(right.map(reading => reading.charAt(0)))
  return [...letters].flatMap(letter => [...initials].map(initial => letter + initial))
}

/** Stored pinyin: readings (`ZhongChong-Qing-`), and letter pairs for the index. */
export function pinyinOf(text: string): string {
  const readings = readingsOf([...text].slice(0, maxLength).join('')).filter(each => each.length > 0)
  if (readings.length === 0) return ''
  const groups = readings.map(each => `${each.map(capital).join('')}-`).join('')
  const pairs = new Set(readings.slice(1).flatMap((each, place) => pairsBetween(readings[place] ?? [], each)))
  return [groups, ...pairs].join(' ')
}

export function pinyinLetters(word: string): string | undefined {
  const letters = word.toLowerCase().replaceAll('ü', 'v').replaceAll("'", '')
  return /^[a-z]{1,60}$/.test(letters) ? letters : undefined
}

export function pinyinPattern(letters: string): string {
  const [first = '', ...rest] = letters
  // Each further letter continues its reading or begins the next character's.
  const further = rest.map(letter => `(?:${letter}|[A-Za-z]*-[A-Za-z]*${letter.toUpperCase()})`)
  return first.toUpperCase() + further.join('')
}
