/** Names of common units, by which a unit keeps its shipped wording in every language. */
import { locales } from './locales.ts'

const codes: Readonly<Record<string, string>> = {
  千克: 'kg',
  克: 'g',
  毫克: 'mg',
  吨: 't',
  升: 'L',
  毫升: 'mL',
  个: 'pc',
  箱: 'case',
  卷: 'roll',
  袋: 'bag',
  桶: 'drum',
  捆: 'bundle',
  托: 'pallet',
  瓶: 'bottle',
  盒: 'box',
  罐: 'can',
}

/** Name of a unit for a reader; one the organisation gave stays as it is. */
export function unitText(name: string, say: (key: string) => string): string {
  const code = Object.hasOwn(codes, name) ? codes[name] : undefined
  if (code === undefined) return name
  const key = `unit.named.${code}`
  const said = say(key)
  return said === key ? name : said
}

/** Stored form of a name that a reader of another language sees: `公斤`, `kg 公斤`. */
export function storedUnit(name: string, format: (locale: (typeof locales)[number], key: string) => string): string {
  const known = Object.keys(codes)
  const [before, last] = name.includes(' ')
    ? [`${name.slice(0, name.lastIndexOf(' '))} `, name.split(' ').at(-1)]
    : ['', name]
  if (known.includes(name) || Object.values(codes).includes(last ?? '')) return name
  const stored = known.find(each => locales.some(locale => unitText(each, key => format(locale, key)) === last))
  return stored === undefined ? name : `${before}${stored}`
}
