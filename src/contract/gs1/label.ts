/** Labels as scanners send them: which goods, which lot. Pure. */

import { numberPattern } from '../numberPattern.ts'
import { hasCheckDigit } from './checkDigit.ts'
import { readDigitalLink } from './digitalLink.ts'
import { type Gs1Element, readElementString, separator, symbologyIdentifier } from './elementString.ts'
import { readDate } from './gs1Date.ts'
import { ownIdentifiers, ownText } from './ownIdentifiers.ts'

/** Goods of a code; absent elements are undefined. */
export interface Gs1 {
  /** 14 digits. */
  readonly gtin?: string
  readonly lotNo?: string
  readonly produceDate?: string
  readonly bestBefore?: string
  readonly expiryDate?: string
  readonly serial?: string
  /** Of own labels without a GTIN. */
  readonly itemCode?: string
}

const dayOf = (value: string) => readDate(value.slice(0, 6)) ?? undefined

const readers: Readonly<Record<string, readonly [name: keyof Gs1, read: (value: string) => string | undefined]>> = {
  '01': ['gtin', value => value],
  '02': ['gtin', value => value],
  '8006': ['gtin', value => value.slice(0, 14)],
  '10': ['lotNo', value => value],
  '11': ['produceDate', dayOf],
  '8008': ['produceDate', dayOf],
  '15': ['bestBefore', dayOf],
  '17': ['expiryDate', dayOf],
  '7003': ['expiryDate', dayOf],
  '21': ['serial', value => value],
  [ownIdentifiers.itemCode]: ['itemCode', ownText],
  [ownIdentifiers.lotNo]: ['lotNo', ownText],
}

/** Keys that unmarked text begins with; others may be typed numbers. */
const unmarkedKey = /^(?:(?:01|02|8006)\d{14}|00\d{18}|414\d{13})/

const ofLink = /^\](?:Q[0-3]|d[0-2])/

/** Elements of a code in any form; null for other text. */
export function readLabel(scanned: string): readonly Gs1Element[] | null {
  const text = scanned.trim()
  const bare = text.replace(ofLink, '').replace(symbologyIdentifier, '')
  if (/^https?:/i.test(bare)) return readDigitalLink(bare)
  const isMarked = symbologyIdentifier.test(text) || text.startsWith('(') || separator.test(text)
  return isMarked || unmarkedKey.test(text) ? readElementString(text) : null
}

function goodsOf(elements: readonly Gs1Element[]): Gs1 {
  const goods: Partial<Record<keyof Gs1, string>> = {}
  for (const { ai, value } of elements) {
    const [name, read] = readers[ai] ?? []
    const said = name && read?.(value)
    if (name && said !== undefined) goods[name] ??= said
  }
  return goods
}

/** Goods of a code; null for other text and codes without goods. */
export function readGs1(scanned: string): Gs1 | null {
  const goods = goodsOf(readLabel(scanned) ?? [])
  return Object.keys(goods).length > 0 ? goods : null
}

/** 14 digits; null for other numbers. */
export function readGtin(text: string): string | null {
  const digits = text.trim()
  return /^(\d{8}|\d{12,14})$/.test(digits) && hasCheckDigit(digits) ? digits.padStart(14, '0') : null
}

const ownLot = new RegExp(`^${numberPattern}$`)

/** `text` as traces take it. */
export interface ScannedCode extends Gs1 {
  readonly text: string
  /** Logistic unit, 18 digits. */
  readonly sscc?: string
  /** Location, 13 digits, and its extension. */
  readonly gln?: string
  readonly extension?: string
}

const codeNames: Readonly<Record<string, keyof ScannedCode>> = { '00': 'sscc', '414': 'gln', '254': 'extension' }

/** Null for codes that name neither goods nor unit nor location. */
export function readScan(scanned: string): ScannedCode | null {
  const text = scanned.trim()
  const elements = readLabel(text)
  if (elements) {
    const named = elements.flatMap(({ ai, value }) => (codeNames[ai] ? [[codeNames[ai], value] as const] : []))
    const bin = elements.find(({ ai }) => ai === ownIdentifiers.locationCode)
    const place = bin && ownText(bin.value)
    const own = place === undefined ? {} : { extension: place }
    const code = { ...own, ...Object.fromEntries(named), ...goodsOf(elements) }
    return Object.keys(code).length > 0 ? { ...code, text } : null
  }
  const bare = text.replace(/^\](?:E0|E4|C0)/, '')
  const gtin = readGtin(bare)
  if (gtin) return { gtin, text: `(01)${gtin}` }
  return ownLot.test(bare) ? { lotNo: bare, text: bare } : null
}
