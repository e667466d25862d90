/** Which lists are asked for a text, and in which order: the letters a number begins with tell what kind it is of. Pure. */
import { entities } from '../../contract/index.ts'
import type { Entity } from '../../contract/schema/entity.ts'

/** What people look for by number or name, most wanted first. */
const wanted = ['stocklot', 'materialstorein', 'produceplan', 'productsaleout', 'material', 'product', 'dealer']

/** Lists asked at the same time, those of a whole search beside commands: the server has others to answer too. */
export const atOnce = wanted.length + 1

const prefixesOf = ({ fields }: Entity): readonly string[] =>
  Object.values(fields).flatMap(({ numbered }) => (numbered === undefined ? [] : [numbered.toLowerCase()]))

const byPrefix: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    ...Map.groupBy(
      Object.values<Entity>(entities).flatMap(entity => prefixesOf(entity).map(prefix => ({ prefix, entity }))),
      ({ prefix }) => prefix,
    ),
  ].map(([prefix, of]) => [prefix, new Set(of.map(({ entity }) => entity.name))]),
)

const none: ReadonlySet<string> = new Set()

/**
 * The kinds of documents of which a normalized text may begin the number: `cb2026` that of a recall. Letters alone are none,
 * for they may as well be the pinyin of a name.
 */
export function kindsOfNumber(text: string): ReadonlySet<string> {
  const [, prefix = ''] = /^([a-z]+)\d+(?:-[a-z\d]*)?$/.exec(text) ?? []
  return byPrefix.get(prefix) ?? none
}

export interface Asked {
  /** Is it beside commands, or where nothing but records is looked for? */
  readonly mode: 'all' | 'records'
  /** The page in front. */
  readonly page: string
  /** Normalized. */
  readonly text: string
}

/**
 * Of the lists that may be opened those to ask, in their order: the kind of document the number is of, the one in front, the
 * most wanted and the others. Beside commands no more than are wanted anyway: first a kind that the number is not of gives way.
 */
export function listsToAsk(open: readonly Entity[], { mode, page, text }: Asked): readonly Entity[] {
  const kinds = kindsOfNumber(text)
  const isOtherKind = (entity: Entity) => kinds.size > 0 && !kinds.has(entity.name) && prefixesOf(entity).length > 0
  const first = mode === 'all' ? [...kinds, ...wanted] : [...kinds, page, ...wanted]
  const placeOf = ({ name }: Entity) => (first.includes(name) ? first.indexOf(name) : first.length)
  const inOrder = open.toSorted((a, b) => placeOf(a) - placeOf(b))
  if (mode === 'records') return inOrder
  const beside = inOrder.filter(({ name }) => first.includes(name))
  return [...beside.filter(each => !isOtherKind(each)), ...beside.filter(isOtherKind)].slice(0, wanted.length)
}
