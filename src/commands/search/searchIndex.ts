/** Palette index as flat arrays, searched per keystroke. Pure. */

import { memoized } from '../../data/memo.ts'
import type { PaletteEntry } from './paletteEntries.ts'
import { type LongText, longTextOf } from './searchPieces.ts'
import type { Characters, Searchable } from './searchText.ts'
import { type CharacterPlaces, characterPlaces } from './substringIndex.ts'

export interface SearchIndex extends LongText {
  /** Default order: negative rank last, then shorter, higher rank, name. */
  readonly entries: readonly PaletteEntry[]
  readonly characters: CharacterColumns
  /** Character bits per naming text, entries concatenated, with their offsets. */
  readonly textCharacters: CharacterColumns
  readonly firstText: Int32Array
  /** Text equal but for numbers: number-free words match both alike. */
  readonly alike: Int32Array
  readonly characterPlaces: CharacterPlaces
  /** Categories, deduplicated, and the category index of each entry. */
  readonly headings: readonly (readonly Searchable[])[]
  readonly headingOf: Int32Array
  readonly placeOf: ReadonlyMap<string, number>
  readonly ofEntity: ReadonlyMap<string, readonly number[]>
  /** Indices in menu order, highest rank first. */
  readonly byRank: Int32Array
  readonly pages: Uint8Array
}

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

export const occurIn = ({ latin, low, high }: CharacterColumns, at: number, some: Characters): boolean =>
  ((some.latin & ~(latin[at] ?? 0)) | (some.low & ~(low[at] ?? 0)) | (some.high & ~(high[at] ?? 0))) === 0

export const isPage = (entry: PaletteEntry): boolean => entry.id.startsWith('navigate.')

/** Navigation-only commands rank last among equals. */
const isLast = ({ rank }: PaletteEntry) => (rank < 0 ? 1 : 0)

const settled = (a: PaletteEntry, b: PaletteEntry) =>
  isLast(a) - isLast(b) ||
  a.title.length - b.title.length ||
  b.rank - a.rank ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

function headingsOf(entries: readonly PaletteEntry[]): Pick<SearchIndex, 'headings' | 'headingOf'> {
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

function firstTexts(entries: readonly PaletteEntry[]): Int32Array {
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

function placesByEntity(entries: readonly PaletteEntry[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [place, entry] of entries.entries()) {
    if (entry.entity === undefined || isPage(entry)) continue
    const found = places.get(entry.entity)
    if (found) found.push(place)
    else places.set(entry.entity, [place])
  }
  return places
}

function indexed(given: readonly PaletteEntry[]): SearchIndex {
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

export const indexOf = memoized(indexed)
