/** The palette's index: every command with all the texts it is found by, made ready once. */
import { type Locale, locales } from '../../contract/messages/locales.ts'
import { textIn } from '../../data/api/messages.ts'
import type { Command } from '../core/command.ts'
import { titleIn } from '../core/titles.ts'
import { isVerb, titlesOf } from '../core/verbs.ts'
import { type Pinyin, sounds } from './pinyin.ts'
import { scriptVariants } from './scriptVariants.ts'
import { type Characters, type Searchable, searchable, searchableName, together } from './searchText.ts'

/** A command as the palette finds it. */
export interface Entry {
  readonly id: string
  readonly title: string
  readonly group: string
  readonly entity?: string
  readonly page?: string
  readonly rank: number
  readonly hasKeys: boolean
  /** Does it act on rows that are chosen? */
  readonly onRows: boolean
  /**
   * The title first and what it does, without to what ("new"); then what counts one step less: titles in the other
   * languages, keywords, route names; and last what it belongs to, which finds it after everything else.
   */
  readonly texts: readonly Searchable[]
  /** How many of the texts count fully, and how many name it at all. */
  readonly counting: { readonly fully: number; readonly named: number }
  /** The characters that occur in any of these. */
  readonly characters: Characters
}

interface Reading {
  readonly soundOf: (text: string) => readonly string[]
  readonly ready: Map<string, Searchable>
}

const readings = new WeakMap<Pinyin, Reading>()

/** What was read by these sounds: kept, for commands come and go more often than their texts. */
function readingBy(pinyin: Pinyin): Reading {
  const reading = readings.get(pinyin) ?? { soundOf: sounds(pinyin), ready: new Map() }
  readings.set(pinyin, reading)
  return reading
}

/** The titles of a command in every language, by everything it is called. */
function namesOf({ values, ...command }: Command): readonly string[] {
  const filling = values ? { values } : {}
  return titlesOf(command).flatMap(title => locales.map(locale => titleIn(locale, { title, ...filling })))
}

/** The bare verbs of a general command: its titles without what they are about. */
function verbsOf(command: Command): readonly string[] {
  if (!isVerb(command.title)) return []
  const bare = titlesOf(command).flatMap(title => locales.map(locale => textIn(locale, title)))
  return bare.map(text => text.replace(/\{\w+\}/g, '').trim())
}

/** Index over these commands, titled in this language and found in all of them. */
export function paletteEntries(commands: readonly Command[], locale: Locale, pinyin: Pinyin): readonly Entry[] {
  const { soundOf, ready } = readingBy(pinyin)
  const variantsOf = scriptVariants(soundOf)
  const prepare = (text: string): Searchable => {
    const known = ready.get(text) ?? searchable(text, soundOf)
    ready.set(text, known)
    return known
  }
  const knownHeadings = new Map<string, readonly Searchable[]>()
  const headingsOf = (group: string) => {
    const known = knownHeadings.get(group) ?? [...new Set(locales.map(other => textIn(other, group)))].map(prepare)
    knownHeadings.set(group, known)
    return known
  }
  const entryOf = (command: Command): Entry => {
    const { id, group, entity, page, keywords = [] } = command
    const title = titleIn(locale, command)
    // Of an entity's own commands the titles name it anyway.
    const headings = group === entity ? [] : headingsOf(group)
    const own = new Set([title, ...verbsOf(command)])
    // A keyword that is the heading says only what it belongs to.
    const keys = keywords.flatMap(variantsOf).filter(word => !headings.some(({ original }) => original === word))
    const others = new Set([...namesOf(command), ...keys].filter(text => !own.has(text)))
    const routes = [...(page ? [page] : []), id].map(searchableName)
    const texts = [...[...own, ...others].map(prepare), ...routes, ...headings]
    // What only leads to others is found as they are by what they belong to, and never before them.
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
      characters: together(texts),
      ...(entity ? { entity } : {}),
      ...(page ? { page } : {}),
    }
  }
  return commands.filter(({ surfaces }) => surfaces?.includes('palette') ?? true).map(entryOf)
}
