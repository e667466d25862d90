/** HTML sanitizer: allow-list of the shared rules only. */
import sanitizeHtml from 'sanitize-html'
import type { Entity } from '#contract/schema/entity.ts'
import { isBlankRichText, richTextOf } from '#contract/schema/plainText.ts'
import { richTextRules } from '#contract/schema/richText.ts'

const { tags, attributes, styles, styled, swallowed, rel, schemes } = richTextRules
const mayBeStyled: ReadonlySet<string> = new Set(styled)
const deepest = 60

/** Allowed attributes of a tag; styles are checked by property later. */
function allowedAttributes(tagName: string, attribs: Record<string, string>): Record<string, string> {
  const allowed = Object.hasOwn(attributes, tagName) ? attributes[tagName] : undefined
  const fit = Object.entries(attribs).filter(([name, value]) =>
    name === 'style' ? mayBeStyled.has(tagName) : allowed && Object.hasOwn(allowed, name) && allowed[name]?.test(value),
  )
  const cachedLength = Object.fromEntries(fit)
  if (tagName !== 'a') return cachedLength
  const { rel: _said, ...others } = cachedLength
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
    '*': (tagName: string, attribs: Record<string, string>) => ({
      tagName,
      attribs: allowedAttributes(tagName, attribs),
    }),
  },
  // Media without a source would show as broken.
  exclusiveFilter: ({ tag, attribs }: { tag: string; attribs: Readonly<Record<string, string>> }) =>
    (tag === 'img' || tag === 'video') && !attribs.src,
}

/** Plain text with line breaks, which must survive as paragraphs. */
const isPlain = (text: string) => !/<[a-z!/]/i.test(text) && /[\r\n]/.test(text.trim())

const clean = new Map<string, string>()
/** Cache limit in characters. */
const maxCached = 8_000_000
let cachedLength = 0

const remember = (html: string, result: string) => {
  cachedLength += html.length + result.length
  if (cachedLength > maxCached) {
    clean.clear()
    cachedLength = html.length + result.length
  }
  clean.set(html, result)
}

/** Paragraphs for lines left without tags; the text is escaped already. */
const asParagraphs = (html: string) =>
  html
    .trim()
    .split(/\r\n|\r|\n/)
    .map(line => `<p>${line}</p>`)
    .join('')

/** Sanitized HTML; empty when nothing visible remains. */
export function sanitised(html: string): string {
  const known = clean.get(html)
  if (known !== undefined) return known
  const allowed = sanitizeHtml(isPlain(html) ? richTextOf(html) : html, options)
  const result = isBlankRichText(allowed) ? '' : isPlain(allowed) ? asParagraphs(allowed) : allowed
  // Cached: everybody reads the same texts repeatedly.
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

/** Row with sanitized formatted texts, whichever older rules they were stored under. */
export function readable<R extends Readonly<Record<string, unknown>>>(entity: Entity, row: R): R {
  const names = richFields(entity).filter(name => typeof row[name] === 'string')
  if (names.length === 0) return row
  return { ...row, ...Object.fromEntries(names.map(name => [name, sanitised(String(row[name])) || null])) }
}
