/** What columns, codes and answers are called: in the language asked for when written, in any of the three when read. */
import { sql } from 'kysely'
import { format, isLocale, type Locale, locales } from '../../../src/contract/messages/index.ts'
import type { Entity } from '../../../src/contract/schema/entity.ts'
import type { Context } from '../../db/connection/context.ts'

export interface Wording {
  /** The text of a key in the caller's language. */
  say(key: string): string
  /** The texts of a key in every language. */
  every(key: string): readonly string[]
}

/** How people type the same thing: full-width or not, in capitals or not, with or without blanks and the required mark. */
export function folded(text: string): string {
  return text.normalize('NFKC').replace(/[\s*]/g, '').toLowerCase()
}

const prefixesOf = ({ name, fields }: Entity) => [
  `${name}.`,
  ...Object.values(fields).flatMap(({ enumeration }) => (enumeration ? [`${enumeration.name}.`] : [])),
]

/** The shipped texts of an entity under those that the installation says itself. */
export function wordingOf(context: Context, entity: Entity): Promise<Wording> {
  const prefixes = ['flag.', 'transfer.', ...prefixesOf(entity), ...Object.values(entity.lines).flatMap(prefixesOf)]
  return wordingUnder(context, [entity.name], prefixes)
}

/** The texts of keys, and of all that begin with a prefix: the shipped ones under those the installation says itself. */
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
  const text = (locale: Locale, key: string) => own.get(`${locale} ${key}`) ?? format(locale, key)
  return {
    say: key => text(context.locale, key),
    every: key => [...new Set(locales.flatMap(locale => [text(locale, key), format(locale, key)]))],
  }
}
