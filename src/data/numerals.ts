/** Formatting of decimal text without floating point. */

export function isNumber(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && /^-?\d+(\.\d+)?$/.test(String(value))
}

/** Decimal text with at least `least` places: `12.5000` → `12.5`. */
export function trimmed(value: unknown, least = 0): string {
  const [whole = '', fraction = ''] = String(value).split('.')
  const decimals = fraction.replace(/0+$/, '').padEnd(least, '0')
  return decimals === '' ? whole : `${whole}.${decimals}`
}

/** Same with thousands separators, for display only. */
export function grouped(value: unknown, least = 0): string {
  const [whole = '', fraction] = trimmed(value, least).split('.')
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? apart : `${apart}.${fraction}`
}

/** Sum as written by hand: `985 − 661`, without parts of nought. */
export function sumInWords(parts: readonly unknown[]): string {
  const shown = parts.map(part => grouped(part)).filter(part => !/^-?0$/.test(part))
  const signed = shown.map((part, at) => {
    const isNegative = part.startsWith('-')
    return `${isNegative ? '−' : at > 0 ? '+' : ''}${at > 0 ? ' ' : ''}${part.replace('-', '')}`
  })
  return signed.join(' ') || '0'
}
