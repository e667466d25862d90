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

/** Localized name of a shipped record; others unchanged. */
export function shippedText(entity: string, name: string, say: (key: string) => string): string {
  const names = shippedNames[entity]
  const code = names && Object.hasOwn(names, name) ? names[name] : undefined
  if (code === undefined) return name
  const key = `${entity}.named.${code}`
  const said = say(key)
  return said === key ? name : said
}

export const unitText = (name: string, say: (key: string) => string): string => shippedText('unit', name, say)

/** Stored form of a localized unit name. */
export function storedUnit(name: string, format: (locale: (typeof locales)[number], key: string) => string): string {
  const last = name.slice(name.lastIndexOf(' ') + 1)
  const stored = Object.keys(codes).find(each =>
    locales.some(locale => unitText(each, key => format(locale, key)) === last),
  )
  return stored === undefined ? name : `${name.slice(0, name.length - last.length)}${stored}`
}
