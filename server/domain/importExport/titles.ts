/** Titles: written in the caller's language, read in all three. */
import { sql } from 'kysely'
import { filled, format } from '#contract/messages/index.ts'
import { isLocale, type Locale, locales } from '#contract/messages/locales.ts'
import type { Entity } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import type { Context } from '../../db/connection/context.ts'

export interface Wording {
  say(key: string, values?: Values): string
  every(key: string): readonly string[]
}

/** Folds width, case, blanks and required mark. */
export function folded(text: string): string {
  return text.normalize('NFKC').replace(/[\s*]/g, '').toLowerCase()
}

const prefixesOf = ({ name, fields }: Entity) => [
  `${name}.`,
  ...Object.values(fields).flatMap(({ enumeration }) => (enumeration ? [`${enumeration.name}.`] : [])),
]

/** Texts of an entity: shipped, overridden by the installation. */
export function wordingOf(context: Context, entity: Entity): Promise<Wording> {
  const prefixes = [
    'flag.',
    'state.',
    'transfer.',
    'unit.named.',
    ...prefixesOf(entity),
    ...Object.values(entity.lines).flatMap(prefixesOf),
  ]
  return wordingUnder(context, [entity.name], prefixes)
}

/** Texts of keys and prefixes: shipped, overridden by the installation. */
export async function wordingUnder(
  context: Context,
  keys: readonly string[],
  prefixes: readonly string[],
): Promise<Wording> {
  const { rows } = await sql<{ lang: string; key: string; value: string }>`
    select "lang", "key", "value" from "uistring"
    where "key" = any(${keys}::text[]) or "key" ^@ any(${prefixes}::text[])`.execute(context.tx)
  const own = new Map(
    rows.filter(({ lang }) => isLocale(lang)).map(({ lang, key, value }) => [`${lang} ${key}`, value]),
  )
  const text = (locale: Locale, key: string, values: Values = {}) => {
    const said = own.get(`${locale} ${key}`)
    return said === undefined ? format(locale, key, values) : filled(locale, said, values)
  }
  return {
    say: (key, values) => text(context.locale, key, values),
    every: key => [...new Set(locales.flatMap(locale => [text(locale, key), format(locale, key)]))],
  }
}
