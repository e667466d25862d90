/** Simplified and traditional variants, learned from the bilingual texts. */
import { chinese } from '#contract/messages/chinese.ts'
import { textIn } from '../../data/language.ts'

type Characters = Readonly<Record<'traditional' | 'simplified', ReadonlyMap<string, string>>>

const han = /\p{Script=Han}/u

function count(pairs: Map<string, Map<string, number>>, from: string, to: string) {
  const of = pairs.get(from) ?? new Map<string, number>()
  pairs.set(from, of.set(to, (of.get(to) ?? 0) + 1))
}

/** Most frequent counterpart per character; identical ones are omitted. */
function mostly(pairs: ReadonlyMap<string, ReadonlyMap<string, number>>): ReadonlyMap<string, string> {
  const most = [...pairs].map(([from, of]) => [from, [...of].sort((a, b) => b[1] - a[1])[0]?.[0] ?? from] as const)
  return new Map(most.filter(([from, to]) => from !== to))
}

/** Learns pairs of equal reading: 导出 and 匯出 are two words. */
function learn(readingOf: (character: string) => string): Characters {
  const forth = new Map<string, Map<string, number>>()
  const back = new Map<string, Map<string, number>>()
  for (const [key, text] of Object.entries(chinese())) {
    const [simplified, traditional] = [[...text], [...textIn('zh-TW', key)]]
    if (simplified.length !== traditional.length) continue
    for (const [at, from] of simplified.entries()) {
      const to = traditional[at] ?? ''
      if (!han.test(from) || readingOf(from) !== readingOf(to)) continue
      count(forth, from, to)
      count(back, to, from)
    }
  }
  return { traditional: mostly(forth), simplified: mostly(back) }
}

export function scriptVariants(soundOf: (text: string) => readonly string[]): (word: string) => readonly string[] {
  const known = new Map<string, string>()
  const readingOf = (character: string) => {
    const reading = known.get(character) ?? soundOf(character)[0] ?? ''
    known.set(character, reading)
    return reading
  }
  const { traditional, simplified } = learn(readingOf)
  const written = (word: string, by: ReadonlyMap<string, string>) => [...word].map(one => by.get(one) ?? one).join('')
  return word => [...new Set([word, written(word, traditional), written(word, simplified)])]
}
