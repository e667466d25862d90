/** Palette ranking: score first, then near, frequently used, and runnable. */
import { frecency, type Recents } from '../core/recents.ts'
import type { PaletteEntry } from './paletteEntries.ts'
import { stepOf } from './score.ts'
import { aboutExactly, entryMatches, indexOf, isPage, NO_MATCH, questionOf, type SearchIndex } from './searchIndex.ts'
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

export interface Ranked {
  readonly hits: readonly Hit[]
  readonly total: number
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

const shownIn: Readonly<Record<Mode, (entry: PaletteEntry) => boolean>> = {
  all: () => true,
  actions: entry => !isPage(entry),
  pages: isPage,
  help: entry => entry.hasKeys,
  records: () => false,
  people: () => false,
  calculate: () => false,
}

interface Surroundings {
  readonly page?: string
  readonly selected?: string
  /** Unavailable commands rank behind available ones. Expensive: evaluated rarely. */
  readonly isBlocked?: (id: string) => boolean
}

const unused = 1023

/** Rank by use per entry, from 0; shared among equals. */
function ranksOfUse({ entries, placeOf }: SearchIndex, recents: Recents, now: number): Uint16Array {
  const ranks = new Uint16Array(entries.length).fill(unused)
  const scores = [...recents.keys()].map(id => [placeOf.get(id), frecency(recents, id, now)] as const)
  let rank = -1
  let last = Number.POSITIVE_INFINITY
  for (const [place, score] of scores.sort((a, b) => b[1] - a[1])) {
    if (score < last) rank += 1
    last = score
    if (place !== undefined) ranks[place] = Math.min(rank, unused - 1)
  }
  return ranks
}

const elsewhere = 4
/** Order of an entry that is neither near nor used: the last. */
const lastOrder = elsewhere * (unused + 1) + unused

/** First `maxHits` places by group, order, position; blocked ones end their group. */
function firstOf(
  places: Iterable<number>,
  groupOf: (place: number) => number | null,
  orderOf: (place: number) => number,
  isBlocked: (place: number) => boolean,
  maxHits: number,
): { readonly first: readonly number[]; readonly total: number } {
  const groups: number[][] = []
  let total = 0
  for (const place of places) {
    const group = groupOf(place)
    if (group === null) continue
    total += 1
    const others = groups[group]
    if (others) others.push(place)
    else groups[group] = [place]
  }
  const first: number[] = []
  for (const group of groups.filter(each => each !== undefined)) {
    const blocked: number[] = []
    if (first.length >= maxHits) break
    const preferred = group.filter(place => orderOf(place) < lastOrder).sort((a, b) => orderOf(a) - orderOf(b))
    for (const place of [...preferred, ...group.filter(each => orderOf(each) === lastOrder)]) {
      if (first.length >= maxHits) break
      ;(isBlocked(place) ? blocked : first).push(place)
    }
    first.push(...blocked)
  }
  return { first: first.slice(0, maxHits), total }
}

/** Navigation is not worth suggesting again. */
const isPastime = (entry: PaletteEntry) => /^(palette|keys|grid|region|tab|list|navigate\.index)\b/.test(entry.id)

function hitOf(entry: PaletteEntry, score: number, at: number): Hit {
  const original = entry.texts[at]?.original ?? ''
  // Matches visible in the title need no explanation.
  return at === 0 || entry.title.includes(original) ? { entry, score } : { entry, score, reason: original }
}

/** First `maxHits` matches. Empty query: near, frequent, pages. */
export function ranked(
  query: string,
  given: readonly PaletteEntry[],
  recents: Recents,
  around: Surroundings,
  maxHits: number,
  now = Date.now(),
): Ranked {
  const { mode, text } = modeOf(query)
  const question = questionOf(text)
  const index = indexOf(given)
  const { entries, entities, byRank } = index
  const { page, selected } = around
  const used = ranksOfUse(index, recents, now)
  const usedAt = (place: number) => used[place] ?? unused
  /** Nearness: selection's commands 0, the page's 2; lesser matches one more. */
  const nearAt = (place: number) => {
    const entity = entities[place]
    if (entity === undefined || (entity !== page && entity !== selected)) return elsewhere
    if (entity === page) return 2
    return entryAt(place).onRows ? 0 : elsewhere
  }
  const entryAt = (place: number) => entries[place] as PaletteEntry
  const isShown = (place: number) => shownIn[mode](entryAt(place))
  const isBlocked = (place: number) => around.isBlocked?.(entryAt(place).id) ?? false

  if (question.words.length > 0) {
    const { scores, texts } = entryMatches(index, question)
    // Standing on receipts, 收货 means a new one, not the page again.
    const isLifted = (place: number) => {
      const score = scores[place] ?? NO_MATCH
      return nearAt(place) < elsewhere && (score === aboutExactly || score >> 1 === stepOf.contiguous)
    }
    const scoreAt = (place: number) => (isLifted(place) ? stepOf.exact * 2 + 1 : (scores[place] ?? NO_MATCH))
    const groupOf = (place: number) => {
      const score = scoreAt(place)
      return score !== NO_MATCH && isShown(place) ? score : null
    }
    const orderOf = (place: number) => (nearAt(place) + (isLifted(place) ? 1 : 0)) * (unused + 1) + usedAt(place)
    const { first, total } = firstOf(entries.keys(), groupOf, orderOf, isBlocked, maxHits)
    return { hits: first.map(place => hitOf(entryAt(place), scoreAt(place), texts[place] ?? 0)), total }
  }

  const sectionOf = (place: number): Section => {
    const isNear = nearAt(place) < elsewhere
    const isSuggested = isNear || (usedAt(place) < unused && !isPastime(entryAt(place)))
    if (isSuggested && !isBlocked(place)) return isNear ? (entryAt(place).onRows ? 'selection' : 'page') : 'recent'
    return isPage(entryAt(place)) ? 'pages' : 'others'
  }
  const groupOf = (place: number) => (isShown(place) ? suggestions.indexOf(sectionOf(place)) : null)
  const { first, total } = firstOf(
    byRank,
    groupOf,
    place => elsewhere * (unused + 1) + usedAt(place),
    isBlocked,
    maxHits,
  )
  return { hits: first.map(place => ({ entry: entryAt(place), score: 0, section: sectionOf(place) })), total }
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

const wholeSteps: ReadonlySet<number> = new Set([stepOf.exact, stepOf.initialsExact, stepOf.pinyinExact])

export const isWholeName = ({ score }: Hit): boolean => wholeSteps.has(score >> 1)

export function isCommandLike(query: string, entries: readonly PaletteEntry[]): boolean {
  const question = questionOf(modeOf(query).text)
  if (question.words.length === 0) return entries.length > 0
  return entryMatches(indexOf(entries), question).scores.some(score => score < stepOf.oneGap * 2)
}
