/** Records by their number or name, for the palette: asked of the server, only where the person may go. */
import { entityNamed } from '../contract/index.ts'
import { type Entity, titleOfRow } from '../contract/schema/entity.ts'
import type { Values } from '../contract/schema/field.ts'
import { permits } from '../contract/schema/permission.ts'
import { grantsAtom } from '../data/menu.ts'
import { listRecords, type Row } from '../data/records.ts'
import { store } from '../data/store.ts'
import { modeOf } from './search.ts'

export interface FoundRecord {
  readonly entity: string
  readonly id: number
  readonly title: string
  /** What else tells it apart, e.g. the material of a lot. */
  readonly detail: string
  readonly path: string
}

/** What people look for by number or name, most wanted first. */
const wanted = ['stocklot', 'materialstorein', 'produceplan', 'productsaleout', 'material', 'product', 'dealer']
const mostEach = 5
const most = 12

/** Could this be the number or the name of a record? One letter or a word of Latin letters is a command. */
export function mayNameRecord(query: string): boolean {
  const { mode, text } = modeOf(query)
  if (mode !== 'all' || text.length < 2) return false
  return /\d/.test(text) || (text.match(/\p{Script=Han}/gu)?.length ?? 0) >= 2
}

/** What the row refers to first, in words. */
function detailOf(entity: Entity, row: Values): string {
  const labels = Object.keys(entity.fields).map(name => (name === entity.title ? null : row[`${name}$label`]))
  return String(labels.find(label => typeof label === 'string' && label !== '') ?? '')
}

const toFound = (entity: Entity, row: Row): FoundRecord => ({
  entity: entity.name,
  id: row.id,
  title: titleOfRow(entity, row),
  detail: detailOf(entity, row),
  path: `/${entity.name}/${row.id}`,
})

async function findIn(entity: Entity, q: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  try {
    const { rows } = await listRecords(entity.name, { q, page: 1, size: mostEach }, signal)
    return rows.map(row => toFound(entity, row))
  } catch {
    // One page that does not answer must not keep the others back.
    return []
  }
}

/** Records a text may mean, those that begin with it first; nothing once the search was given up. */
export async function findRecords(query: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const { text } = modeOf(query)
  const grants = store.get(grantsAtom)
  const open = wanted
    .filter(name => permits(grants, { menu: name }))
    .map(entityNamed)
    .filter(entity => entity !== undefined)
  const found = (await Promise.all(open.map(entity => findIn(entity, text, signal)))).flat()
  if (signal.aborted) return []
  const place = ({ title }: FoundRecord) => (title.toLowerCase().startsWith(text) ? 0 : 1)
  return found.toSorted((a, b) => place(a) - place(b)).slice(0, most)
}
