/** The palette's index and its order. Tiers first, taste only inside a tier, so that the same words find the same command. */
import { type Locale, locales } from '../contract/messages/locales.ts'
import type { Command } from './command.ts'
import { type Pinyin, sounds } from './pinyin.ts'
import { frecency, type Recents } from './recents.ts'
import { fitness, normalize, type Searchable, searchable, searchableName, tiers } from './searchText.ts'
import { titleIn } from './titles.ts'

/** Headings of what is suggested, in their order. */
export const suggestions = ['selection', 'page', 'recent', 'pages', 'others'] as const
export type Section = (typeof suggestions)[number]

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
  /** The title first, then what counts one step less: titles in the other languages, keywords, route names. */
  readonly texts: readonly Searchable[]
}

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

/** Index over these commands, titled in this language and found in all of them. */
export function paletteEntries(commands: readonly Command[], locale: Locale, pinyin: Pinyin): readonly Entry[] {
  const soundOf = sounds(pinyin)
  const ready = new Map<string, Searchable>()
  const prepare = (text: string) => {
    const known = ready.get(text) ?? searchable(text, soundOf)
    ready.set(text, known)
    return known
  }
  return commands
    .filter(command => command.surfaces?.includes('palette') ?? true)
    .map(command => {
      const title = titleIn(locale, command)
      const named = [command.title, ...(command.aliases ?? [])]
      const others = locales.flatMap(other =>
        named.map(key => titleIn(other, { title: key, ...(command.values ? { values: command.values } : {}) })),
      )
      const texts = new Set([title, ...others, ...(command.keywords ?? [])])
      return {
        id: command.id,
        title,
        group: command.group,
        rank: command.rank ?? 0,
        onRows: command.rows !== undefined,
        hasKeys: (command.keys?.length ?? 0) > 0 || command.via !== undefined,
        texts: [...[...texts].map(prepare), ...[command.page ?? [], command.id].flat().map(searchableName)],
        ...(command.entity ? { entity: command.entity } : {}),
        ...(command.page ? { page: command.page } : {}),
      }
    })
}

/** The best fit of one word: its step, doubled so that "one step less" has room, and the text it was found in. */
function bestOf(entry: Entry, word: string): { score: number; at: number } | null {
  let best: { score: number; at: number } | null = null
  for (let at = 0; at < entry.texts.length; at++) {
    const target = entry.texts[at]
    const tier = target ? fitness(target, word) : null
    if (!tier) continue
    const score = tiers.indexOf(tier) * 2 + (at === 0 ? 0 : 1)
    if (!best || score < best.score) best = { score, at }
  }
  return best
}

function hitOf(entry: Entry, words: readonly string[], whole: string): Hit | null {
  // Words typed apart may be one text: "chan pin" is 产品 said slowly, "sales issue" a title.
  const joined = words.length > 1 ? bestOf(entry, whole) : null
  let score = 0
  let at = 0
  for (const word of words) {
    const best = bestOf(entry, word)
    if (!best) {
      score = Number.POSITIVE_INFINITY
      break
    }
    if (best.score >= score) ({ score, at } = best)
  }
  if (joined && joined.score <= score) ({ score, at } = joined)
  if (!Number.isFinite(score)) return null
  const reason = at > 0 ? entry.texts[at]?.original : undefined
  return reason === undefined ? { entry, score } : { entry, score, reason }
}

const isPage = (entry: Entry) => entry.id.startsWith('navigate.')

/** Getting about is no work that anybody would want to repeat. */
const isPastime = (entry: Entry) => /^(palette|keys|grid|region|tab|list|navigate\.index)\b/.test(entry.id)

/** Acting on what is selected comes before acting on the page, and that before the rest. */
function nearness(entry: Entry, around: Surroundings): number {
  if (entry.entity === undefined || isPage(entry)) return 0
  if (entry.entity === around.selected) return 2
  return entry.entity === around.page ? 1 : 0
}

/** 1 for what cannot run; asked once for each entry, and only where the order depends on it. */
function blockedBy(around: Surroundings): (entry: Entry) => number {
  const known = new Map<string, number>()
  return ({ id }) => {
    const blocked = known.get(id) ?? (around.isBlocked?.(id) ? 1 : 0)
    known.set(id, blocked)
    return blocked
  }
}

function inOrder(recents: Recents, around: Surroundings, now: number) {
  const blocked = blockedBy(around)
  return (a: Hit, b: Hit): number =>
    a.score - b.score ||
    blocked(a.entry) - blocked(b.entry) ||
    nearness(b.entry, around) - nearness(a.entry, around) ||
    frecency(recents, b.entry.id, now) - frecency(recents, a.entry.id, now) ||
    a.entry.title.length - b.entry.title.length ||
    b.entry.rank - a.entry.rank ||
    (a.entry.id < b.entry.id ? -1 : 1)
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
  const offered = entries.filter(entry => inMode(entry, mode))
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return suggested(offered, recents, around, now)
  return offered
    .map(entry => hitOf(entry, words, text))
    .filter(hit => hit !== null)
    .sort(inOrder(recents, around, now))
}

function suggested(entries: readonly Entry[], recents: Recents, around: Surroundings, now: number): readonly Hit[] {
  const blocked = blockedBy(around)
  const sectionOf = (entry: Entry): Section => {
    const usual = isPage(entry) ? 'pages' : 'others'
    if (blocked(entry) === 1) return usual
    if (nearness(entry, around) > 0) return entry.onRows ? 'selection' : 'page'
    return frecency(recents, entry.id, now) > 0 && !isPastime(entry) ? 'recent' : usual
  }
  const order = (a: Hit & { section: Section }, b: Hit & { section: Section }) =>
    suggestions.indexOf(a.section) - suggestions.indexOf(b.section) ||
    blocked(a.entry) - blocked(b.entry) ||
    frecency(recents, b.entry.id, now) - frecency(recents, a.entry.id, now) ||
    b.entry.rank - a.entry.rank
  // The sort is stable: among equals the order of the menu stays.
  return entries.map(entry => ({ entry, score: 0, section: sectionOf(entry) })).sort(order)
}

export type Mode = 'all' | 'actions' | 'pages' | 'keys'

const modes: Readonly<Record<string, Mode>> = { '>': 'actions', '/': 'pages', '?': 'keys' }

/** `>` leaves only actions, `/` only pages, `?` what has a key; full-width signs count. */
export function modeOf(query: string): { readonly mode: Mode; readonly text: string } {
  const text = normalize(query)
  const mode = modes[text.charAt(0)]
  return mode ? { mode, text: text.slice(1).trim() } : { mode: 'all', text }
}

function inMode(entry: Entry, mode: Mode): boolean {
  return mode === 'all' || (mode === 'pages' ? isPage(entry) : mode === 'actions' ? !isPage(entry) : entry.hasKeys)
}
