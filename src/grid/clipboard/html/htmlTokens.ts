/** HTML tokenizer without the DOM, so clipboard content never loads or runs. */

export interface Tag {
  readonly name: string
  readonly isEnd: boolean
  attribute(name: string): string | undefined
}

export type Token = Tag | string

/** Comments, Office conditionals, skipped elements, tags, texts. */
const pattern =
  /<!--[\s\S]*?-->|<![^>]*>|<\?[^>]*>|<(script|style|title|xml|object|comment)\b[\s\S]*?<\/\1\s*>|<(\/?)([a-z][\w:-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|[^<]+|</gi

const attributePattern = /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g

function attributesOf(source: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of source.matchAll(attributePattern))
    found.set(name.toLowerCase(), decoded(double ?? single ?? bare ?? ''))
  return found
}

function tagOf(name: string, isEnd: boolean, source: string): Tag {
  let attributes: Map<string, string> | undefined
  return {
    name: name.toLowerCase(),
    isEnd,
    attribute(asked) {
      attributes ??= attributesOf(source)
      return attributes.get(asked)
    },
  }
}

export function* tokensOf(html: string): Generator<Token> {
  for (const [whole, , slash, name, rest = ''] of html.matchAll(pattern)) {
    if (name) yield tagOf(name, slash === '/', rest)
    else if (!/^<[!?a-z]/i.test(whole)) yield decoded(whole)
  }
}

export function formatsOf(html: string): ReadonlyMap<string, string> {
  const formats = new Map<string, string>()
  for (const [, sheet = ''] of html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gi))
    for (const [, name = '', body = ''] of sheet.matchAll(/\.([\w-]+)\s*\{((?:[^}"]|"[^"]*")*)\}/g)) {
      const format = numberFormatIn(body)
      if (format) formats.set(name, format)
    }
  return formats
}

export function numberFormatIn(style: string): string | undefined {
  const match = /mso-number-format:\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^;}]+))/.exec(style)
  const given = match?.[1] ?? match?.[2] ?? match?.[3]
  return given
    ?.replace(/\\([\da-f]{4}) ?/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll('\\', '')
    .trim()
}

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

/** HTML entities, named and numeric. */
function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(x[\da-f]+|\d+)|([a-z]+\d?));?/gi, (whole, digits?: string, name?: string) =>
    digits ? numbered(digits) : (named[name ?? ''] ?? whole),
  )
}
