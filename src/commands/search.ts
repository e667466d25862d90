/** The palette's order. Tiers first, taste only inside a tier, so that the same words find the same command. */
import { fitness, looseFitness, stepOf } from './fitness.ts'
import type { Entry } from './paletteEntries.ts'
import { frecency, type Recents } from './recents.ts'
import { type Characters, includes, normalize, type Searchable, together, type Word, wordOf } from './searchText.ts'

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

/** What is no title counts less: each step is doubled so that this has room before the next. */
const less = 1

/** The best fit of a word, and which text it was found in. */
interface Fit {
  readonly score: number
  readonly at: number
}

const noFit: Fit = { score: Number.POSITIVE_INFINITY, at: -1 }

/** What a command belongs to says little: a word counts only where it says plainly which. */
function bestAbout({ texts, counting }: Entry, word: Word): Fit {
  for (let at = counting.named; at < texts.length; at += 1) {
    const tier = fitness(texts[at] as Searchable, word)
    if (tier && stepOf[tier] <= stepOf.pinyinInside) return { score: stepOf.about * 2, at }
  }
  return noFit
}

function bestOf(entry: Entry, word: Word): Fit {
  const { texts, counting, haystack } = entry
  const isWhole = haystack.includes(word.text)
  const fits = isWhole ? fitness : looseFitness
  let score = noFit.score
  let place = noFit.at
  for (let at = 0; at < counting.named; at += 1) {
    const text = texts[at] as Searchable
    const tier = fits(text, word)
    if (!tier) continue
    const found = stepOf[tier] * 2 + (at < counting.fully ? 0 : less)
    if (found >= score) continue
    score = found
    place = at
    // What comes after counts less.
    if (score <= less) break
  }
  if (place < 0) return isWhole ? bestAbout(entry, word) : noFit
  return { score, at: place }
}

/** What is typed: every word must fit. Words typed apart may also be one: "chan pin" is 产品 said slowly. */
interface Question extends Characters {
  readonly words: readonly Word[]
  readonly joined: readonly Word[]
}

function questionOf(text: string): Question {
  const words = text.split(/\s+/).filter(Boolean)
  const joined = words.length > 1 ? [words.join(' '), words.join('')] : []
  const ready = words.map(wordOf)
  return { words: ready, joined: joined.map(wordOf), ...together(ready) }
}

/** The worst of the words, or all of them as one where that fits as well. */
function fitOf(entry: Entry, { words, joined }: Question): Fit {
  let fit: Fit = { score: -1, at: -1 }
  for (const word of words) {
    const best = bestOf(entry, word)
    if (best.score >= fit.score) fit = best
    if (best.at < 0) break
  }
  for (const whole of joined) {
    const best = bestOf(entry, whole)
    if (best.score <= fit.score) fit = best
  }
  return fit
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
  for (const [at, item] of items.entries()) keys[at] = numberOf(item) * items.length + at
  return Array.from(keys.sort(), key => items[key % items.length] as T)
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
  const blocked = ({ id }: Entry) => (around.isBlocked?.(id) ? 1 : 0)
  if (question.words.length === 0) return suggested(entries.filter(isShown), around, used, blocked)
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

function suggested(
  entries: readonly Entry[],
  around: Surroundings,
  used: (id: string) => number,
  blocked: (entry: Entry) => number,
): readonly Hit[] {
  const highest = entries.reduce((most, { rank }) => Math.max(most, rank), 0)
  const hits = entries.map(entry => {
    const isBlocked = blocked(entry)
    const usual = isPage(entry) ? 'pages' : 'others'
    const near = nearness(entry, around) > 0 ? (entry.onRows ? 'selection' : 'page') : null
    const often = used(entry.id) < mostUsed && !isPastime(entry) ? 'recent' : null
    const section: Section = isBlocked === 1 ? usual : (near ?? often ?? usual)
    return { entry, score: 0, section, isBlocked }
  })
  // The order of the menu stays among equals.
  const sorted = sortedBy(hits, ({ entry, section, isBlocked }) => {
    const place = suggestions.indexOf(section) * 2 + isBlocked
    return (place * (mostUsed + 1) + used(entry.id)) * (highest + 1) + highest - entry.rank
  })
  return sorted.map(({ entry, score, section }) => ({ entry, score, section }))
}
