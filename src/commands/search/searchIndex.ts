/**
 * All entries of the palette laid out one after the other, so that a keystroke can go through ten thousand of them without
 * visiting each: what is typed is looked for in one long text. Pure.
 */

import type { Entry } from './paletteEntries.ts'
import { type LongText, longTextOf } from './searchPieces.ts'
import type { Characters, Searchable } from './searchText.ts'
import { type CharacterPlaces, characterPlaces } from './substringIndex.ts'

export interface SearchIndex extends LongText {
  /** In the order in which they stand where nothing else decides: those of a rank below zero last, the shorter first, the higher, by name. */
  readonly entries: readonly Entry[]
  /** Which characters occur in each entry. */
  readonly characters: CharacterColumns
  /** The same of each text that names an entry, one entry after the other; where those of each begin, and those of all end. */
  readonly textCharacters: CharacterColumns
  readonly firstText: Int32Array
  /** Of each such text the first that differs from it in nothing but its numbers: a word without a number fits both alike. */
  readonly alike: Int32Array
  readonly characterPlaces: CharacterPlaces
  /** What entries belong to, each once, and for every entry which of these it is. */
  readonly headings: readonly (readonly Searchable[])[]
  readonly headingOf: Int32Array
  readonly placeOf: ReadonlyMap<string, number>
  /** Places of the commands of an entity, but for those that only go somewhere. */
  readonly ofEntity: ReadonlyMap<string, readonly number[]>
  /** The places in the order of the menu: the highest first. */
  readonly byRank: Int32Array
  /** 1 where the entry goes to a page. */
  readonly pages: Uint8Array
}

/** The characters of many, each part in a row of numbers. */
export interface CharacterColumns {
  readonly latin: Int32Array
  readonly low: Int32Array
  readonly high: Int32Array
}

const columnsOf = (all: readonly Characters[]): CharacterColumns => ({
  latin: Int32Array.from(all, ({ latin }) => latin),
  low: Int32Array.from(all, ({ low }) => low),
  high: Int32Array.from(all, ({ high }) => high),
})

/** Do all these characters occur in the one at this place? */
export const occurIn = ({ latin, low, high }: CharacterColumns, at: number, some: Characters): boolean =>
  ((some.latin & ~(latin[at] ?? 0)) | (some.low & ~(low[at] ?? 0)) | (some.high & ~(high[at] ?? 0))) === 0

export const isPage = (entry: Entry): boolean => entry.id.startsWith('navigate.')

/** What only leads to others stands behind all that fits as well. */
const isLast = ({ rank }: Entry) => (rank < 0 ? 1 : 0)

const settled = (a: Entry, b: Entry) =>
  isLast(a) - isLast(b) ||
  a.title.length - b.title.length ||
  b.rank - a.rank ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

function headingsOf(entries: readonly Entry[]): Pick<SearchIndex, 'headings' | 'headingOf'> {
  const numbers = new Map<string, number>()
  const headings: (readonly Searchable[])[] = []
  const headingOf = Int32Array.from(entries, ({ texts, counting }) => {
    const own = texts.slice(counting.named)
    const key = own.map(({ original }) => original).join('\n')
    const number = numbers.get(key) ?? headings.push(own) - 1
    numbers.set(key, number)
    return number
  })
  return { headings, headingOf }
}

function firstTexts(entries: readonly Entry[]): Int32Array {
  const firsts = new Int32Array(entries.length + 1)
  for (const [place, { counting }] of entries.entries()) firsts[place + 1] = (firsts[place] ?? 0) + counting.named
  return firsts
}

function firstAlike(texts: readonly Searchable[]): Int32Array {
  const firsts = new Map<string, number>()
  return Int32Array.from(texts, ({ text }, at) => {
    const shape = text.replace(/\d+/g, '0')
    const first = firsts.get(shape) ?? at
    firsts.set(shape, first)
    return first
  })
}

function placesByEntity(entries: readonly Entry[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [place, entry] of entries.entries()) {
    if (entry.entity === undefined || isPage(entry)) continue
    const found = places.get(entry.entity)
    if (found) found.push(place)
    else places.set(entry.entity, [place])
  }
  return places
}

function indexed(given: readonly Entry[]): SearchIndex {
  const entries = given.toSorted(settled)
  const placeOf = new Map(entries.map(({ id }, place) => [id, place]))
  const named = entries.flatMap(({ texts, counting }) => texts.slice(0, counting.named))
  const longText = longTextOf(entries)
  const inMenu = given.toSorted((a, b) => b.rank - a.rank)
  return {
    entries,
    characters: columnsOf(entries.map(({ characters }) => characters)),
    textCharacters: columnsOf(named),
    firstText: firstTexts(entries),
    alike: firstAlike(named),
    ...longText,
    characterPlaces: characterPlaces(longText),
    ...headingsOf(entries),
    placeOf,
    ofEntity: placesByEntity(entries),
    byRank: Int32Array.from(inMenu, ({ id }) => placeOf.get(id) ?? 0),
    pages: Uint8Array.from(entries, entry => (isPage(entry) ? 1 : 0)),
  }
}

const indexes = new WeakMap<readonly Entry[], SearchIndex>()

/** The index of these entries, made once. */
export function indexOf(entries: readonly Entry[]): SearchIndex {
  const index = indexes.get(entries) ?? indexed(entries)
  indexes.set(entries, index)
  return index
}
