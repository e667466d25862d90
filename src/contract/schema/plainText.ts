/** Plain text of formatted text and back, without DOM. */

import { linkText, words } from './richTextFigures.ts'

/** Maximum visible characters. */
export const maxRichTextLength = words.most
/** Maximum characters of HTML source. */
export const maxRichTextSourceLength = 200_000
/** Limit of tags, entities and lines: about 10 µs each. */
const maxMarks = 8_000

/** True when sanitizing would block other requests. */
export function isRichTextTooLong(html: string): boolean {
  if (html.length > maxRichTextSourceLength) return true
  let marks = 0
  for (const _ of html.matchAll(/[<&\n\r]/g)) if (++marks > maxMarks) return true
  return false
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  middot: '·',
  deg: '°',
  times: '×',
}

function characterOf(code: number, whole: string): string {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,6}));/g, (whole, decimal, hex, name) => {
    if (decimal) return characterOf(Number(decimal), whole)
    if (hex) return characterOf(Number.parseInt(hex, 16), whole)
    return Object.hasOwn(named, name) ? String(named[name]) : whole
  })
}

const lines = new Set(
  'address article blockquote div dd dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul'.split(
    ' ',
  ),
)
const cells = new Set(['td', 'th'])
const unread = /<(script|style|title|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const tagName = /^<\/?([a-zA-Z][a-zA-Z0-9]*)/

const attributeOf = (tag: string, name: string): string =>
  decoded(new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '')

function wordsFor(tag: string): string {
  const name = tagName.exec(tag)?.[1]?.toLowerCase() ?? ''
  if (name === 'br' || lines.has(name)) return '\n'
  if (cells.has(name)) return '\t'
  return name === 'img' ? attributeOf(tag, 'alt') : ''
}

/** End of a tag or comment; -1 if unterminated. Skips quoted `>`. */
function endOf(html: string, from: number): number {
  if (html.startsWith('<!--', from)) {
    const end = html.indexOf('-->', from + 4)
    return end < 0 ? -1 : end + 3
  }
  let quote = ''
  for (let at = from + 1; at < html.length; at++) {
    const character = html.charAt(at)
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at + 1
  }
  return -1
}

/** Tokenizer of words and tags, hand-written for linear time (no backtracking). */
function spoken(html: string): string {
  const words: string[] = []
  let from = 0
  let open = html.indexOf('<')
  while (open >= 0) {
    const isTag = /[a-zA-Z/!?]/.test(html.charAt(open + 1))
    const end = isTag ? endOf(html, open) : -1
    if (isTag && end < 0) break
    if (isTag) {
      words.push(decoded(html.slice(from, open)), wordsFor(html.slice(open, end)))
      from = end
    }
    open = html.indexOf('<', isTag ? end : open + 1)
  }
  words.push(decoded(html.slice(from)))
  return words.join('')
}

/** Whitespace collapsed to its strongest: newline, tab, blanks. */
const settled = (blanks: string): string => (/[\r\n]/.test(blanks) ? '\n' : blanks.includes('\t') ? '\t' : blanks)

/** Visible text, one line per paragraph. */
export function plainTextOf(html: string): string {
  if (!/[<&]/.test(html)) return html.trim()
  const source = html.replace(unread, '')
  return spoken(source).replaceAll('\u00a0', ' ').replace(/\s+/g, settled).trim()
}

/** True when nothing is visible: no words, image, video, table or rule. */
export function isBlankRichText(html: string): boolean {
  return !/<(img|video|table|hr|a)\b/i.test(html) && plainTextOf(html) === ''
}

export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function richTextOf(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(line => `<p>${escaped(line)}</p>`)
    .join('')
}

const hasBlock = /<(?:blockquote|div|h[1-6]|hr|ol|p|pre|table|ul|video)\b/i

/** Concatenated formatted texts; bare words become a paragraph. */
export function joinedRichText(texts: readonly string[]): string {
  return texts
    .filter(html => !isBlankRichText(html))
    .map(html => (hasBlock.test(html) ? html : `<p>${html}</p>`))
    .join('')
}

/** Link text of lists: beyond 30 characters the first 20, ellipsis. */
export function shortLinkText(text: string): string {
  const letters = [...text]
  return letters.length > linkText.longest ? `${letters.slice(0, linkText.shown).join('')}…` : text
}
