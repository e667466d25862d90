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

/** 1 for what cannot run. */
const blockedBy =
  ({ isBlocked }: Surroundings) =>
  ({ id }: Entry): number =>
    isBlocked?.(id) ? 1 : 0

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

/** Entries that every typed word fits, best first. Nothing typed: what is near, what is often used, the pages. */
export function rank(
  query: string,
  entries: readonly Entry[],
  recents: Recents = new Map(),
  around: Surroundings = {},
  now = Date.now(),
): readonly Hit[] {
  const { mode, text } = modeOf(query)
  const isShown = shownIn[mode]
  const question = questionOf(text)
  const used = usedPlaces(recents, now)
  const blocked = blockedBy(around)
  if (question.words.length === 0) return suggested(entries.filter(isShown), around, used)
  const hits: Hit[] = []
  for (const entry of entries) {
    if (!includes(entry.characters, question) || !isShown(entry)) continue
    const hit = hitOf(entry, question)
    if (hit) hits.push(hit)
  }
  const places = placesOf(entries)
  return sortedBy(hits, ({ entry, score }) => {
    const step = (score * 2 + blocked(entry)) * (nearest + 1) + nearest - nearness(entry, around)
    return (step * (mostUsed + 1) + used(entry.id)) * entries.length + (places.get(entry) ?? 0)
  })
}

/** Does any command plainly fit what is typed? */
export function isCommandLike(query: string, entries: readonly Entry[]): boolean {
  const question = questionOf(modeOf(query).text)
  const fits = (entry: Entry) =>
    includes(entry.characters, question) && fitOf(entry, question).score < stepOf.oneGap * 2
  return entries.some(fits)
}

function suggested(entries: readonly Entry[], around: Surroundings, used: (id: string) => number): readonly Hit[] {
  const blockedAt = new Map(entries.map(entry => [entry, blockedBy(around)(entry)]))
  const blocked = (entry: Entry) => blockedAt.get(entry) ?? 0
  const highest = entries.reduce((most, { rank }) => Math.max(most, rank), 0)
  const sectionOf = (entry: Entry): Section => {
    if (blocked(entry) === 0) {
      if (nearness(entry, around) > 0) return entry.onRows ? 'selection' : 'page'
      if (used(entry.id) < mostUsed && !isPastime(entry)) return 'recent'
    }
    return isPage(entry) ? 'pages' : 'others'
  }
  const hits = entries.map(entry => ({ entry, score: 0, section: sectionOf(entry) }))
  // The order of the menu stays among equals.
  return sortedBy(hits, ({ entry, section }) => {
    const place = suggestions.indexOf(section) * 2 + blocked(entry)
    return (place * (mostUsed + 1) + used(entry.id)) * (highest + 1) + highest - entry.rank
  })
}
