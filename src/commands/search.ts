/** The palette's order. Tiers first, taste only inside a tier, so that the same words find the same command. */
import { fitOf, type Question, questionOf } from './entryFit.ts'
import { stepOf } from './fitness.ts'
import type { Entry } from './paletteEntries.ts'
import { frecency, type Recents } from './recents.ts'
import { includes, normalize } from './searchText.ts'

/** Headings of what is suggested, in their order. */
export const suggestions = ['selection', 'page', 'recent', 'pages', 'others'] as const
export type Section = (typeof suggestions)[number]

export interface Hit {
  readonly entry: Entry
  /** The lower, the better. */
  readonly score: number
  /** The text that matched where it is not the title. */
  readonly reason?: string
  /** Under which heading it stands while nothing is typed. */
  readonly section?: Section
}

/** What is on screen, for the order inside a tier. */
export interface Surroundings {
  readonly page?: string
  readonly selected?: string
  /** Can this command not run right now? Among equals it stands behind those that can. */
  readonly isBlocked?: (id: string) => boolean
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

/** The mode that the first sign of a query asks for, and what stands behind it; signs of any width count. */
export function modeOf(query: string): { readonly mode: Mode; readonly text: string } {
  const text = normalize(query)
  const mode = modes[text.charAt(0)]
  return mode ? { mode, text: text.slice(1).trim() } : { mode: 'all', text }
}

const isPage = (entry: Entry) => entry.id.startsWith('navigate.')

/** Which commands a mode shows; none where something else is looked for. */
const shownIn: Readonly<Record<Mode, (entry: Entry) => boolean>> = {
  all: () => true,
  actions: entry => !isPage(entry),
  pages: isPage,
  help: entry => entry.hasKeys,
  records: () => false,
  people: () => false,
  calculate: () => false,
}

function hitOf(entry: Entry, question: Question): Hit | null {
  const { score, at } = fitOf(entry, question)
  const text = entry.texts[at]
  if (!text) return null
  // What stands in the title anyway explains nothing.
  return at === 0 || entry.title.includes(text.original) ? { entry, score } : { entry, score, reason: text.original }
}

/** Getting about is no work that anybody would want to repeat. */
const isPastime = (entry: Entry) => /^(palette|keys|grid|region|tab|list|navigate\.index)\b/.test(entry.id)

const nearest = 2

/** Acting on what is selected comes before acting on the page, and that before the rest. */
function nearness(entry: Entry, around: Surroundings): number {
  if (entry.entity === undefined || isPage(entry)) return 0
  if (entry.entity === around.selected) return nearest
  return entry.entity === around.page ? 1 : 0
}

const mostUsed = 1023

/** The place of a command among those that are used, the most used first; the same for all that are not. */
function usedPlaces(recents: Recents, now: number): (id: string) => number {
  const scores = [...recents.keys()].map(id => [id, frecency(recents, id, now)] as const)
  const places = new Map<string, number>()
  let place = -1
  let last = Number.POSITIVE_INFINITY
  for (const [id, score] of scores.sort((a, b) => b[1] - a[1])) {
    if (score < last) place += 1
    last = score
    places.set(id, Math.min(place, mostUsed - 1))
  }
  return id => places.get(id) ?? mostUsed
}

/** Sorted by a whole number of each; equals stay in their order. Numbers sort many times faster than comparisons do. */
function sortedBy<T>(items: readonly T[], numberOf: (item: T) => number): T[] {
  const keys = new Float64Array(items.length)
  let at = 0
  for (const item of items) {
    keys[at] = numberOf(item) * items.length + at
    at += 1
  }
  const sorted: T[] = []
  for (const key of keys.sort()) {
    const item = items[key % items.length]
    if (item !== undefined) sorted.push(item)
  }
  return sorted
}

const settledPlaces = new WeakMap<readonly Entry[], ReadonlyMap<Entry, number>>()

/** The place of each entry where nothing else decides: the shorter first, the higher, by name. */
function placesOf(entries: readonly Entry[]): ReadonlyMap<Entry, number> {
  const known = settledPlaces.get(entries)
  if (known) return known
  const order = entries.toSorted(
    (a, b) => a.title.length - b.title.length || b.rank - a.rank || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  )
  const places = new Map(order.map((entry, place) => [entry, place]))
  settledPlaces.set(entries, places)
  return places
}

/** The first so many of what was found, and how many there are in all. */
export interface Ranked {
  readonly hits: readonly Hit[]
  readonly total: number
}

/**
 * The first `most`, those that can run before those that cannot within each group. Whether a command can run is asked of
 * no more of them than that takes: of many thousands it is the dearest question.
 */
function firstOf<T extends { readonly entry: Entry }>(
  sorted: readonly T[],
  groupOf: (item: T) => unknown,
  isBlocked: (id: string) => boolean,
  most: number,
): readonly T[] {
  const first: T[] = []
  let blocked: T[] = []
  let group: unknown
  for (const item of sorted) {
    if (groupOf(item) !== group) {
      first.push(...blocked)
      blocked = []
      group = groupOf(item)
    }
    if (first.length >= most) break
    if (isBlocked(item.entry.id)) blocked.push(item)
    else first.push(item)
  }
  first.push(...blocked)
  return first.length > most ? first.slice(0, most) : first
}

const never = () => false

/** The first `most` entries that every typed word fits, best first. Nothing typed: what is near, what is often used, the pages. */
export function ranked(
  query: string,
  entries: readonly Entry[],
  recents: Recents,
  around: Surroundings,
  most: number,
  now = Date.now(),
): Ranked {
  const { mode, text } = modeOf(query)
  const isShown = shownIn[mode]
  const question = questionOf(text)
  const used = usedPlaces(recents, now)
  if (question.words.length === 0) return suggested(entries.filter(isShown), around, used, most)
  const hits: Hit[] = []
  for (const entry of entries) {
    if (!includes(entry.characters, question) || !isShown(entry)) continue
    const hit = hitOf(entry, question)
    if (hit) hits.push(hit)
  }
  const places = placesOf(entries)
  const sorted = sortedBy(hits, ({ entry, score }) => {
    const step = score * (nearest + 1) + nearest - nearness(entry, around)
    return (step * (mostUsed + 1) + used(entry.id)) * entries.length + (places.get(entry) ?? 0)
  })
  return { hits: firstOf(sorted, ({ score }) => score, around.isBlocked ?? never, most), total: hits.length }
}

/** As `ranked`, all of them. */
export function rank(
  query: string,
  entries: readonly Entry[],
  recents: Recents = new Map(),
  around: Surroundings = {},
  now = Date.now(),
): readonly Hit[] {
  return ranked(query, entries, recents, around, Number.POSITIVE_INFINITY, now).hits
}

/** Does any command plainly fit what is typed? */
export function isCommandLike(query: string, entries: readonly Entry[]): boolean {
  const question = questionOf(modeOf(query).text)
  const fits = (entry: Entry) =>
    includes(entry.characters, question) && fitOf(entry, question).score < stepOf.oneGap * 2
  return entries.some(fits)
}

function suggested(
  entries: readonly Entry[],
  around: Surroundings,
  used: (id: string) => number,
  most: number,
): Ranked {
  const { isBlocked = never } = around
  const highest = entries.reduce((most, { rank }) => Math.max(most, rank), 0)
  const sectionOf = (entry: Entry): Section => {
    const isNear = nearness(entry, around) > 0
    if ((isNear || (used(entry.id) < mostUsed && !isPastime(entry))) && !isBlocked(entry.id))
      return isNear ? (entry.onRows ? 'selection' : 'page') : 'recent'
    return isPage(entry) ? 'pages' : 'others'
  }
  const hits = entries.map(entry => ({ entry, score: 0, section: sectionOf(entry) }))
  // The order of the menu stays among equals.
  const sorted = sortedBy(hits, ({ entry, section }) => {
    const place = suggestions.indexOf(section)
    return (place * (mostUsed + 1) + used(entry.id)) * (highest + 1) + highest - entry.rank
  })
  return { hits: firstOf(sorted, ({ section }) => section, isBlocked, most), total: hits.length }
}
