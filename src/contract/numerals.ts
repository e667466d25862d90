/** Decimal text as people read it, alike on both sides; without floating point. */

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
