/** Names of entities on pages and within sentences. */
import { localeAtom, text } from './language.ts'
import { store } from './store.ts'

type Say = (key: string) => string

/** Name for many: English has its own, Chinese does not. */
export function pluralBy(say: Say, name: string): string {
  const key = `plural.${name}`
  const many = say(key)
  return many === key ? say(name) : many
}

export const plural = (name: string): string => pluralBy(text, name)

/** Name beside a number; English has one for pages without a plural. */
export function countedName(name: string): string {
  const [many, records] = [plural(name), text('plural.counted')]
  return many === text(name) && records !== 'plural.counted' ? records : many
}

/** Capitals belong to the beginning of a sentence; abbreviations keep them. */
export const withinSentence = (name: string): string =>
  name.replace(/^[A-Z](?=[a-z])/, initial => initial.toLowerCase())

/** Enumerated names, with the comma of the language. */
export const listed = (names: readonly string[]): string => names.join(store.get(localeAtom) === 'en-US' ? ', ' : '、')
