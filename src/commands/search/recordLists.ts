/** Lists to search, in order; number prefixes reveal the kind. Pure. */
import { kindsByPrefix, numberPrefixes } from '#contract/documentNumbers.ts'
import type { Entity } from '#contract/schema/entity.ts'

/** Most wanted records by number or name, in order. */
const defaultLists = [
  'stocklot',
  'materialstorein',
  'produceplan',
  'productsaleout',
  'material',
  'product',
  'dealer',
  'supply',
]

/** Maximum parallel list queries, to limit server load. */
export const maxLists = defaultLists.length + 1

const none: ReadonlySet<string> = new Set()

/** Document kinds by number: `cb2026` → recall. Letters alone may be pinyin. */
export function kindsOfNumber(text: string): ReadonlySet<string> {
  const [, prefix = ''] = /^([a-z]+)\d+(?:-[a-z\d]*)?$/.exec(text) ?? []
  return kindsByPrefix.get(prefix) ?? none
}

export interface Asked {
  readonly mode: 'all' | 'records'
  readonly page: string
  readonly text: string
}

export function listsToAsk(open: readonly Entity[], { mode, page, text }: Asked): readonly Entity[] {
  const kinds = kindsOfNumber(text)
  const isOtherKind = (entity: Entity) => kinds.size > 0 && !kinds.has(entity.name) && numberPrefixes(entity).length > 0
  const first = mode === 'all' ? [...kinds, ...defaultLists] : [...kinds, page, ...defaultLists]
  const placeOf = ({ name }: Entity) => (first.includes(name) ? first.indexOf(name) : first.length)
  const inOrder = open.toSorted((a, b) => placeOf(a) - placeOf(b))
  if (mode === 'records') return inOrder
  const beside = inOrder.filter(({ name }) => first.includes(name))
  return [...beside.filter(each => !isOtherKind(each)), ...beside.filter(isOtherKind)].slice(0, defaultLists.length)
}
