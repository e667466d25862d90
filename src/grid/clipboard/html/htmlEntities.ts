/** Characters that HTML writes by name or by number. */

/** Those that office programs write by name; all others come by number or as themselves. */
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

/** The text with its characters for their names; an unknown name stays as it is. */
export function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(x[\da-f]+|\d+)|([a-z]+\d?));?/gi, (whole, digits?: string, name?: string) =>
    digits ? numbered(digits) : (named[name ?? ''] ?? whole),
  )
}
