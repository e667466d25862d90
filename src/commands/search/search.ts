/** Ranking of the palette: tiers first, preference within a tier, hence stable results. */

import type { Recents } from '../core/recents.ts'
import { entryMatches, type MatchQuery, questionOf } from './entryMatch.ts'
import { NO_MATCH } from './exactMatch.ts'
import type { PaletteEntry } from './paletteEntries.ts'
import { firstOf, nearPlaces, type Preference, preferred, type Surroundings, usedPlaces } from './preference.ts'
import { stepOf } from './score.ts'
import { indexOf, isPage, type SearchIndex } from './searchIndex.ts'
import { normalize } from './searchText.ts'

/** Headings of suggestions, in order. */
export const suggestions = ['selection', 'page', 'recent', 'pages', 'others'] as const
export type Section = (typeof suggestions)[number]

export interface Hit {
  readonly entry: PaletteEntry
  /** Lower is better. */
  readonly score: number
  readonly reason?: string
  /** Heading for an empty query. */
  readonly section?: Section
}

export type Mode = 'all' | 'actions' | 'pages' | 'records' | 'people' | 'help' | 'calculate'

const modes: Readonly<Record<string, Mode>> = {
  '>': 'actions',
  '/': 'pages',
  '#': 'records',
  '@': 'people',
  '?': 'help',
  '=': 'calculate',
}

/** Parses mode prefix and rest of a query, in any character width. */
export function modeOf(query: string): { readonly mode: Mode; readonly text: string } {
  const text = normalize(query)
  const mode = modes[text.charAt(0)]
  return mode ? { mode, text: text.slice(1).trim() } : { mode: 'all', text }
}

/** Commands per mode; null for all, none in other searches. */
const shownIn: Readonly<Record<Mode, ((entry: PaletteEntry) => boolean) | null>> = {
  all: null,
  actions: entry => !isPage(entry),
  pages: isPage,
  help: entry => entry.hasKeys,
  records: () => false,
  people: () => false,
  calculate: () => false,
}

function hitOf(entry: PaletteEntry, score: number, at: number): Hit {
  const original = entry.texts[at]?.original ?? ''
  // Matches visible in the title need no explanation.
  return at === 0 || entry.title.includes(original) ? { entry, score } : { entry, score, reason: original }
}

/** Navigation is not worth suggesting again. */
const isPastime = (entry: PaletteEntry) => /^(palette|keys|grid|region|tab|list|navigate\.index)\b/.test(entry.id)

export interface Ranked {
  readonly hits: readonly Hit[]
  readonly total: number
}

/** Buckets indices by group, stable; null is omitted. */
function grouped(
  count: number,
  placeAt: (at: number) => number,
  numberOf: (place: number) => number | null,
): readonly (readonly number[])[] {
  const groups: number[][] = []
  for (let at = 0; at < count; at += 1) {
    const place = placeAt(at)
    const number = numberOf(place)
    if (number === null) continue
    const group = groups[number]
    if (group) group.push(place)
    else groups[number] = [place]
  }
  return groups.filter(group => group !== undefined)
}

const sizeOf = (groups: readonly (readonly number[])[]) => groups.reduce((sum, group) => sum + group.length, 0)

interface Asked {
  readonly index: SearchIndex
  readonly near: Preference
  readonly used: Preference
  readonly most: number
  isShown(place: number): boolean
  isBlocked(place: number): boolean
}

const hitsAt = ({ index }: Asked, places: readonly number[], hitAt: (entry: PaletteEntry, place: number) => Hit) =>
  places.flatMap(place => {
    const entry = index.entries[place]
    return entry ? [hitAt(entry, place)] : []
  })

function found(asked: Asked, question: MatchQuery): Ranked {
  const { index, near, used, most, isShown, isBlocked } = asked
  const { scores, texts } = entryMatches(index, question)
  const scoreAt = (place: number) => {
    const score = scores[place] ?? NO_MATCH
    return score !== NO_MATCH && isShown(place) ? score : null
  }
  const groups = grouped(scores.length, place => place, scoreAt)
  const first = firstOf(groups, preferred(near, used), isBlocked, most)
  const hits = hitsAt(asked, first, (entry, place) => hitOf(entry, scores[place] ?? NO_MATCH, texts[place] ?? 0))
  return { hits, total: sizeOf(groups) }
}

/** Heading of a suggestion; usually by index lookup alone. */
function sectionOf({ index, near, used, isBlocked }: Asked, place: number): Section {
  const isNear = near.has(place)
  if (isNear || used.has(place)) {
    const entry = index.entries[place]
    if (entry && (isNear || !isPastime(entry)) && !isBlocked(place))
      return isNear ? (entry.onRows ? 'selection' : 'page') : 'recent'
  }
  return index.pages[place] === 1 ? 'pages' : 'others'
}

function suggested(asked: Asked): Ranked {
  const { index, used, most, isShown, isBlocked } = asked
  const sectionAt = (place: number) => (isShown(place) ? suggestions.indexOf(sectionOf(asked, place)) : null)
  const groups = grouped(index.byRank.length, at => index.byRank[at] ?? 0, sectionAt)
  const first = firstOf(groups, used, isBlocked, most)
  const hits = hitsAt(asked, first, (entry, place) => ({ entry, score: 0, section: sectionOf(asked, place) }))
  return { hits, total: sizeOf(groups) }
}

/** First `most` matching entries, best first. Empty query: near, frequent, pages. */
export function ranked(
  query: string,
  entries: readonly PaletteEntry[],
  recents: Recents,
  around: Surroundings,
  most: number,
  now = Date.now(),
): Ranked {
  const { mode, text } = modeOf(query)
  const question = questionOf(text)
  const index = indexOf(entries)
  const test = shownIn[mode]
  const asked: Asked = {
    index,
    near: nearPlaces(index, around),
    used: usedPlaces(index, recents, now),
    most,
    isShown: place => {
      if (test === null) return true
      const entry = index.entries[place]
      return entry !== undefined && test(entry)
    },
    isBlocked: place => {
      const entry = index.entries[place]
      return entry !== undefined && (around.isBlocked?.(entry.id) ?? false)
    },
  }
  return question.words.length === 0 ? suggested(asked) : found(asked, question)
}

/** All matches, ranked like `ranked`. */
export function rank(
  query: string,
  entries: readonly PaletteEntry[],
  recents: Recents = new Map(),
  around: Surroundings = {},
  now = Date.now(),
): readonly Hit[] {
  return ranked(query, entries, recents, around, Number.POSITIVE_INFINITY, now).hits
}

export function isCommandLike(query: string, entries: readonly PaletteEntry[]): boolean {
  const question = questionOf(modeOf(query).text)
  if (question.words.length === 0) return entries.length > 0
  const { scores } = entryMatches(indexOf(entries), question)
  return scores.some(score => score < stepOf.oneGap * 2)
}
