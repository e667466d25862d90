/** HTML entities, named and numeric. */

/** Named entities of office programs; all others arrive numeric or literal. */
const named: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  ensp: ' ',
  emsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  yen: '¥',
  euro: '€',
  pound: '£',
  cent: '¢',
  times: '×',
  divide: '÷',
  plusmn: '±',
  deg: '°',
  micro: 'µ',
  middot: '·',
  bull: '•',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  le: '≤',
  ge: '≥',
  sup2: '²',
  sup3: '³',
  frac12: '½',
}

const largest = 0x10ffff

function numbered(digits: string): string {
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10)
  return code > 0 && code <= largest ? String.fromCodePoint(code) : ''
}

/** Decodes entities; unknown names stay literal. */
export function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(x[\da-f]+|\d+)|([a-z]+\d?));?/gi, (whole, digits?: string, name?: string) =>
    digits ? numbered(digits) : (named[name ?? ''] ?? whole),
  )
}
