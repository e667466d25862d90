/** Record search of the palette by number or name, on permitted lists. */
import { entities } from '#contract/index.ts'
import { type Entity, hasPage, titleOfRow } from '#contract/schema/entity.ts'
import type { Values } from '#contract/schema/field.ts'
import { permits } from '#contract/schema/permission.ts'
import { text as say } from '../data/api/messages.ts'
import { grantsAtom } from '../data/session/permittedMenu.ts'
import { store } from '../data/store.ts'
import { paletteEntriesAtom } from './app.ts'
import { contextAtom } from './core/context.ts'
import { type FoundRecord, foundRecord, rowsFor } from './search/foundRecords.ts'
import { findPeople } from './search/peopleSearch.ts'
import { atOnce, kindsOfNumber, listsToAsk } from './search/recordLists.ts'
import { isCommandLike, modeOf } from './search/search.ts'
import { normalize, wordOfPinyin } from './search/searchText.ts'

export type { FoundRecord } from './search/foundRecords.ts'

const mostEach = 5
/** Maximum hits of the active list. */
const mostHere = 20
/** Maximum hits beside commands, and in record mode. */
const most = { all: 12, records: 24 } as const

/** Checks for a possible record name: beside commands neither single letters nor matching Latin words. */
export function mayNameRecord(query: string): boolean {
  const { mode, text } = modeOf(query)
  if (mode === 'records' || mode === 'people') return true
  if (mode !== 'all' || text.length < 2) return false
  if (/\d/.test(text) || (text.match(/\p{Script=Han}/gu)?.length ?? 0) >= 2) return true
  return text.length > 2 && !isCommandLike(query, store.get(paletteEntriesAtom))
}

function detailOf(entity: Entity, row: Values): string {
  const labels = Object.keys(entity.fields).map(name => (name === entity.title ? null : row[`${name}$label`]))
  return String(labels.find(label => typeof label === 'string' && label !== '') ?? '')
}

function openLists(): readonly Entity[] {
  const grants = store.get(grantsAtom)
  return Object.values<Entity>(entities).filter(
    entity => hasPage(entity) && entity.only.includes('list') && permits(grants, { menu: entity.name }),
  )
}

function isNamed({ title, fields }: Entity, row: Values, text: string): boolean {
  const names = Object.keys(fields).filter(name => name === title || fields[name]?.key || fields[name]?.numbered)
  return names.some(name => typeof row[name] === 'string' && normalize(row[name]) === text)
}

/** Record with its rank, lower is better. */
interface Placed {
  readonly record: FoundRecord
  readonly place: number
}

/** Queries lists in batches until enough hits are found or the signal aborts. */
async function findInLists(
  mode: 'all' | 'records',
  text: string,
  signal: AbortSignal,
): Promise<readonly FoundRecord[]> {
  const { page } = store.get(contextAtom)
  const kinds = kindsOfNumber(text)
  const lists = listsToAsk(openLists(), { mode, page, text })
  const findIn = async (entity: Entity): Promise<readonly Placed[]> => {
    const isHere = mode === 'records' && entity.name === page
    const isKind = kinds.has(entity.name)
    const size = isHere ? mostHere : isKind ? most.all : mostEach
    const rows = await rowsFor(entity, { size, ...(text ? { q: text } : {}) }, signal)
    return rows.map(row => {
      const record = foundRecord(entity, row, titleOfRow(entity, row, say), detailOf(entity, row))
      const loose = (isHere || isKind ? 1 : 3) + (record.title.toLowerCase().startsWith(text) ? 0 : 1)
      return { record, place: text !== '' && isNamed(entity, row, text) ? 0 : loose }
    })
  }
  const found: Placed[] = []
  for (let at = 0; at < lists.length && found.length < most[mode] && !signal.aborted; at += atOnce) {
    found.push(...(await Promise.all(lists.slice(at, at + atOnce).map(findIn))).flat())
  }
  const inOrder = found.toSorted((a, b) => a.place - b.place)
  return inOrder.slice(0, most[mode]).map(({ record }) => record)
}

export async function findRecords(query: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const { mode, text: typed } = modeOf(query)
  const text = wordOfPinyin(typed)
  const found =
    mode === 'people'
      ? await findPeople(text, store.get(grantsAtom), signal)
      : await findInLists(mode === 'records' ? 'records' : 'all', text, signal)
  return signal.aborted ? [] : found
}
