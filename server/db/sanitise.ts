/** Formatted text as it may be stored and shown: what the shared rules name, and nothing else (security.md T27). */
import sanitizeHtml from 'sanitize-html'
import type { Entity } from '../../src/contract/schema/entity.ts'
import { isBlankRichText, richTextOf } from '../../src/contract/schema/plainText.ts'
import { richTextRules } from '../../src/contract/schema/richText.ts'

const { tags, attributes, styles, styled, swallowed, rel, schemes } = richTextRules
const mayBeStyled: ReadonlySet<string> = new Set(styled)
const deepest = 60

/** The attributes of a tag that are what they must be; styles are looked at by property afterwards. */
function fitting(tagName: string, attribs: Record<string, string>): Record<string, string> {
  const allowed = Object.hasOwn(attributes, tagName) ? attributes[tagName] : undefined
  const fit = Object.entries(attribs).filter(([name, value]) =>
    name === 'style' ? mayBeStyled.has(tagName) : allowed && Object.hasOwn(allowed, name) && allowed[name]?.test(value),
  )
  const kept = Object.fromEntries(fit)
  if (tagName !== 'a') return kept
  const { rel: _said, ...others } = kept
  return others.href ? { ...others, rel } : others
}

const options = {
  allowedTags: tags,
  allowedAttributes: Object.fromEntries(
    tags.map(tag => [
      tag,
      [
        ...Object.keys(attributes[tag] ?? {}),
        ...(mayBeStyled.has(tag) ? ['style'] : []),
        ...(tag === 'a' ? ['rel'] : []),
      ],
    ]),
  ),
  allowedStyles: { '*': Object.fromEntries(Object.entries(styles).map(([name, pattern]) => [name, [pattern]])) },
  allowedSchemes: schemes,
  allowProtocolRelative: false,
  allowedEmptyAttributes: ['alt', 'controls', 'download', 'data-language'],
  nonTextTags: swallowed,
  nestingLimit: deepest,
  transformTags: {
    '*': (tagName: string, attribs: Record<string, string>) => ({ tagName, attribs: fitting(tagName, attribs) }),
  },
  // A picture of nothing is a broken one.
  exclusiveFilter: ({ tag, attribs }: { tag: string; attribs: Readonly<Record<string, string>> }) =>
    (tag === 'img' || tag === 'video') && !attribs.src,
}

/** What is plain text and has several lines is meant to keep them. */
const isPlain = (text: string) => !/<[a-z!/]/i.test(text) && /[\r\n]/.test(text.trim())

const clean = new Map<string, string>()
/** Characters of the texts that are kept. */
const mostKept = 8_000_000
let kept = 0

const remember = (html: string, result: string) => {
  kept += html.length + result.length
  if (kept > mostKept) {
    clean.clear()
    kept = html.length + result.length
  }
  clean.set(html, result)
}

/** Lines that are left when every tag was taken away stay lines; what stands in them is HTML already. */
const asParagraphs = (html: string) =>
  html
    .trim()
    .split(/\r\n|\r|\n/)
    .map(line => `<p>${line}</p>`)
    .join('')

/** The formatted text without whatever is not allowed in one; an empty text where nothing is left to be seen. */
export function sanitised(html: string): string {
  const known = clean.get(html)
  if (known !== undefined) return known
  const allowed = sanitizeHtml(isPlain(html) ? richTextOf(html) : html, options)
  const result = isBlankRichText(allowed) ? '' : isPlain(allowed) ? asParagraphs(allowed) : allowed
  // The same texts are read again and again, by everybody.
  remember(html, result)
  return result
}

const richNames = new WeakMap<Entity, readonly string[]>()

function richFields(entity: Entity): readonly string[] {
  const known = richNames.get(entity)
  if (known) return known
  const names = Object.keys(entity.fields).filter(name => entity.fields[name]?.kind === 'richText')
  richNames.set(entity, names)
  return names
}

/** A row with its formatted texts as they may be shown, whoever wrote them and by whatever rules they were stored. */
export function readable<R extends Readonly<Record<string, unknown>>>(entity: Entity, row: R): R {
  const names = richFields(entity).filter(name => typeof row[name] === 'string')
  if (names.length === 0) return row
  return { ...row, ...Object.fromEntries(names.map(name => [name, sanitised(String(row[name])) || null])) }
}
