/** Formatting of decimal text without floating point. */
import { grouped, trimmed } from '#contract/numerals.ts'

export function isNumber(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && /^-?\d+(\.\d+)?$/.test(String(value))
}

export { grouped, trimmed }

/** Sum as written by hand: `985 − 661`, without parts of nought. */
export function sumInWords(parts: readonly unknown[]): string {
  const shown = parts.map(part => grouped(part)).filter(part => !/^-?0$/.test(part))
  const signed = shown.map((part, at) => {
    const isNegative = part.startsWith('-')
    return `${isNegative ? '−' : at > 0 ? '+' : ''}${at > 0 ? ' ' : ''}${part.replace('-', '')}`
  })
  return signed.join(' ') || '0'
}
