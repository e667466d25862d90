/** Palette ranking: tiers first, preference within a tier. */
import { frecency, type Recents } from '../core/recents.ts'
import { entryMatches, type MatchQuery, questionOf } from './entryMatch.ts'
import { NO_MATCH } from './exactMatch.ts'
import type { PaletteEntry } from './paletteEntries.ts'
import { stepOf } from './score.ts'
import { indexOf, isPage, type SearchIndex } from './searchIndex.ts'
import { normalize } from './searchText.ts'

/** Headings of suggestions, in order. */
export const suggestions = ['selection', 'page', 'recent', 'pages', 'others'] as const
export type Section = (typeof suggestions)[number]

export interface Hit {
  readonly entry: PaletteEntry
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

export function modeOf(query: string): { readonly mode: Mode; readonly text: string } {
  const text = normalize(query)
  const mode = modes[text.charAt(0)]
  return mode ? { mode, text: text.slice(1).trim() } : { mode: 'all', text }
}

/** Commands per mode; null for all. */
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
  readonly maxHits: number
  isShown(place: number): boolean
  isBlocked(place: number): boolean
}

const hitsAt = ({ index }: Asked, places: readonly number[], hitAt: (entry: PaletteEntry, place: number) => Hit) =>
  places.flatMap(place => {
    const entry = index.entries[place]
    return entry ? [hitAt(entry, place)] : []
  })

function found(asked: Asked, question: MatchQuery): Ranked {
  const { index, near, used, maxHits, isShown, isBlocked } = asked
  const { scores, texts } = entryMatches(index, question)
  const scoreAt = (place: number) => {
    const score = scores[place] ?? NO_MATCH
    return score !== NO_MATCH && isShown(place) ? score : null
  }
  const groups = grouped(scores.length, place => place, scoreAt)
  const first = firstOf(groups, preferred(near, used), isBlocked, maxHits)
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
  const { index, used, maxHits, isShown, isBlocked } = asked
  const sectionAt = (place: number) => (isShown(place) ? suggestions.indexOf(sectionOf(asked, place)) : null)
  const groups = grouped(index.byRank.length, at => index.byRank[at] ?? 0, sectionAt)
  const first = firstOf(groups, used, isBlocked, maxHits)
  const hits = hitsAt(asked, first, (entry, place) => ({ entry, score: 0, section: sectionOf(asked, place) }))
  return { hits, total: sizeOf(groups) }
}

/** First `maxHits` matches. Empty query: near, frequent, pages. */
export function ranked(
  query: string,
  entries: readonly PaletteEntry[],
  recents: Recents,
  around: Surroundings,
  maxHits: number,
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
    maxHits,
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

// Tie-breaking of equal entries: near, frequently used, runnable. Pure.

interface Surroundings {
  readonly page?: string
  readonly selected?: string
  /** Unavailable commands rank behind available ones. */
  readonly isBlocked?: (id: string) => boolean
}

/** Preferred entries by index; lower numbers rank first. */
type Preference = ReadonlyMap<number, number>

const lowestUseRank = 1023

function usedPlaces({ placeOf }: SearchIndex, recents: Recents, now: number): Preference {
  const scores = [...recents.keys()].map(id => [placeOf.get(id), frecency(recents, id, now)] as const)
  const order = new Map<number, number>()
  let rank = -1
  let last = Number.POSITIVE_INFINITY
  for (const [place, score] of scores.sort((a, b) => b[1] - a[1])) {
    if (score < last) rank += 1
    last = score
    if (place !== undefined) order.set(place, Math.min(rank, lowestUseRank - 1))
  }
  return order
}

const nearest = 2

/** Commands of the page, the selection's entity first. */
function nearPlaces({ ofEntity, entries }: SearchIndex, { page, selected }: Surroundings): Preference {
  const placesOf = (entity: string | undefined) => (entity === undefined ? [] : (ofEntity.get(entity) ?? []))
  const onRows = selected === page ? [] : placesOf(selected).filter(place => entries[place]?.onRows)
  return new Map([
    ...placesOf(page).map(place => [place, nearest - 1] as const),
    ...onRows.map(place => [place, 0] as const),
  ])
}

function preferred(near: Preference, used: Preference): Preference {
  const places = new Set([...near.keys(), ...used.keys()])
  const orderOf = (place: number) =>
    (near.get(place) ?? nearest) * (lowestUseRank + 1) + (used.get(place) ?? lowestUseRank)
  return new Map([...places].map(place => [place, orderOf(place)]))
}

/** First `maxHits` of ordered groups. Availability is expensive: evaluated rarely. */
function firstOf(
  groups: readonly (readonly number[])[],
  preference: Preference,
  isBlocked: (place: number) => boolean,
  maxHits: number,
): readonly number[] {
  const first: number[] = []
  // Hot loop: a flag array is ten times faster than a map.
  const isPreferred = new Uint8Array(Math.max(0, ...preference.keys()) + 1)
  for (const place of preference.keys()) isPreferred[place] = 1
  for (const group of groups) {
    if (first.length >= maxHits) break
    const blocked: number[] = []
    const put = (place: number) => (isBlocked(place) ? blocked : first).push(place)
    const orderOf = (place: number) => preference.get(place) ?? 0
    for (const place of group.filter(each => isPreferred[each] === 1).sort((a, b) => orderOf(a) - orderOf(b)))
      put(place)
    for (const place of group) {
      if (first.length >= maxHits) return first.slice(0, maxHits)
      if (isPreferred[place] !== 1) put(place)
    }
    first.push(...blocked)
  }
  return first.slice(0, maxHits)
}
