/** Search results in display order with headings. Pure. */
import type { FoundRecord } from '../../../commands/search/foundRecords.ts'
import type { Hit, Mode, Section } from '../../../commands/search/search.ts'
import { type SignedMode, signedModes } from './modes.ts'

export type Offer =
  | { readonly kind: 'running'; readonly id: string; readonly command: string }
  | { readonly kind: 'line'; readonly id: string; readonly command: string }
  | { readonly kind: 'command'; readonly id: string; readonly hit: Hit }
  | { readonly kind: 'tab'; readonly id: string; readonly url: string }
  | { readonly kind: 'record'; readonly id: string; readonly record: FoundRecord }
  | { readonly kind: 'value'; readonly id: string; readonly value: string }
  | { readonly kind: 'mode'; readonly id: string; readonly mode: SignedMode }

export type Group = 'running' | 'modes' | 'keys' | 'tabs' | 'records' | Section

export interface Placed {
  readonly offer: Offer
  readonly group?: Group
}

export interface Given {
  readonly mode: Mode
  readonly text: string
  readonly hits: readonly Hit[]
  readonly records: readonly FoundRecord[]
  readonly line: string | null
  /** Pending records: slots stay reserved, preventing shifts. */
  readonly mayCome: boolean
  readonly tabs: readonly string[]
  readonly running: readonly string[]
  readonly value: string | null
  readonly isChosen: boolean
}

/** Result limit: every mounted row costs time per keystroke. */
export const maxOffers = 50
const maxRecords = 12
const maxTabs = 6

const commandOffer = (hit: Hit): Offer => ({ kind: 'command', id: `command ${hit.entry.id}`, hit })
const recordOffer = (record: FoundRecord): Offer => ({ kind: 'record', id: `record ${record.path}`, record })

/** Empty query: running, contextual, recent, frequent, then the rest. */
function suggested({ hits, tabs, running, isChosen }: Given): readonly Placed[] {
  const groupOf = (hit: Hit): Group => {
    const section = hit.section ?? 'others'
    return section === 'selection' && !isChosen ? 'page' : section
  }
  const of = (...groups: readonly Group[]): readonly Placed[] =>
    hits
      .filter(hit => groups.includes(groupOf(hit)))
      .slice(0, maxOffers)
      .map(hit => ({ offer: commandOffer(hit), group: groupOf(hit) }))
  return [
    ...running.map(
      command => ({ offer: { kind: 'running', id: `running ${command}`, command }, group: 'running' }) as const,
    ),
    ...of('selection'),
    ...of('page'),
    ...tabs.slice(0, maxTabs).map(url => ({ offer: { kind: 'tab', id: `tab ${url}`, url }, group: 'tabs' }) as const),
    ...of('recent', 'pages', 'others'),
  ]
}

function helped({ text, hits }: Given): readonly Placed[] {
  const modes = text === '' ? signedModes.filter(mode => mode !== 'help') : []
  return [
    ...modes.map(mode => ({ offer: { kind: 'mode', id: `mode ${mode}`, mode }, group: 'modes' }) as const),
    ...hits.slice(0, maxOffers).map(hit => ({ offer: commandOffer(hit), group: 'keys' }) as const),
  ]
}

function found({ mode, text, hits, records, line, mayCome, value }: Given): readonly Placed[] {
  if (mode === 'calculate') return value === null ? [] : [{ offer: { kind: 'value', id: 'value', value } }]
  const isNamed = mode === 'records' || mode === 'people'
  const room = isNamed ? 0 : maxOffers - (mayCome ? maxRecords : 0)
  return [
    ...(line === null ? [] : [{ offer: { kind: 'line', id: `line ${line}`, command: line } } as const]),
    ...hits
      .slice(0, room)
      .map(hit => ({ offer: commandOffer(hit), ...(text === '' && hit.section ? { group: hit.section } : {}) })),
    ...records.map(record => ({ offer: recordOffer(record), group: 'records' }) as const),
  ]
}

/** Limited results; records last, so late arrivals move nothing. */
export function offersOf(given: Given): readonly Placed[] {
  const isEmpty = given.text.trim() === ''
  const all = given.mode === 'help' ? helped(given) : given.mode === 'all' && isEmpty ? suggested(given) : found(given)
  return all.slice(0, maxOffers)
}

/** Initial selection; never a running command, which Enter would cancel. */
export function firstOffer(offers: readonly Placed[]): number {
  const at = offers.findIndex(({ offer }) => offer.kind !== 'running')
  return at < 0 && offers.length > 0 ? 0 : at
}

export function ambiguousTitles(offers: readonly Placed[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { offer } of offers) {
    if (offer.kind !== 'command') continue
    const { title } = offer.hit.entry
    if (seen.has(title)) twice.add(title)
    seen.add(title)
  }
  return twice
}
