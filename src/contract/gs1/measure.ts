/** Measures, counts and amounts of element strings, as decimal text. Pure. */
import type { Gs1Element } from './elementString.ts'

/** Trade measures in metric and other units, by the first three digits. */
const measures = {
  310: ['weight', 'kg'],
  311: ['length', 'm'],
  314: ['area', 'm²'],
  315: ['volume', 'l'],
  316: ['volume', 'm³'],
  320: ['weight', 'lb'],
  321: ['length', 'in'],
  322: ['length', 'ft'],
  323: ['length', 'yd'],
  330: ['grossWeight', 'kg'],
  335: ['grossVolume', 'l'],
  336: ['grossVolume', 'm³'],
  340: ['grossWeight', 'lb'],
  350: ['area', 'in²'],
  351: ['area', 'ft²'],
  352: ['area', 'yd²'],
  356: ['weight', 'ozt'],
  357: ['volume', 'fl oz'],
  360: ['volume', 'qt'],
  361: ['volume', 'gal'],
  364: ['volume', 'in³'],
  365: ['volume', 'ft³'],
  366: ['volume', 'yd³'],
} as const satisfies Readonly<Record<string, readonly [kind: string, unit: string]>>

type Kind = (typeof measures)[keyof typeof measures][0]

export interface Gs1Measure {
  readonly kind: Kind
  readonly unit: string
  /** Decimal text with the decimals encoded: `12.50`. */
  readonly quantity: string
}

function withDecimals(digits: string, decimals: number): string {
  const whole = digits.slice(0, digits.length - decimals).replace(/^0+(?=\d)/, '')
  return decimals === 0 ? whole : `${whole || '0'}.${digits.slice(-decimals)}`
}

/** `{ ai: '3103', value: '012500' }`: 12.500 kg; null for other elements. */
export function readMeasure({ ai, value }: Gs1Element): Gs1Measure | null {
  const [kind, unit] = Object.entries(measures).find(([digits]) => ai.length === 4 && ai.startsWith(digits))?.[1] ?? []
  return kind && unit ? { kind, unit, quantity: withDecimals(value, Number(ai[3])) } : null
}

/** Element of decimal text; null where six digits do not hold it. */
export function writeMeasure(prefix: `${keyof typeof measures}`, quantity: string): Gs1Element | null {
  const [, whole, decimals = ''] = /^0*(\d+?)(?:\.(\d*?)0*)?$/.exec(quantity) ?? []
  const digits = `${whole === '0' ? '' : whole}${decimals}`
  if (whole === undefined || digits.length > 6 || decimals.length > 5) return null
  return { ai: `${prefix}${decimals.length}`, value: digits.padStart(6, '0') }
}

/** Pieces: variable count 30, or trade items contained 37. */
export const readCount = ({ ai, value }: Gs1Element): string | null =>
  ai === '30' || ai === '37' ? withDecimals(value, 0) : null

/** Amounts 390n–393n: `{ currency: '156', amount: '12.50' }`, ISO 4217 numeric. */
export function readAmount({ ai, value }: Gs1Element): { currency?: string; amount: string } | null {
  if (!/^39[0-3]\d$/.test(ai)) return null
  const decimals = Number(ai[3])
  const isOfCurrency = /^39[13]/.test(ai)
  const digits = (isOfCurrency ? value.slice(3) : value).padStart(decimals + 1, '0')
  return { ...(isOfCurrency ? { currency: value.slice(0, 3) } : {}), amount: withDecimals(digits, decimals) }
}
