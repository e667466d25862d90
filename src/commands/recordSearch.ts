/** Records by their number or name, for the palette: asked of the server, only where the person may go. */
import { entities } from '../contract/index.ts'
import { type Entity, hasPage, titleOfRow } from '../contract/schema/entity.ts'
import type { Values } from '../contract/schema/field.ts'
import { permits } from '../contract/schema/permission.ts'
import { grantsAtom } from '../data/menu.ts'
import { text as say } from '../data/messages.ts'
import { store } from '../data/store.ts'
import { paletteEntriesAtom } from './app.ts'
import { contextAtom } from './context.ts'
import { type FoundRecord, foundRecord, rowsFor } from './foundRecords.ts'
import { findPeople } from './peopleSearch.ts'
import { isCommandLike, modeOf } from './search.ts'

export type { FoundRecord } from './foundRecords.ts'

/** What people look for by number or name, most wanted first. */
const wanted = ['stocklot', 'materialstorein', 'produceplan', 'productsaleout', 'material', 'product', 'dealer']

const mostEach = 5
/** Of the list that is in front anyway. */
const mostHere = 20
/** Beside commands; where nothing but records is looked for there is more room. */
const most = { all: 12, records: 24 } as const
/** Lists asked at the same time: the server has others to answer too. */
const atOnce = wanted.length + 1

/**
 * Could this be the number or the name of a record? Where records are asked for it always is. Beside commands one letter
 * is not, and a word of Latin letters only where it is no command.
 */
export function mayNameRecord(query: string): boolean {
  const { mode, text } = modeOf(query)
  if (mode === 'records' || mode === 'people') return true
  if (mode !== 'all' || text.length < 2) return false
  if (/\d/.test(text) || (text.match(/\p{Script=Han}/gu)?.length ?? 0) >= 2) return true
  return text.length > 2 && !isCommandLike(query, store.get(paletteEntriesAtom))
}

/** What the row refers to first, in words. */
function detailOf(entity: Entity, row: Values): string {
  const labels = Object.keys(entity.fields).map(name => (name === entity.title ? null : row[`${name}$label`]))
  return String(labels.find(label => typeof label === 'string' && label !== '') ?? '')
}

/** The lists a person may open, in the order they are asked: the one in front, the most wanted, and the others. */
function openLists(mode: 'all' | 'records', page: string): readonly Entity[] {
  const grants = store.get(grantsAtom)
  const first = mode === 'all' ? wanted : [page, ...wanted]
  const placeOf = ({ name }: Entity) => (first.includes(name) ? first.indexOf(name) : first.length)
  return Object.values<Entity>(entities)
    .filter(entity => hasPage(entity) && entity.only.includes('list') && permits(grants, { menu: entity.name }))
    .filter(({ name }) => mode === 'records' || wanted.includes(name))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Asks some lists at a time, until there is enough to choose from or the search was given up. */
async function findInLists(
  mode: 'all' | 'records',
  text: string,
  signal: AbortSignal,
): Promise<readonly FoundRecord[]> {
  const { page } = store.get(contextAtom)
  const isHere = (entity: string) => mode === 'records' && entity === page
  const lists = openLists(mode, page)
  const findIn = async (entity: Entity) => {
    const size = isHere(entity.name) ? mostHere : mostEach
    const rows = await rowsFor(entity, { size, ...(text ? { q: text } : {}) }, signal)
    return rows.map(row => foundRecord(entity, row, titleOfRow(entity, row, say), detailOf(entity, row)))
  }
  const found: FoundRecord[] = []
  for (let at = 0; at < lists.length && found.length < most[mode] && !signal.aborted; at += atOnce) {
    found.push(...(await Promise.all(lists.slice(at, at + atOnce).map(findIn))).flat())
  }
  const placeOf = ({ entity, title }: FoundRecord) =>
    (isHere(entity) ? 0 : 2) + (title.toLowerCase().startsWith(text) ? 0 : 1)
  return found.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, most[mode])
}

/** Records or people a text may mean, those that begin with it first; nothing once the search was given up. */
export async function findRecords(query: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const { mode, text } = modeOf(query)
  const found =
    mode === 'people'
      ? await findPeople(text, store.get(grantsAtom), signal)
      : await findInLists(mode === 'records' ? 'records' : 'all', text, signal)
  return signal.aborted ? [] : found
}
