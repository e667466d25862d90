/** Texts of tasks, stored in one language, read in another. See docs/decisions/0065. */
import { everyLanguage, format, shipped } from '#contract/messages/index.ts'
import { type Locale, locales } from '#contract/messages/locales.ts'
import { storedName } from '#contract/messages/shippedNames.ts'
import type { Entity } from '#contract/schema/entity.ts'
import { escaped, plainTextOf } from '#contract/schema/plainText.ts'

/** Keys of values that are texts themselves. */
const named: Readonly<Record<string, RegExp>> = {
  clock: /^(callback|unsafefoodaccident)\.\w+Deadline$/,
  docNo: /^task\.drill$/,
  fault: /^(chain|backup\.fault)\./,
  figures: /^status\.value\.(?!(memory|channels|sessions|labels|notices|tasks)$)/,
  figure: /^(task\.planSum|produceplan|produceplanmaterial|lotlink)\.\w+$/,
  kind: /^task\.deadlineOf\./,
  problem: /^status\.fault\./,
  remedy: /^status\.remedy\./,
  subject: /^status\.line\./,
  folders: /^status\.folder\./,
  place: /^stocklocation\.named\./,
  table: /^[a-z]+$/,
}
const written = /^(chain\.|error\.\w+$|label\.printer\.|task\.(?!(named|parameters?|planSum|deadlineOf)\b))/
/** Forms of values that would else end at a blank. */
const forms: Readonly<Record<string, string>> = {
  at: '\\d{4}-\\d\\d-\\d\\d[ T][\\d:.Z]+?',
  docNo: '(?:【[^】]+】|\\[[^\\]]+\\] )?\\S+?',
  planNo: '\\S+',
}
const maxCharacters = 500

interface Template {
  readonly key: string
  readonly pattern: RegExp
  /** Longest fixed part, compared first. */
  readonly mark: string
}

interface Templates {
  readonly locale: Locale
  readonly plain: ReadonlyMap<string, string>
  readonly filled: readonly Template[]
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Values that other words may stand for. */
const free: ReadonlySet<string> = new Set(['fault', 'figures', 'place', 'problem', 'remedy', 'subject'])

const closedBy = (name: string) => (Object.hasOwn(named, name) && !free.has(name) ? named[name] : undefined)

function freeForm(next: string, isLedToEnd: boolean): string {
  return isLedToEnd ? '.+?' : `(?:(?!${literal(next)}).)+`
}

function formOf(locale: Locale, name: string, next: string, isLedToEnd: boolean): string {
  const keys = closedBy(name)
  if (forms[name] !== undefined || keys === undefined) return forms[name] ?? freeForm(next, isLedToEnd)
  const texts = Object.entries(shipped[locale]).flatMap(([key, text]) => (keys.test(key) ? [literal(text)] : []))
  return [...new Set(texts)].sort((a, b) => b.length - a.length).join('|')
}

function templateOf(locale: Locale, key: string, text: string): Template {
  const parts = text.split(/\{(\w+)\}/)
  const fixed = parts.filter((_, at) => at % 2 === 0)
  // Before the end, or a closed value there, a value may hold its separator.
  const isLedToEnd = (at: number) =>
    at === parts.length - 2 || (at === parts.length - 4 && closedBy(parts[at + 2] ?? '') !== undefined)
  const source = parts.map((part, at) =>
    at % 2 === 0 ? literal(part) : `(?<${part}>${formOf(locale, part, parts[at + 1] ?? '', isLedToEnd(at))})`,
  )
  const mark = fixed.reduce((longer, part) => (part.length > longer.length ? part : longer))
  return { key, pattern: new RegExp(`^${source.join('')}$`), mark }
}

function templatesOf(locale: Locale, keys: RegExp): Templates {
  const texts = Object.entries(shipped[locale]).filter(([key]) => keys.test(key))
  const [filled, plain] = [
    texts.filter(([key, text]) => text.includes('{') && !key.startsWith('error.')),
    texts.filter(([, text]) => !text.includes('{')),
  ]
  const withValues = filled.map(([key, text]) => templateOf(locale, key, text))
  withValues.sort((a, b) => b.mark.length - a.mark.length)
  return { locale, plain: new Map(plain.map(([key, text]) => [text, key])), filled: withValues }
}

const templates: ReadonlyMap<RegExp, readonly Templates[]> = new Map(
  [written, ...Object.values(named)].map(keys => [keys, locales.map(locale => templatesOf(locale, keys))]),
)

interface Said {
  readonly key: string
  readonly locale: Locale
  readonly values: Readonly<Record<string, string>>
}

function saidIn(text: string, keys: RegExp): Said | null {
  for (const { locale, plain, filled } of templates.get(keys) ?? []) {
    const key = plain.get(text)
    if (key !== undefined) return { key, locale, values: {} }
    for (const { key, pattern, mark } of filled) {
      const found = text.includes(mark) ? pattern.exec(text) : null
      if (found) return { key, locale, values: found.groups ?? {} }
    }
  }
  return null
}

function valueIn(to: Locale, name: string, value: string): string {
  if (name === 'unit') return storedName('unit', value, everyLanguage)
  const keys = Object.hasOwn(named, name) ? named[name] : undefined
  return keys ? textIn(to, value, keys) : value
}

/** Text of the system in a language; any other text unchanged. */
export function textIn(to: Locale, text: string, keys: RegExp = written): string {
  const said = text.length > maxCharacters ? null : saidIn(text, keys)
  if (said === null) return text
  // Chinese texts may be the same in both scripts, their values not.
  const isSame = said.locale === to
  const values = Object.entries(said.values).map(([name, value]) => [
    name,
    isSame && name === 'unit' ? value : valueIn(to, name, value),
  ])
  return format(to, said.key, Object.fromEntries(values))
}

export const richTextIn = (to: Locale, html: string): string =>
  html.replace(/(?<=>)[^<>]+(?=<)/g, words => {
    const text = plainTextOf(words)
    const said = textIn(to, text)
    return said === text ? words : escaped(said)
  })

export function localized<R extends Readonly<Record<string, unknown>>>(to: Locale, entity: Entity, row: R): R {
  const texts = Object.entries(entity.fields).flatMap(([name, { systemText, kind, serverManaged }]) => {
    const value = row[name]
    const isOfPerson = !serverManaged && typeof row.createdBy === 'number'
    if (!systemText || isOfPerson || typeof value !== 'string') return []
    return [[name, kind === 'richText' ? richTextIn(to, value) : textIn(to, value)]]
  })
  return texts.length === 0 ? row : { ...row, ...Object.fromEntries(texts) }
}
