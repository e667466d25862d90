/** HTML tokens without the DOM, so clipboard content never loads or runs. */
import { Parser } from 'htmlparser2'

export interface Tag {
  readonly name: string
  readonly isEnd: boolean
  attribute(name: string): string | undefined
}

export type Token = Tag | string

/** Elements without text of the table, Office islands included. */
const skipped = new Set(['script', 'style', 'title', 'xml', 'object', 'comment'])

/** Characters per piece, so that tokens never pile up. */
const pieceLength = 65_536

/** Tags as written, without those that HTML implies, and decoded texts. */
export function* tokensOf(html: string): Generator<Token> {
  let tokens: Token[] = []
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (skipped.has(name)) depth += 1
        else if (depth === 0) tokens.push({ name, isEnd: false, attribute: asked => attributes[asked] })
      },
      onclosetag(name, isImplied) {
        if (skipped.has(name)) depth -= 1
        else if (depth === 0 && !isImplied) tokens.push({ name, isEnd: true, attribute: () => undefined })
      },
      ontext(text) {
        if (depth === 0) tokens.push(text)
      },
    },
    { recognizeSelfClosing: true },
  )
  for (let at = 0; at < html.length; at += pieceLength) {
    parser.write(html.slice(at, at + pieceLength))
    yield* tokens
    tokens = []
  }
  parser.end()
  yield* tokens
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
