/** HTML tokenizer without the DOM, so clipboard content never loads or runs. */
import { decoded } from './htmlEntities.ts'

export interface Tag {
  readonly name: string
  readonly isEnd: boolean
  /** Decoded attribute value by lower-case name. */
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

/** Number formats by class from the style sheets of Excel and WPS. */
export function formatsOf(html: string): ReadonlyMap<string, string> {
  const formats = new Map<string, string>()
  for (const [, sheet = ''] of html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gi))
    for (const [, name = '', body = ''] of sheet.matchAll(/\.([\w-]+)\s*\{((?:[^}"]|"[^"]*")*)\}/g)) {
      const format = numberFormatIn(body)
      if (format) formats.set(name, format)
    }
  return formats
}

/** Number format in a style: `mso-number-format:"yyyy\/m\/d"` is `yyyy/m/d`. */
export function numberFormatIn(style: string): string | undefined {
  const match = /mso-number-format:\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^;}]+))/.exec(style)
  const given = match?.[1] ?? match?.[2] ?? match?.[3]
  return given
    ?.replace(/\\([\da-f]{4}) ?/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll('\\', '')
    .trim()
}
