/** Names that records are shipped with, shown in the language of the reader. */
import { locales } from './locales.ts'

/** Shipped name → end of the key `<entity>.named.<end>`. */
const shippedNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  unit: {
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
  },
  stocklocation: {
    供应商: 'SUPPLIER',
    在制: 'WIP',
    生产转化: 'PROCESS',
    经销商: 'DEALER',
    留样室: 'SAMPLE',
    检验消耗: 'LAB',
    报废销毁: 'SCRAP',
    盘点差异: 'ADJUST',
  },
  role: { 系统管理员: 'administrator' },
  user: { 系统管理员: 'admin' },
}

const codes = shippedNames.unit ?? {}

type Say = (key: string) => string

/** Localized name of a shipped record; others unchanged. */
export function shippedText(entity: string, name: string, say: Say, prefix = `${entity}.named`): string {
  const names = shippedNames[entity]
  const code = names && Object.hasOwn(names, name) ? names[name] : undefined
  if (code === undefined) return name
  const key = `${prefix}.${code}`
  const said = say(key)
  return said === key ? name : said
}

const pluralText = (name: string, say: Say) => shippedText('unit', name, say, 'plural.unit')

/** Unit beside a quantity, or alone: `1 case`, `38 cases`. */
export function unitText(name: string, say: Say, quantity?: unknown): string {
  const plural = quantity === undefined || Math.abs(Number(quantity)) === 1 ? name : pluralText(name, say)
  return plural === name ? shippedText('unit', name, say) : plural
}

/** Names that a person may write for a unit: as shown, then as stored. */
export const unitNames = (name: string, say: Say): readonly string[] => [
  ...new Set([unitText(name, say), pluralText(name, say), name]),
]

/** Stored form of a localized unit name. */
export function storedUnit(name: string, format: (locale: (typeof locales)[number], key: string) => string): string {
  const last = name.slice(name.lastIndexOf(' ') + 1)
  const stored = Object.keys(codes).find(each =>
    locales.some(locale => unitNames(each, key => format(locale, key)).includes(last)),
  )
  return stored === undefined ? name : `${name.slice(0, name.length - last.length)}${stored}`
}
