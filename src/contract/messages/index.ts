/** All texts by key. zh-CN comes from the definitions and the parts below; zh-TW and en-US are complete beside it. */
import { entities } from '../index.ts'
import { areaTitles } from '../pages.ts'
import { reviewascFields, reviewdescFields } from '../review/review.ts'
import { sections } from '../review/sections.ts'
import { refusals } from '../schema/answer.ts'
import type { Entity } from '../schema/entity.ts'
import type { Fields } from '../schema/field.ts'
import english from './en-US.json' with { type: 'json' }
import { commandTexts } from './parts/commands.ts'
import { domainTexts } from './parts/domain.ts'
import { faultTexts } from './parts/faults.ts'
import { gridTexts } from './parts/grid.ts'
import { reviewTexts } from './parts/review.ts'
import { shellTexts } from './parts/shell.ts'
import traditional from './zh-TW.json' with { type: 'json' }

export const locales = ['zh-CN', 'zh-TW', 'en-US'] as const
export type Locale = (typeof locales)[number]

export function isLocale(value: unknown): value is Locale {
  return locales.includes(value as Locale)
}

export type Texts = Readonly<Record<string, string>>

const parts = { ...shellTexts, ...commandTexts, ...gridTexts, ...faultTexts, ...domainTexts, ...reviewTexts }

function fieldTexts(prefix: string, fields: Fields, into: Record<string, string>) {
  for (const [name, field] of Object.entries(fields)) {
    into[`${prefix}.${name}`] = field.title
    if (field.hint) into[`${prefix}.${name}.hint`] = field.hint
    if (field.enumeration) {
      for (const [code, title] of Object.entries(field.enumeration.options))
        into[`${field.enumeration.name}.${code}`] = title as string
    }
  }
}

function entityTexts(entity: Entity, into: Record<string, string>) {
  into[entity.name] = entity.label
  fieldTexts(entity.name, entity.fields, into)
  for (const [name, line] of Object.entries(entity.lines)) {
    into[`${entity.name}.${name}`] = line.label
    entityTexts(line, into)
  }
  for (const [name, action] of Object.entries(entity.actions)) {
    into[`${entity.name}.${name}`] = action.label
    if (action.arguments) fieldTexts(`${entity.name}.${name}`, action.arguments, into)
  }
  for (const [name, beginning] of Object.entries(entity.begins ?? {})) into[`${entity.name}.${name}`] = beginning.label
}

function chinese(): Texts {
  const into: Record<string, string> = {}
  for (const entity of Object.values<Entity>(entities)) if (!entity.internal) entityTexts(entity, into)
  for (const section of Object.values<Entity>(sections)) entityTexts(section, into)
  for (const [area, { title }] of Object.entries(areaTitles)) into[`area.${area}`] = title
  for (const [name, { text }] of Object.entries(refusals)) into[`error.${name}`] = text
  fieldTexts('reviewasc', reviewascFields, into)
  fieldTexts('reviewdesc', reviewdescFields, into)

  for (const [key, [text]] of Object.entries(parts)) into[key] = text
  return into
}

const second = Object.fromEntries(Object.entries(parts).map(([key, texts]) => [key, texts[1]]))
const third = Object.fromEntries(Object.entries(parts).map(([key, texts]) => [key, texts[2]]))

/** The shipped texts of a language, by message key. */
export const shipped: Readonly<Record<Locale, Texts>> = {
  'zh-CN': chinese(),
  'zh-TW': { ...traditional, ...second },
  'en-US': { ...english, ...third },
}

/** Text of a key in a language, falling back to zh-CN and then to the key; `{name}` is replaced from the values. */
export function format(locale: Locale, key: string, values: Readonly<Record<string, unknown>> = {}): string {
  const text = shipped[locale][key] ?? shipped['zh-CN'][key] ?? key
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
