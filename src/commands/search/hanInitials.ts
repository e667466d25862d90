/** Pinyin initial of any Chinese character, by the platform's collation. */

/** First character per letter in collation order; no syllable begins with i, u, v. */
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

let order: Intl.Collator | undefined

export function initialOf(character: string): string {
  order ??= new Intl.Collator('zh-u-co-pinyin')
  const { compare } = order
  if (!/\p{Script=Han}/u.test(character)) return ''
  return firsts.findLast(([, first]) => compare(first, character) <= 0)?.[0] ?? ''
}
