/** GS1 codes from scanners: content about goods. Pure. */

/** Content of a code; absent elements are undefined. */
export interface Gs1 {
  /** 14 digits. */
  readonly gtin?: string
  readonly lotNo?: string
  readonly produceDate?: string
  readonly bestBefore?: string
  readonly expiryDate?: string
  readonly serial?: string
}

type Kind = keyof Gs1 | 'other'

interface Identifier {
  readonly kind: Kind
  /** Fixed length in characters; otherwise ended by separator or end. */
  readonly length?: number
}

/** Identifiers in use, and all of fixed length, which no separator ends. */
const identifiers: Readonly<Record<string, Identifier>> = {
  '00': { kind: 'other', length: 18 },
  '01': { kind: 'gtin', length: 14 },
  '02': { kind: 'gtin', length: 14 },
  '03': { kind: 'other', length: 14 },
  '04': { kind: 'other', length: 16 },
  '10': { kind: 'lotNo' },
  '11': { kind: 'produceDate', length: 6 },
  '12': { kind: 'other', length: 6 },
  '13': { kind: 'other', length: 6 },
  '14': { kind: 'other', length: 6 },
  '15': { kind: 'bestBefore', length: 6 },
  '16': { kind: 'other', length: 6 },
  '17': { kind: 'expiryDate', length: 6 },
  '18': { kind: 'other', length: 6 },
  '19': { kind: 'other', length: 6 },
  '20': { kind: 'other', length: 2 },
  '21': { kind: 'serial' },
}

/** Measures (31–36): four digits, the last the decimal position, then six. */
const measure = /^3[1-6]\d\d/

/** Locations (41): three digits, then the location number. */
const place = /^41\d/

/** Separator (FNC1) of variable-length elements, with substitutes typed by some scanners. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the separator of GS1 is a control character
const separator = /[\u001d|~^]/

const leading = new RegExp(`^${separator.source}`)

/** Symbology identifier, sent first by scanners. */
const symbol = /^\](?:C1|e0|d2|Q3|J1)/

function hasCheckDigit(gtin: string): boolean {
  const sum = [...gtin].slice(0, -1).reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === Number(gtin.at(-1))
}

/** `270100`: last day of January 2027. */
function dayOf(text: string): string | null {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(text)
  if (!match) return null
  const [year, month, day] = [2000 + Number(match[1]), Number(match[2]), Number(match[3])]
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day > last) return null
  return `${year}-${match[2]}-${String(day === 0 ? last : day).padStart(2, '0')}`
}

function readValue(kind: Kind, text: string): string | null {
  if (kind === 'gtin') return /^\d{14}$/.test(text) && hasCheckDigit(text) ? text : null
  if (kind === 'produceDate' || kind === 'bestBefore' || kind === 'expiryDate') return dayOf(text)
  if (kind === 'other') return text
  return text.length > 0 && text.length <= 20 ? text : null
}

/** Leading application identifier; unknown ones are skipped to the separator. */
function identifierAt(text: string): readonly [digits: string, identifier: Identifier] | null {
  if (measure.test(text)) return [text.slice(0, 4), { kind: 'other', length: 6 }]
  if (place.test(text)) return [text.slice(0, 3), { kind: 'other', length: 13 }]
  const digits = /^\d\d/.exec(text)?.[0]
  return digits === undefined ? null : [digits, identifiers[digits] ?? { kind: 'other' }]
}

type Element = readonly [digits: string, value: string]

/** Human-readable form: `(01)06901234567892(10)P2026`. */
function printed(text: string): readonly Element[] | null {
  const elements = [...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map((match): Element => [match[1] ?? '', match[2] ?? ''])
  return elements.map(([digits, value]) => `(${digits})${value}`).join('') === text ? elements : null
}

/** Encoded form: concatenated, separated only after variable lengths. */
function encoded(text: string): readonly Element[] | null {
  const elements: Element[] = []
  for (let rest = text; rest !== ''; ) {
    const found = identifierAt(rest)
    if (!found) return null
    const [digits, { length }] = found
    const after = rest.slice(digits.length)
    const end = length ?? after.search(separator)
    const value = end < 0 ? after : after.slice(0, end)
    elements.push([digits, value])
    rest = after.slice(value.length).replace(leading, '')
    if (rest.length === after.length) return null
  }
  return elements
}

const padded = (gtin: string) => (/^(\d{8}|\d{12,14})$/.test(gtin) ? gtin.padStart(14, '0') : null)

/** 14 digits; null for other numbers. */
export function readGtin(text: string): string | null {
  const gtin = padded(text.trim())
  return gtin !== null && hasCheckDigit(gtin) ? gtin : null
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** GS1 Digital Link: `https://example.com/01/06901234567892/10/P2026?17=271112`. */
function linked(text: string): readonly Element[] | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  const { pathname, searchParams } = new URL(text)
  const parts = pathname.split('/').slice(1)
  const at = parts.findIndex((part, index) => part === '01' && padded(parts[index + 1] ?? '') !== null)
  if (at < 0) return null
  const path = parts
    .slice(at)
    .map(decoded)
    .filter(part => part !== null)
  if (path.length < parts.length - at) return null
  const pairs = path.flatMap((digits, index): readonly Element[] =>
    index % 2 === 0 ? [[digits, path[index + 1] ?? '']] : [],
  )
  const further = [...searchParams].filter(([digits]) => /^\d{2,4}$/.test(digits))
  return [...pairs, ...further].map(([digits, value]) => [digits, digits === '01' ? (padded(value) ?? '') : value])
}

function elementsOf(text: string): readonly Element[] | null {
  const bare = text.replace(symbol, '')
  if (/^https?:/i.test(bare)) return linked(bare)
  const isMarked = bare !== text || bare.startsWith('(') || separator.test(bare)
  // Unmarked text is a code only with a leading GTIN.
  if (!isMarked && !/^01\d{14}/.test(bare)) return null
  return bare.startsWith('(') ? printed(bare) : encoded(bare.replace(leading, ''))
}

/** Content of a code; null for other text and codes without goods. */
export function readGs1(scanned: string): Gs1 | null {
  const elements = elementsOf(scanned.trim())
  if (!elements || elements.length === 0) return null
  const said: Partial<Record<keyof Gs1, string>> = {}
  for (const [digits, text] of elements) {
    const { kind } = identifierAt(digits)?.[1] ?? { kind: 'other' as const }
    const value = readValue(kind, text)
    if (value === null) return null
    if (kind !== 'other') said[kind] = value
  }
  return Object.keys(said).length > 0 ? said : null
}

/** `L20261121-0007`, `P20261112-002` */
const ownLot = /^[A-Z]{1,3}\d{8}-\d{3,}$/

/** `text` as traces take it. */
export interface ScannedCode extends Gs1 {
  readonly text: string
}

/** Null for other text. */
export function readScan(scanned: string): ScannedCode | null {
  const text = scanned.trim()
  const gs1 = readGs1(text)
  if (gs1) return { ...gs1, text }
  const bare = text.replace(/^\](?:E0|E4|C0)/, '')
  const gtin = readGtin(bare)
  if (gtin) return { gtin, text: `(01)${gtin}` }
  return ownLot.test(bare) ? { lotNo: bare, text: bare } : null
}
