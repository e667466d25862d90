/** Record search of the palette, on permitted lists. */
import { entities } from '#contract/index.ts'
import { supply } from '#contract/material/supply.ts'
import { titleOfRow } from '#contract/rowTitle.ts'
import { dealer } from '#contract/sale/dealer.ts'
import { type Entity, hasPage } from '#contract/schema/entity.ts'
import { type Grants, permits } from '#contract/schema/permission.ts'
import { employee } from '#contract/staff/employee.ts'
import { user } from '#contract/system/user.ts'
import { text as say } from '../data/language.ts'
import type { ListQuery, RowValues } from '../data/records/row.ts'
import { grantsAtom } from '../data/session/permittedMenu.ts'
import { store } from '../data/store.ts'
import { paletteEntriesAtom } from './commandSearch.ts'
import { contextAtom } from './core/context.ts'
import { type FoundRecord, foundRecord, rowsFor } from './search/foundRecords.ts'
import { kindsOfNumber, listsToAsk, maxLists } from './search/recordLists.ts'
import { isCommandLike, modeOf } from './search/search.ts'
import { normalize, wordOfPinyin } from './search/searchText.ts'

const maxPerKind = 5
const maxOfPage = 20
/** Maximum hits beside commands, and in record mode. */
const maxRecords = { all: 12, records: 24 } as const

export function mayNameRecord(query: string): boolean {
  const { mode, text } = modeOf(query)
  if (mode === 'records' || mode === 'people') return true
  if (mode !== 'all' || text.length < 2) return false
  if (/\d/.test(text) || (text.match(/\p{Script=Han}/gu)?.length ?? 0) >= 2) return true
  return text.length > 2 && !isCommandLike(query, store.get(paletteEntriesAtom))
}

/** Subject of a record, else its code, else the first record it names. */
function detailOf({ fields, title, subject = '' }: Entity, row: RowValues): string {
  const names = Object.keys(fields).filter(name => name !== title)
  const code = names.find(name => fields[name]?.key && fields[name]?.kind === 'text') ?? ''
  const own = fields[subject]?.kind === 'text' ? row[subject] : row[`${subject}$label`]
  const candidates = [own, row[code], ...names.map(name => row[`${name}$label`])]
  return String(candidates.find(each => typeof each === 'string' && each !== '') ?? '')
}

function openLists(): readonly Entity[] {
  const grants = store.get(grantsAtom)
  return Object.values<Entity>(entities).filter(
    entity => hasPage(entity) && entity.operations.includes('list') && permits(grants, { menu: entity.name }),
  )
}

function isNamed({ title, fields }: Entity, row: RowValues, text: string): boolean {
  const names = Object.keys(fields).filter(name => name === title || fields[name]?.key || fields[name]?.numbered)
  return names.some(name => typeof row[name] === 'string' && normalize(row[name]) === text)
}

/** Record with its rank, lower is better. */
interface Placed {
  readonly record: FoundRecord
  readonly place: number
}

/** Queries lists in batches until enough hits are found. */
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
    const size = isHere ? maxOfPage : isKind ? maxRecords.all : maxPerKind
    const rows = await rowsFor(entity, { size, ...(text ? { q: text } : {}) }, signal)
    return rows.map(row => {
      const record = foundRecord(entity, row, titleOfRow(entity, row, say), detailOf(entity, row))
      const loose = (isHere || isKind ? 1 : 3) + (record.title.toLowerCase().startsWith(text) ? 0 : 1)
      return { record, place: text !== '' && isNamed(entity, row, text) ? 0 : loose }
    })
  }
  const found: Placed[] = []
  for (let at = 0; at < lists.length && found.length < maxRecords[mode] && !signal.aborted; at += maxLists) {
    found.push(...(await Promise.all(lists.slice(at, at + maxLists).map(findIn))).flat())
  }
  const inOrder = found.toSorted((a, b) => a.place - b.place)
  return inOrder.slice(0, maxRecords[mode]).map(({ record }) => record)
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

// Search for people: staff, users, contacts.

/** Person columns of a list: name and distinguishing fields. */
interface Listed {
  readonly entity: Entity
  readonly name: string
  readonly detail: readonly string[]
  /** Contact name outside the list's search; needs a filter of its own. */
  readonly isContact?: boolean
}

const lists: readonly Listed[] = [
  { entity: employee, name: 'name', detail: ['jobNo', 'department', 'phone'] },
  { entity: user, name: 'name', detail: ['loginName', 'phone'] },
  { entity: dealer, name: 'contactName', detail: ['name', 'phone'], isContact: true },
  { entity: dealer, name: 'recallContactName', detail: ['name', 'recallPhone'], isContact: true },
  { entity: supply, name: 'contactName', detail: ['name', 'phone'], isContact: true },
]

const maxPeople = 8

const named = ({ name }: Listed, text: string): ListQuery => ({ where: [{ field: name, op: 'like', value: text }] })

async function findIn(listed: Listed, text: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const { entity, name, detail, isContact = false } = listed
  const asked: readonly ListQuery[] = text === '' ? [{}] : [...(isContact ? [named(listed, text)] : []), { q: text }]
  const rows = await Promise.all(asked.map(query => rowsFor(entity, { size: maxPeople, ...query }, signal)))
  return rows.flat().flatMap(row => {
    const title = row[name]
    const parts = detail.map(field => row[field]).filter(Boolean)
    return typeof title === 'string' && title !== '' ? [foundRecord(entity, row, title, parts.join(' · '))] : []
  })
}

/** Finds people, name prefixes first, records deduplicated. */
async function findPeople(text: string, grants: Grants, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const open = lists.filter(({ entity }) => permits(grants, { menu: entity.name }))
  const found = (await Promise.all(open.map(listed => findIn(listed, text, signal)))).flat()
  const placeOf = ({ title }: FoundRecord) => {
    const at = title.toLowerCase().indexOf(text)
    return at < 0 ? 2 : Math.min(at, 1)
  }
  const byPath = new Map<string, FoundRecord>()
  for (const person of found.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    if (!byPath.has(person.path)) byPath.set(person.path, person)
  }
  return [...byPath.values()]
}
