/** Index entries of the palette: commands with normalized search texts. */

import { type Locale, locales } from '#contract/messages/locales.ts'
import { textsIn } from '../../data/language.ts'
import { memoized } from '../../data/memo.ts'
import type { Command } from '../core/command.ts'
import { titleBy } from '../core/titles.ts'
import { isVerb, titlesOf } from '../core/verbs.ts'
import type { Pinyin } from './pinyin.ts'
import { scriptVariants } from './scriptVariants.ts'
import { type Searchable, searchable, searchableName } from './searchText.ts'
import { sounds } from './sounds.ts'

export interface PaletteEntry {
  readonly id: string
  readonly title: string
  readonly group: string
  readonly entity?: string
  readonly page?: string
  readonly rank: number
  readonly hasKeys: boolean
  readonly onRows: boolean
  /** Texts by weight: title and verb; languages, keywords, routes; categories. */
  readonly texts: readonly Searchable[]
  /** Number of full-weight texts, and of all naming texts. */
  readonly counting: { readonly fully: number; readonly named: number }
}

interface Reading {
  readonly soundOf: (text: string) => readonly string[]
  readonly ready: Map<string, Searchable>
}

/** Memo per pinyin source: commands change more often than texts. */
const readingBy = memoized((pinyin: Pinyin): Reading => ({ soundOf: sounds(pinyin), ready: new Map() }))

/** Readers of the texts, one per language. */
type Languages = readonly ((key: string) => string)[]

function namesOf({ values, ...command }: Command, languages: Languages): readonly string[] {
  const filling = values ? { values } : {}
  return titlesOf(command).flatMap(title => languages.map(say => titleBy(say, { title, ...filling })))
}

function verbsOf(command: Command, languages: Languages): readonly string[] {
  if (!isVerb(command.title)) return []
  const bare = titlesOf(command).flatMap(title => languages.map(say => say(title)))
  return bare.map(text => text.replace(/\{\w+\}/g, '').trim())
}

/** Everyday words, in all languages. */
function synonymsOf(name: string, languages: Languages): readonly string[] {
  const key = `synonyms.${name}`
  const lists = languages.map(say => say(key)).filter(list => list !== key)
  return lists.flatMap(list => list.split(','))
}

export function paletteEntries(commands: readonly Command[], locale: Locale, pinyin: Pinyin): readonly PaletteEntry[] {
  const { soundOf, ready } = readingBy(pinyin)
  const variantsOf = scriptVariants(soundOf)
  const languages = locales.map(textsIn)
  const sayTitle = textsIn(locale)
  const prepare = (text: string): Searchable => {
    const known = ready.get(text) ?? searchable(text, soundOf)
    ready.set(text, known)
    return known
  }
  const knownHeadings = new Map<string, readonly Searchable[]>()
  const headingsOf = (group: string) => {
    const known = knownHeadings.get(group) ?? [...new Set(languages.map(say => say(group)))].map(prepare)
    knownHeadings.set(group, known)
    return known
  }
  const knownSynonyms = new Map<string, readonly string[]>()
  const synonymsFor = (name: string) => {
    const known = knownSynonyms.get(name) ?? [...new Set(synonymsOf(name, languages).flatMap(variantsOf))]
    knownSynonyms.set(name, known)
    return known
  }
  const entryOf = (command: Command): PaletteEntry => {
    const { id, group, entity, page, keywords = [] } = command
    const title = titleBy(sayTitle, command)
    // Titles contain the heading, but not its synonyms.
    const headings = group === entity ? synonymsFor(entity).map(prepare) : headingsOf(group)
    const own = new Set([title, ...verbsOf(command, languages)])
    // Keywords equal to the heading are mere categories.
    const verb = entity && !page ? synonymsFor(`verb.${id.slice(entity.length + 1)}`) : []
    const named = [...keywords.flatMap(variantsOf), ...synonymsFor(page ?? id), ...verb]
    const keys = named.filter(word => !headings.some(({ original }) => original === word))
    const others = new Set([...namesOf(command, languages), ...keys].filter(text => !own.has(text)))
    const routes = [...(page ? [page] : []), id].map(searchableName)
    const texts = [...[...own, ...others].map(prepare), ...routes, ...headings]
    // Navigation-only commands match by category, always last.
    const isMereWay = (command.rank ?? 0) < 0
    return {
      id,
      title,
      group,
      rank: command.rank ?? 0,
      onRows: command.rows !== undefined,
      hasKeys: (command.keys?.length ?? 0) > 0 || command.via !== undefined,
      texts,
      counting: isMereWay ? { fully: 0, named: 0 } : { fully: own.size, named: texts.length - headings.length },
      ...(entity ? { entity } : {}),
      ...(page ? { page } : {}),
    }
  }
  return commands.filter(({ surfaces }) => surfaces?.includes('palette') ?? true).map(entryOf)
}
